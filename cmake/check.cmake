# SPDX-License-Identifier: Apache-2.0
# libheddle_check.so: the threads of the user's program under control, and the searches, in one library inside the
# program's process. No exceptions, no libstdc++; only what it means to export is visible.
set(src ${PROJECT_SOURCE_DIR}/src)
file(GLOB control_sources CONFIGURE_DEPENDS ${src}/runtime/control/*.cpp ${src}/runtime/shared/*.cpp
  ${src}/runtime/machine_code/*.cpp ${src}/explore/*.cpp ${src}/explore/native/*.cpp)
add_library(heddle_once OBJECT ${PROJECT_SOURCE_DIR}/src/runtime/control/once.c)
target_compile_options(heddle_once PRIVATE -O2 -fPIC -fexceptions -fvisibility=hidden -fno-stack-protector -Wall -Wextra -Werror)
add_library(heddle_check SHARED ${control_sources} $<TARGET_OBJECTS:heddle_once>)
target_compile_definitions(heddle_check PRIVATE HEDDLE_CONTROL)
target_include_directories(heddle_check PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(heddle_check PRIVATE heddle_warnings tl::expected tsl::robin_map dl)
target_compile_options(heddle_check PRIVATE -O3 -fno-exceptions -fno-rtti -fvisibility=hidden -fvisibility-inlines-hidden
  -fno-threadsafe-statics -fno-stack-protector -mfsgsbase -mcx16 -ftls-model=initial-exec -fno-builtin-memcpy -fno-builtin-memset
  -fno-builtin-memmove -fno-builtin-malloc -fno-builtin-free -fno-tree-loop-distribute-patterns
  -mmemcpy-strategy=unrolled_loop:256:noalign,libcall:-1:noalign
  -mmemset-strategy=unrolled_loop:256:noalign,libcall:-1:noalign
  -fasynchronous-unwind-tables -Wno-missing-attributes -Wno-nonnull-compare -Wno-attributes -Wno-pedantic)
set_target_properties(heddle_check PROPERTIES LINKER_LANGUAGE C INTERPROCEDURAL_OPTIMIZATION ON LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/heddle)
set(exports ${src}/runtime/control/exports.map)
target_link_options(heddle_check PRIVATE -Wl,--version-script=${exports} -Wl,-z,defs -Wl,-z,now -Wl,-Bsymbolic-functions
  -flto-partition=none)
set_property(TARGET heddle_check PROPERTY LINK_DEPENDS ${exports})
# A program linked with the recording runtime, or built for gcc's libtsan, gets this library under those names.
add_custom_command(TARGET heddle_check POST_BUILD
  COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/lib/heddle/check
  COMMAND ${CMAKE_COMMAND} -E create_symlink ../libheddle_check.so ${PROJECT_BINARY_DIR}/lib/heddle/check/libheddle_runtime.so
  COMMAND ${CMAKE_COMMAND} -E create_symlink ../libheddle_check.so ${PROJECT_BINARY_DIR}/lib/heddle/check/libtsan.so.2)
# What gdb runs for `heddle replay --gdb` and `--dap`.
file(GLOB scripts CONFIGURE_DEPENDS ${src}/runtime/host/gdb/*.py)
set_property(TARGET heddle_check APPEND PROPERTY LINK_DEPENDS ${scripts})
add_custom_command(TARGET heddle_check POST_BUILD
  COMMAND ${CMAKE_COMMAND} -E copy_directory ${src}/runtime/host/gdb ${PROJECT_BINARY_DIR}/lib/heddle/gdb)
