# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` leaves: the program, stripped, with its debug information beside it; the runtime; the public
# headers; the folders' libraries and the CMake package; pkg-config; manual pages and completion; licence and pages.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
# The program and the headers stand alone; the library stands on packages that not everybody has.
set_target_properties(heddle PROPERTIES EXPORT_NAME command)
install(TARGETS heddle EXPORT heddleTargets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
add_library(heddle_headers INTERFACE)
set_target_properties(heddle_headers PROPERTIES EXPORT_NAME check)
target_include_directories(heddle_headers INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(TARGETS heddle_headers EXPORT heddleTargets)
set_target_properties(heddle_verbs PROPERTIES EXPORT_NAME verbs)
target_include_directories(heddle_verbs INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(TARGETS heddle_verbs EXPORT heddleTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/heddle)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/heddle DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

foreach(folder IN ITEMS base event finding trace order detect api)  # what the public headers stand on
  install(TARGETS heddle_${folder} EXPORT heddleLibraryTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/heddle)
endforeach()
install(TARGETS heddle_warnings EXPORT heddleLibraryTargets)
set_target_properties(heddle_api PROPERTIES EXPORT_NAME heddle)
target_include_directories(heddle_api INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

# The runtime stands where `heddle` looks for it: bin/../lib/heddle.
install(TARGETS heddle_runtime heddle_check LIBRARY DESTINATION lib/heddle)
if(TARGET heddle_mpi)
  install(TARGETS heddle_mpi LIBRARY DESTINATION lib/heddle)
endif()
install(DIRECTORY ${PROJECT_BINARY_DIR}/lib/heddle/tsan ${PROJECT_BINARY_DIR}/lib/heddle/check
        ${PROJECT_BINARY_DIR}/lib/heddle/sample DESTINATION lib/heddle)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/runtime/host/gdb DESTINATION lib/heddle)
if(TARGET heddle_left_out_gcc)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/lib/heddle/gcc DESTINATION lib/heddle)
endif()
install(DIRECTORY ${PROJECT_BINARY_DIR}/lib/heddle/clang DESTINATION lib/heddle OPTIONAL)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/heddle)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/heddle_instrument.cmake ${PROJECT_SOURCE_DIR}/cmake/heddle_discover.cmake
  ${PROJECT_SOURCE_DIR}/cmake/heddle_toolchain.cmake DESTINATION ${package})
install(EXPORT heddleTargets NAMESPACE heddle:: DESTINATION ${package})
install(EXPORT heddleLibraryTargets NAMESPACE heddle:: DESTINATION ${package})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/heddleConfig.cmake.in
  ${PROJECT_BINARY_DIR}/heddleConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/heddleConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/heddleConfig.cmake ${PROJECT_BINARY_DIR}/heddleConfigVersion.cmake DESTINATION ${package})
file(RELATIVE_PATH up /x/${CMAKE_INSTALL_LIBDIR}/pkgconfig /x)
string(REGEX REPLACE "/$" "" up "${up}")
configure_file(${PROJECT_SOURCE_DIR}/cmake/heddle.pc.in ${PROJECT_BINARY_DIR}/heddle.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/heddle.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The program describes itself: manual pages and completion are what it prints.
set(self ${PROJECT_BINARY_DIR}/self)
install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\" -DHEDDLE=$<TARGET_FILE:heddle> -DTO=${self}
  -DVERSION=${PROJECT_VERSION} -DSOURCES=${PROJECT_SOURCE_DIR} -P \"${PROJECT_SOURCE_DIR}/cmake/describe_self.cmake\" COMMAND_ERROR_IS_FATAL ANY)")
install(DIRECTORY ${self}/pages/ DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/doc/pictures DESTINATION ${CMAKE_INSTALL_DOCDIR}/doc OPTIONAL)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${self}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(DIRECTORY ${self}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
install(FILES ${self}/heddle DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${self}/_heddle DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${self}/heddle.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES ${self}/changelog.gz DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(CODE "set(HEDDLE_OBJCOPY \"${CMAKE_OBJCOPY}\")")
install(SCRIPT ${PROJECT_SOURCE_DIR}/cmake/split_debug.cmake)

include(${PROJECT_SOURCE_DIR}/cmake/packages.cmake)
