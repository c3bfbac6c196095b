# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` leaves: the program, the public headers, the folders' libraries, and the CMake package.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
foreach(folder IN ITEMS base event finding trace order detect api)  # what the public headers stand on
  install(TARGETS heddle_${folder} EXPORT heddleTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/heddle)
endforeach()
install(TARGETS heddle_warnings EXPORT heddleTargets)
set_target_properties(heddle_api PROPERTIES EXPORT_NAME heddle)
target_include_directories(heddle_api INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
set_target_properties(heddle PROPERTIES EXPORT_NAME command)
install(TARGETS heddle EXPORT heddleTargets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/heddle DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
# The runtime stands where `heddle` looks for it: bin/../lib/heddle.
install(TARGETS heddle_runtime heddle_check LIBRARY DESTINATION lib/heddle)
install(DIRECTORY ${PROJECT_BINARY_DIR}/lib/heddle/tsan ${PROJECT_BINARY_DIR}/lib/heddle/check DESTINATION lib/heddle)
if(TARGET heddle_whole_values)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/lib/heddle/gcc DESTINATION lib/heddle)
endif()
install(DIRECTORY ${PROJECT_BINARY_DIR}/lib/heddle/clang DESTINATION lib/heddle OPTIONAL)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/heddle)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/heddle_instrument.cmake ${PROJECT_SOURCE_DIR}/cmake/heddle_toolchain.cmake
  DESTINATION ${package})
install(EXPORT heddleTargets NAMESPACE heddle:: DESTINATION ${package})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/heddleConfig.cmake.in
  ${PROJECT_BINARY_DIR}/heddleConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/heddleConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/heddleConfig.cmake ${PROJECT_BINARY_DIR}/heddleConfigVersion.cmake DESTINATION ${package})
