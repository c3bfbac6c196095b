# SPDX-License-Identifier: Apache-2.0
# The library inside the user's process stands alone: no exceptions, no RTTI, no libstdc++, nothing of the other
# folders but headers, and only what it means to export is visible.
file(GLOB runtime_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/runtime/shared/*.cpp
  ${PROJECT_SOURCE_DIR}/src/runtime/watch/*.cpp)
foreach(file instruction standard_call)
  list(APPEND runtime_sources ${PROJECT_SOURCE_DIR}/src/runtime/machine_code/${file}.cpp)
endforeach()
add_library(heddle_watched_once OBJECT ${PROJECT_SOURCE_DIR}/src/runtime/watch/once.c)
target_compile_options(heddle_watched_once PRIVATE -O2 -fPIC -fexceptions -fvisibility=hidden -fno-stack-protector -Wall -Wextra -Werror)
add_library(heddle_runtime SHARED ${runtime_sources} $<TARGET_OBJECTS:heddle_watched_once>)
target_include_directories(heddle_runtime PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(heddle_runtime PRIVATE heddle_warnings)
target_compile_options(heddle_runtime PRIVATE -O2 -fno-exceptions -fno-rtti -fvisibility=hidden
  -fvisibility-inlines-hidden -fno-threadsafe-statics -fno-stack-protector -fno-builtin -fomit-frame-pointer
  -ftls-model=initial-exec -fasynchronous-unwind-tables -Wno-missing-attributes -Wno-nonnull-compare
  -Wno-attributes)
set_target_properties(heddle_runtime PROPERTIES
  LINKER_LANGUAGE C LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/heddle INTERPROCEDURAL_OPTIMIZATION ON)
set(exports ${PROJECT_SOURCE_DIR}/src/runtime/watch/exports.map)
target_link_options(heddle_runtime PRIVATE -Wl,--version-script=${exports} -Wl,-z,defs -Wl,-z,now)
set_property(TARGET heddle_runtime PROPERTY LINK_DEPENDS ${exports})
# gcc asks for -ltsan, and a program it built for libtsan.so.2: under these names both get this library.
add_custom_command(TARGET heddle_runtime POST_BUILD
  COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/lib/heddle/tsan
  COMMAND ${CMAKE_COMMAND} -E create_symlink ../libheddle_runtime.so ${PROJECT_BINARY_DIR}/lib/heddle/tsan/libtsan.so
  COMMAND ${CMAKE_COMMAND} -E create_symlink ../libheddle_runtime.so ${PROJECT_BINARY_DIR}/lib/heddle/tsan/libtsan.so.2)
# The same once more, with hooks that are quicker where few accesses are sampled: for `heddle run --sample`, and for programs
# that watch a sample of their accesses on their own and find it there (src/runtime/watch/alone.h).
add_library(heddle_sample SHARED ${PROJECT_SOURCE_DIR}/src/runtime/watch/hooks.cpp $<TARGET_OBJECTS:heddle_watched_once>
  $<FILTER:$<TARGET_OBJECTS:heddle_runtime>,EXCLUDE,watch/hooks.cpp>)
foreach(property INCLUDE_DIRECTORIES LINK_LIBRARIES COMPILE_OPTIONS LINK_OPTIONS LINKER_LANGUAGE INTERPROCEDURAL_OPTIMIZATION
        LINK_DEPENDS)
  get_target_property(value heddle_runtime ${property})
  set_target_properties(heddle_sample PROPERTIES ${property} "${value}")
endforeach()
target_compile_definitions(heddle_sample PRIVATE HEDDLE_SAMPLED)
set(sample ${PROJECT_BINARY_DIR}/lib/heddle/sample)
set_target_properties(heddle_sample PROPERTIES OUTPUT_NAME heddle_runtime LIBRARY_OUTPUT_DIRECTORY ${sample})
add_custom_command(TARGET heddle_sample POST_BUILD
  COMMAND ${CMAKE_COMMAND} -E make_directory ${sample}/tsan
  COMMAND ${CMAKE_COMMAND} -E create_symlink ../libheddle_runtime.so ${sample}/tsan/libtsan.so.2)

# Outside the process: the run itself, names for what was found, the recording.
file(GLOB host_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/runtime/host/*.cpp
  ${PROJECT_SOURCE_DIR}/src/runtime/machine_code/*.cpp)
file(GLOB host_tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/runtime/host/*_test.cpp)
if(host_tests)
  list(REMOVE_ITEM host_sources ${host_tests})
endif()
add_library(heddle_runtime_host STATIC ${host_sources})
target_include_directories(heddle_runtime_host PUBLIC ${PROJECT_SOURCE_DIR}/src)
execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libbacktrace.a OUTPUT_VARIABLE original_backtrace
  OUTPUT_STRIP_TRAILING_WHITESPACE)
# It would read the debug information of everything `heddle` itself has loaded: symbols.cpp answers for it.
set(libbacktrace ${PROJECT_BINARY_DIR}/libheddle_backtrace.a)
add_custom_command(OUTPUT ${libbacktrace} DEPENDS ${original_backtrace}
  COMMAND ${CMAKE_OBJCOPY} --redefine-sym dl_iterate_phdr=heddle_only_the_file ${original_backtrace} ${libbacktrace})
add_custom_target(heddle_backtrace DEPENDS ${libbacktrace})
target_link_libraries(heddle_runtime_host PUBLIC heddle_finding heddle_trace heddle_compile heddle_schedule heddle_cluster
  PRIVATE heddle_warnings nlohmann_json::nlohmann_json heddle::llvm ${libbacktrace})
heddle_precompiled(heddle_runtime_host heddle_precompiled)
heddle_joined(heddle_runtime_host)
# <elf.h> has macros that LLVM has as names.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/runtime/host/elf_symbols.cpp ${PROJECT_SOURCE_DIR}/src/runtime/host/executable.cpp
  ${PROJECT_SOURCE_DIR}/src/runtime/host/symbols.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
add_dependencies(heddle_runtime_host heddle_runtime heddle_sample heddle_backtrace)
set_property(GLOBAL APPEND PROPERTY HEDDLE_FOLDERS runtime_host)
if(host_tests AND HEDDLE_TESTS)
  heddle_test(runtime_test SOURCES ${host_tests} USES runtime_host QUICK)
endif()
