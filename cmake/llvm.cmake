# SPDX-License-Identifier: Apache-2.0
# LLVM 19 as one shared library, its headers taken as system headers; src/program/translate*.cpp alone use it.
find_path(HEDDLE_LLVM_HEADERS llvm/IR/Module.h PATHS /usr/lib/llvm-19/include /usr/include/llvm-19 NO_DEFAULT_PATH REQUIRED)
find_library(HEDDLE_LLVM_LIBRARY NAMES LLVM-19 PATHS /usr/lib/llvm-19/lib NO_DEFAULT_PATH REQUIRED)
add_library(heddle_llvm INTERFACE)
add_library(heddle::llvm ALIAS heddle_llvm)
target_include_directories(heddle_llvm SYSTEM INTERFACE ${HEDDLE_LLVM_HEADERS})
target_link_libraries(heddle_llvm INTERFACE ${HEDDLE_LLVM_LIBRARY})
