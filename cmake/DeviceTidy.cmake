# dt_add_library(NAME DIR folder SOURCES files... [DEPENDS libraries...] [OBJECT] [LLVM] [CLANG])
#
# One static library per folder; with OBJECT its files are linked whether anything refers to them or not. A library sees
# the headers of the folders that it names in DEPENDS and no others: each folder is reached through a view (a link under
# build/views), so that an include that breaks the layering of docs/ARCHITECTURE.md does not compile. LLVM gives llvm/ADT
# and llvm/Support headers; nothing of LLVM is linked here, since a plugin takes these symbols from its host and only
# executables choose a copy.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

# Members have defaults, so that an initialiser names those that matter.
add_compile_options(-Wall -Wextra -Wno-unused-parameter -Wno-missing-field-initializers)

function(dt_header_view TARGET SCOPE DIR)
  string(REGEX REPLACE "^analyzer/" "" Stem ${DIR})
  set(View ${PROJECT_BINARY_DIR}/views/${TARGET})
  get_filename_component(Parent ${View}/${Stem} DIRECTORY)
  file(MAKE_DIRECTORY ${Parent})
  # An older build folder may have a folder of links where there is one link now.
  if(IS_DIRECTORY ${View}/${Stem} AND NOT IS_SYMLINK ${View}/${Stem})
    file(REMOVE_RECURSE ${View}/${Stem})
  endif()
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${DIR} ${View}/${Stem} SYMBOLIC)
  target_include_directories(${TARGET} ${SCOPE} ${View})
endfunction()

# A program or a library that brings its copy of the C++ library along, and runs with older releases of glibc.
function(dt_link_cxx_statically TARGET)
  target_link_options(${TARGET} PRIVATE -static-libstdc++ -static-libgcc)
  target_sources(${TARGET} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/Arc4Random.cpp)
endfunction()

function(dt_add_library NAME)
  cmake_parse_arguments(ARG "LLVM;CLANG;OBJECT" "DIR" "SOURCES;DEPENDS" ${ARGN})
  if(ARG_OBJECT)
    add_library(${NAME} OBJECT ${ARG_SOURCES})
  else()
    add_library(${NAME} STATIC ${ARG_SOURCES})
  endif()
  dt_header_view(${NAME} PUBLIC ${ARG_DIR})
  target_link_libraries(${NAME} PUBLIC ${ARG_DEPENDS})
  if(ARG_LLVM OR ARG_CLANG)
    target_include_directories(${NAME} SYSTEM PUBLIC ${LLVM_INCLUDE_DIRS})
  endif()
  if(ARG_CLANG)
    target_include_directories(${NAME} SYSTEM PUBLIC ${CLANG_INCLUDE_DIRS})
  endif()
endfunction()

# dt_add_unittest(NAME SOURCES... DEPENDS libs...)
#
# A googletest program that `tools/test unit` runs, each case counted as one test. NAME ends in Tests. An executable
# chooses its copy of LLVM, and takes the static Support library, as the command line does.
function(dt_add_unittest NAME)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  find_package(GTest REQUIRED)
  if(NOT NAME MATCHES "Tests$")
    message(FATAL_ERROR "the name of a unit test program ends in Tests: ${NAME}")
  endif()
  add_executable(${NAME} EXCLUDE_FROM_ALL ${ARG_SOURCES} ${ARG_UNPARSED_ARGUMENTS})
  target_include_directories(${NAME} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
  target_link_libraries(${NAME} PRIVATE ${ARG_DEPENDS} GTest::gmock GTest::gtest_main LLVMSupport)
  # lit looks for the program beside the configuration of the suite, not in bin.
  set_target_properties(${NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  set_property(GLOBAL APPEND PROPERTY DT_TEST_DEPENDS ${NAME})
endfunction()
