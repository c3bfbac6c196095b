# SPDX-License-Identifier: Apache-2.0
# src/compile: where the public headers are, and which functions must be called rather than done inline.
include(${PROJECT_SOURCE_DIR}/cmake/heddle_instrument.cmake)
heddle_called_functions(called called_gcc)
list(JOIN called "\",\"" called)
list(JOIN called_gcc "\",\"" called_gcc)
heddle_unmoved_loads(unmoved)
list(JOIN unmoved "\",\"" unmoved)
set_property(SOURCE ${PROJECT_SOURCE_DIR}/src/compile/compiler.cpp PROPERTY COMPILE_DEFINITIONS
  "HEDDLE_CALLED_FUNCTIONS=\"${called}\"" "HEDDLE_CALLED_FUNCTIONS_GCC=\"${called_gcc}\""
  "HEDDLE_UNMOVED_LOADS=\"${unmoved}\"")
set_property(SOURCE ${PROJECT_SOURCE_DIR}/src/compile/include_directory.cpp PROPERTY
  COMPILE_DEFINITIONS HEDDLE_INCLUDE_DIRECTORY="${PROJECT_SOURCE_DIR}/include")

# A plug-in of gcc's own, for the gcc that heddle is built with: gcc loads no other. Without its headers heddle does
# without; programs whose functions return structures in memory are then inconclusive.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=plugin OUTPUT_VARIABLE gcc_plugins OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -dumpversion OUTPUT_VARIABLE gcc_version OUTPUT_STRIP_TRAILING_WHITESPACE)
  string(REGEX MATCH "^[0-9]+" gcc_version "${gcc_version}")
  if(EXISTS ${gcc_plugins}/include/gcc-plugin.h)
    file(GLOB gcc_plugin CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/compile/gcc/*.cpp)
    add_library(heddle_left_out_gcc MODULE ${gcc_plugin})
    target_include_directories(heddle_left_out_gcc PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_include_directories(heddle_left_out_gcc SYSTEM PRIVATE ${gcc_plugins}/include)
    target_link_options(heddle_left_out_gcc PRIVATE -Wl,--no-as-needed)  # Debian wants the C library named
    target_compile_options(heddle_left_out_gcc PRIVATE -fno-rtti -fno-exceptions -fvisibility=hidden -Wall -Wextra)
    set_target_properties(heddle_left_out_gcc PROPERTIES PREFIX "" OUTPUT_NAME left_out
      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/heddle/gcc/${gcc_version})
    add_dependencies(heddle_compile heddle_left_out_gcc)
  endif()
endif()

# And one for each clang whose headers are there. Without it accesses that clang leaves out stay unseen, and verdicts are inconclusive.
file(GLOB clang_plugin CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/compile/clang/*.cpp)
file(GLOB llvm_directories LIST_DIRECTORIES true /usr/lib/llvm-*)
foreach(llvm IN LISTS llvm_directories)
  string(REGEX MATCH "[0-9]+$" version "${llvm}")
  if(EXISTS ${llvm}/include/llvm/Passes/PassPlugin.h AND version GREATER_EQUAL 14)
    add_library(heddle_left_out_clang_${version} MODULE ${clang_plugin})
    target_include_directories(heddle_left_out_clang_${version} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_include_directories(heddle_left_out_clang_${version} SYSTEM PRIVATE ${llvm}/include)
    target_compile_options(heddle_left_out_clang_${version} PRIVATE -fno-rtti -fno-exceptions -fvisibility=hidden -Wall -Wextra)
    set_target_properties(heddle_left_out_clang_${version} PROPERTIES PREFIX "" OUTPUT_NAME left_out
      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/heddle/clang/${version})
    # Most of the time of each file is LLVM's headers: compiled as one, they read them once.
    set_target_properties(heddle_left_out_clang_${version} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    add_dependencies(heddle_compile heddle_left_out_clang_${version})
  endif()
endforeach()
