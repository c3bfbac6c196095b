# SPDX-License-Identifier: Apache-2.0
# Headers of libraries, compiled once: reading them is most of what a small file costs, two seconds of three. A file still
# includes what it uses: the presets other than `release` compile without.
# heddle_precompiled(target from): `target` takes what `from` has compiled, if its flags are the same.
file(WRITE ${PROJECT_BINARY_DIR}/precompiled.cpp.in "int main() {}\n")
configure_file(${PROJECT_BINARY_DIR}/precompiled.cpp.in ${PROJECT_BINARY_DIR}/precompiled.cpp COPYONLY)
set(headers <algorithm> <array> <bit> <chrono> <compare> <cstddef> <cstdint> <cstdio> <cstdlib> <cstring> <deque> <filesystem>
  <functional> <limits> <map> <memory> <mutex> <numeric> <optional> <set> <span> <string> <string_view> <tuple> <type_traits>
  <unordered_map> <unordered_set> <utility> <variant> <vector> <fmt/format.h> <tl/expected.hpp> <tsl/robin_map.h>
  <tsl/robin_set.h>)
add_library(heddle_precompiled OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
target_precompile_headers(heddle_precompiled PRIVATE ${headers})
target_link_libraries(heddle_precompiled PRIVATE heddle_warnings fmt::fmt tl::expected tsl::robin_map)
# And LLVM's, for the two parts that read bitcode: without, each of their files spends as long on these again.
add_library(heddle_precompiled_with_llvm OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
target_precompile_headers(heddle_precompiled_with_llvm PRIVATE ${headers} <llvm/IR/Constants.h> <llvm/IR/DebugInfoMetadata.h>
  <llvm/IR/InlineAsm.h> <llvm/IR/Instructions.h> <llvm/IR/IntrinsicInst.h> <llvm/IR/Module.h> <llvm/IR/Operator.h>)
target_link_libraries(heddle_precompiled_with_llvm PRIVATE heddle_warnings fmt::fmt tl::expected tsl::robin_map heddle::llvm)
if(HEDDLE_TESTS)
  add_executable(heddle_precompiled_for_tests EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/precompiled.cpp)
  target_compile_options(heddle_precompiled_for_tests PRIVATE $<$<CONFIG:Release>:-O1>)
  target_precompile_headers(heddle_precompiled_for_tests PRIVATE ${headers} <gmock/gmock.h> <gtest/gtest.h>)
  target_link_libraries(heddle_precompiled_for_tests PRIVATE heddle_warnings fmt::fmt tl::expected tsl::robin_map GTest::gmock)
endif()

# Warnings of the optimiser about code of a precompiled header do not know that it is a system header's: gcc 12 has false
# ones of these kinds for std::string. The other presets have them on.
function(heddle_precompiled target from)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Wno-array-bounds -Wno-restrict -Wno-stringop-overflow
                                        -Wno-stringop-overread>)
  target_link_libraries(${target} PRIVATE fmt::fmt)  # which defines a macro that the headers must agree on
  target_precompile_headers(${target} REUSE_FROM ${from})
endfunction()

# Several files compiled as one: what each of them instantiates of fmt, CLI11 and JSON for itself is compiled once for all,
# which is half of what is left. Names in their anonymous namespaces meet, so they differ within a folder. As with the
# headers above, the presets other than `release` compile each file alone.
function(heddle_joined target)
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 7)
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)  # it takes the files for headers
  endif()
endfunction()
