# Where LibTorch and the Python environment are: DT_VENV, DT_PYTHON, DT_TORCH (empty if there is no PyTorch),
# DT_PYTHON_INCLUDE. The runtime and the tests are built with them; the command line is not.

# The environment that tools/setup makes serves every build folder.
set(DT_VENV ${PROJECT_SOURCE_DIR}/build/venv CACHE PATH "Python environment with LibTorch and the test tools")
# The program looks for LibTorch beside its bin folder, whatever the preset.
if(NOT EXISTS ${PROJECT_BINARY_DIR}/venv)
  file(CREATE_LINK ${DT_VENV} ${PROJECT_BINARY_DIR}/venv SYMBOLIC)
endif()
set(DT_PYTHON ${DT_VENV}/bin/python)
file(GLOB TorchFolders ${DT_VENV}/lib/python3*/site-packages/torch)
set(DT_TORCH "${TorchFolders}" CACHE PATH "Folder of the PyTorch 2.13 package")
execute_process(COMMAND ${DT_PYTHON} -c "import sysconfig; print(sysconfig.get_paths()['include'], end='')"
                OUTPUT_VARIABLE DT_PYTHON_INCLUDE ERROR_QUIET)
