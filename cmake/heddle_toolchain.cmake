# SPDX-License-Identifier: Apache-2.0
# cmake -DCMAKE_TOOLCHAIN_FILE=…/heddle_toolchain.cmake: builds a whole project with heddle's compiler wrappers, so that
# `heddle run` can watch its programs. $HEDDLE_CC and $HEDDLE_CXX name the compilers behind them.
find_program(HEDDLE_COMMAND heddle HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../bin ${CMAKE_CURRENT_LIST_DIR}/../../../../bin REQUIRED)
set(CMAKE_C_COMPILER ${HEDDLE_COMMAND} cc)
set(CMAKE_CXX_COMPILER ${HEDDLE_COMMAND} c++)
