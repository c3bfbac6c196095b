# SPDX-License-Identifier: Apache-2.0
# LLVM 19, its headers taken as system headers; only src/program/translate, src/prove/front
# and src/runtime/host/declarations.cpp use it.
# Linked statically, and only what reads bitcode: the shared library has everything in it, and costs each start of
# heddle, whatever it does, 20 ms and 46 MiB.
find_path(HEDDLE_LLVM_HEADERS llvm/IR/Module.h PATHS /usr/lib/llvm-19/include /usr/include/llvm-19 NO_DEFAULT_PATH REQUIRED)
find_program(HEDDLE_LLVM_CONFIG NAMES llvm-config-19 REQUIRED)
execute_process(COMMAND ${HEDDLE_LLVM_CONFIG} --link-static --libfiles irreader linker scalaropts ipo debuginfodwarf
  OUTPUT_VARIABLE llvm_libraries OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(llvm_libraries)
add_library(heddle_llvm INTERFACE)
add_library(heddle::llvm ALIAS heddle_llvm)
target_include_directories(heddle_llvm SYSTEM INTERFACE ${HEDDLE_LLVM_HEADERS})
target_link_libraries(heddle_llvm INTERFACE ${llvm_libraries} zstd z)  # zstd by name: it must stand behind LLVM
