# Where LibTorch and the Python environment are: DT_VENV, DT_PYTHON, DT_TORCH (empty if there is no PyTorch),
# DT_PYTHON_INCLUDE. The runtime and the tests are built with them; the command line is not.
#
# What sees LibTorch's classes fits one release of it, and is built for several (docs/decisions/releases-of-torch.md):
# for DT_TORCH, whose release is DT_RELEASE, and for what tools/releases has brought. DT_RELEASES are the releases,
# "2.13.0", DT_TORCH_<release> the folder of each.

# The environment that tools/setup makes serves every build folder.
set(DT_VENV ${PROJECT_SOURCE_DIR}/build/venv CACHE PATH "Python environment with LibTorch and the test tools")
# The program looks for LibTorch beside its bin folder, whatever the preset.
if(NOT EXISTS ${PROJECT_BINARY_DIR}/venv)
  file(CREATE_LINK ${DT_VENV} ${PROJECT_BINARY_DIR}/venv SYMBOLIC)
endif()
set(DT_PYTHON ${DT_VENV}/bin/python)
file(GLOB TorchFolders ${DT_VENV}/lib/python3*/site-packages/torch)
set(DT_TORCH "${TorchFolders}" CACHE PATH "Folder of the PyTorch package that tests use")
execute_process(COMMAND ${DT_PYTHON} -c "import sysconfig; print(sysconfig.get_paths()['include'], end='')"
                OUTPUT_VARIABLE DT_PYTHON_INCLUDE ERROR_QUIET)

set(DT_TORCH_RELEASES ${PROJECT_SOURCE_DIR}/build/releases/* CACHE STRING
    "Further releases of PyTorch: environments, or folders with torch/, or such a folder itself; patterns")

# The release of the package in a folder; nothing if that is no PyTorch with headers.
function(dt_release_of TORCH OUT)
  set(Release)
  if(EXISTS ${TORCH}/version.py AND EXISTS ${TORCH}/include/ATen/detail/CUDAHooksInterface.h)
    file(STRINGS ${TORCH}/version.py Line REGEX "^__version__ = ")
    string(REGEX REPLACE "^__version__ = ['\"]([0-9]+\\.[0-9]+\\.[0-9]+).*" "\\1" Release "${Line}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${TORCH}/version.py)
  endif()
  set(${OUT} ${Release} PARENT_SCOPE)
endfunction()

# Releases that differ in no header that the runtime includes, but for their number: patches from one to another. Others of
# the same minor release do (2.9.1 has two more virtual functions of the hooks than 2.9.0). tools/compare_releases.py
# tells.
set(DT_SAME_RELEASES 2.14.0-1)

# The folder of the libraries that fit a release: torch-2.13.0, torch-2.14.0-1.
function(dt_release_folder RELEASE OUT)
  set(Name ${RELEASE})
  foreach(Range IN LISTS DT_SAME_RELEASES)
    string(REGEX MATCH "^(.*)\\.([0-9]+)-([0-9]+)$" Range ${Range})
    foreach(Patch RANGE ${CMAKE_MATCH_2} ${CMAKE_MATCH_3})
      if(RELEASE STREQUAL "${CMAKE_MATCH_1}.${Patch}")
        set(Name ${Range})
      endif()
    endforeach()
  endforeach()
  set(${OUT} torch-${Name} PARENT_SCOPE)
endfunction()

dt_release_of("${DT_TORCH}" DT_RELEASE)
set(DT_RELEASES ${DT_RELEASE})
set(DT_TORCH_${DT_RELEASE} ${DT_TORCH})
dt_release_folder("${DT_RELEASE}" Known)
foreach(Place IN LISTS DT_TORCH_RELEASES)
  file(GLOB Folders CONFIGURE_DEPENDS ${Place} ${Place}/torch ${Place}/lib/python3*/site-packages/torch)
  foreach(Folder IN LISTS Folders)
    dt_release_of(${Folder} Release)
    dt_release_folder("${Release}" Libraries)
    if(Release AND NOT Libraries IN_LIST Known)
      list(APPEND Known ${Libraries})
      list(APPEND DT_RELEASES ${Release})
      set(DT_TORCH_${Release} ${Folder})
    endif()
  endforeach()
endforeach()

# dt_add_release_library(NAME RELEASE SOURCES...)
#
# NAME-RELEASE, a module that fits one release of LibTorch: lib/torch-<release>/lib<NAME>.so, which stands so in an
# installation, too. The program's own LibTorch serves; the one of the build is no default.
function(dt_add_release_library NAME RELEASE)
  set(Target ${NAME}-${RELEASE})
  set(Torch ${DT_TORCH_${RELEASE}})
  dt_release_folder(${RELEASE} Folder)
  add_library(${Target} MODULE ${ARGN})
  target_link_libraries(${Target} PRIVATE dt_rules-${RELEASE} ${Torch}/lib/libtorch_cpu.so ${Torch}/lib/libc10.so)
  # The shim asks the loader for the simulator by this name.
  target_link_options(${Target} PRIVATE -Wl,-soname,lib${NAME}.so)
  set_target_properties(${Target} PROPERTIES
    OUTPUT_NAME ${NAME} LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/${Folder}
    INSTALL_RPATH "$ORIGIN/.." BUILD_WITH_INSTALL_RPATH ON)
  install(TARGETS ${Target} LIBRARY DESTINATION lib/${Folder})
  add_dependencies(device-tidy-runtime ${Target})
endfunction()
