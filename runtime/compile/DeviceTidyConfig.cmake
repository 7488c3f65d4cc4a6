# find_package(DeviceTidy): instruments targets that use LibTorch.
#
#   find_package(DeviceTidy REQUIRED)
#   device_tidy_instrument(train)                      # all operations
#   device_tidy_instrument(train SITES sites.json)     # those of device-tidy check --write-sites
#   device_tidy_verify_cuda(kernels)                   # a program or library that has the CUDA runtime inside
#   target_link_libraries(train PRIVATE DeviceTidy::helpers)    # include/device_tidy/device_tidy.h
#
# The compiler is clang++ 22: the pass is a plugin of it. Serves the build folder of device-tidy and an installation: both
# are found through CMAKE_PREFIX_PATH.
get_filename_component(DeviceTidy_ROOT_DIR "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(DeviceTidy_PASS "${DeviceTidy_ROOT_DIR}/lib/DeviceTidyPass.so")
set(DeviceTidy_RUNTIME "${DeviceTidy_ROOT_DIR}/lib/libdevice_tidy_rt.so")
foreach(Part IN ITEMS "${DeviceTidy_PASS}" "${DeviceTidy_RUNTIME}")
  if(NOT EXISTS "${Part}")
    set(DeviceTidy_FOUND FALSE)
    if(EXISTS "${DeviceTidy_ROOT_DIR}/CMakeCache.txt")
      set(DeviceTidy_NOT_FOUND_MESSAGE "${Part} is not built; cmake --build ${DeviceTidy_ROOT_DIR} --target \
device-tidy-runtime builds it")
    else()
      set(DeviceTidy_NOT_FOUND_MESSAGE "${Part} is missing; this installation is not complete")
    endif()
  endif()
endforeach()

if(NOT TARGET DeviceTidy::helpers)
  add_library(DeviceTidy::helpers INTERFACE IMPORTED)
  set_target_properties(DeviceTidy::helpers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${DeviceTidy_ROOT_DIR}/include"
                        INTERFACE_COMPILE_FEATURES cxx_std_20)
endif()

function(device_tidy_instrument Target)
  cmake_parse_arguments(ARG "" "SITES" "" ${ARGN})
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR NOT CMAKE_CXX_COMPILER_VERSION MATCHES "^22\\.")
    message(FATAL_ERROR "device_tidy_instrument: the pass is for clang++ 22, not for ${CMAKE_CXX_COMPILER_ID} "
                        "${CMAKE_CXX_COMPILER_VERSION}: -DCMAKE_CXX_COMPILER=clang++-22")
  endif()
  string(TOUPPER "${CMAKE_BUILD_TYPE}" Build)
  if(NOT "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${Build}} " MATCHES "(^| )-g")
    target_compile_options(${Target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-gline-tables-only>)
  endif()
  target_compile_options(${Target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fpass-plugin=${DeviceTidy_PASS}>)
  if(ARG_SITES)
    get_filename_component(Sites "${ARG_SITES}" ABSOLUTE)
    target_compile_options(${Target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -load -Xclang ${DeviceTidy_PASS} -mllvm -device-tidy-sites=${Sites}>")
    get_target_property(Sources ${Target} SOURCES)
    set_property(SOURCE ${Sources} APPEND PROPERTY OBJECT_DEPENDS "${Sites}")
  endif()
  # Not target_link_libraries, of which a target has either the signature with keywords or the one without: it is the
  # project that chooses. Who links what has no runtime of its own needs it, too.
  set_property(TARGET ${Target} APPEND PROPERTY LINK_LIBRARIES "${DeviceTidy_RUNTIME}")
  get_target_property(Type ${Target} TYPE)
  if(Type MATCHES "^(STATIC|OBJECT)_LIBRARY$")
    set_property(TARGET ${Target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES "$<LINK_ONLY:${DeviceTidy_RUNTIME}>")
  endif()
endfunction()

# With any compiler. What is linked to the shared runtime needs nothing.
function(device_tidy_verify_cuda Target)
  set(Options "${DeviceTidy_ROOT_DIR}/lib/device-tidy-cudart.link")
  if(NOT EXISTS "${Options}")
    message(FATAL_ERROR "device_tidy_verify_cuda: ${Options} is missing; it is there on x86-64 only")
  endif()
  target_link_options(${Target} PRIVATE "-L${DeviceTidy_ROOT_DIR}/lib" "@${Options}")
endfunction()
