# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` leaves: the program, the public headers, the folders' libraries, and the CMake package.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
get_property(folders GLOBAL PROPERTY HEDDLE_FOLDERS)
foreach(folder IN LISTS folders)
  install(TARGETS heddle_${folder} EXPORT heddleTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/heddle)
endforeach()
install(TARGETS heddle_warnings heddle_llvm heddle_everything EXPORT heddleTargets)
set_target_properties(heddle_everything PROPERTIES EXPORT_NAME heddle)
set_target_properties(heddle PROPERTIES EXPORT_NAME command)
install(TARGETS heddle EXPORT heddleTargets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/heddle DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/heddle)
install(EXPORT heddleTargets NAMESPACE heddle:: DESTINATION ${package})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/heddleConfig.cmake.in
  ${PROJECT_BINARY_DIR}/heddleConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/heddleConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/heddleConfig.cmake ${PROJECT_BINARY_DIR}/heddleConfigVersion.cmake DESTINATION ${package})
