# SPDX-License-Identifier: Apache-2.0
# cmake -DHEDDLE=… -DTO=… -DVERSION=… -P describe_self.cmake: manual pages and completion scripts, as heddle prints them.
file(REMOVE_RECURSE ${TO})
file(MAKE_DIRECTORY ${TO}/man1)
function(print file)
  execute_process(COMMAND ${HEDDLE} ${ARGN} OUTPUT_FILE ${TO}/${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
print(heddle completion bash)
print(_heddle completion zsh)
print(heddle.fish completion fish)
print(man1/heddle.1 manual)
execute_process(COMMAND ${HEDDLE} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "^.*\nCommands:\n" "" help "${help}")
string(REGEX REPLACE "\nOptions:.*$" "" help "${help}")
string(REGEX MATCHALL "\n  [a-z+]+ " verbs "\n${help}")
foreach(verb IN LISTS verbs)
  string(STRIP "${verb}" verb)
  print(man1/heddle-${verb}.1 manual ${verb})
endforeach()
# The pages, as they lie beside each other in the sources, so that their links lead somewhere. What is not installed is
# only named.
function(copy_page page)
  file(READ ${SOURCES}/${page} text)
  string(REGEX REPLACE "\\[([^]]*)\\]\\(\\.\\./(src|test)/[^)]*\\)" "\\1" text "${text}")
  string(REPLACE "](include/" "](../../../include/" text "${text}")
  file(WRITE ${TO}/pages/${page} "${text}")
endfunction()
file(GLOB pages RELATIVE ${SOURCES} ${SOURCES}/doc/*.md ${SOURCES}/doc/*.json)
foreach(page README.md CONTRIBUTING.md ${pages})
  copy_page(${page})
endforeach()
file(WRITE ${TO}/changelog "heddle (${VERSION}) unstable; urgency=medium

  * This release.

 -- heddle <heddle@example.org>  Thu, 01 Jan 2026 00:00:00 +0000
")
file(WRITE ${TO}/copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: heddle

Files: *
Copyright: the authors of heddle
License: Apache-2.0
 On Debian systems the text of the Apache License, version 2.0, is in
 /usr/share/common-licenses/Apache-2.0; elsewhere it is in LICENSE beside
 this file.
")
file(GLOB pages ${TO}/man1/*.1)
execute_process(COMMAND gzip -9nf ${pages} ${TO}/changelog COMMAND_ERROR_IS_FATAL ANY)
