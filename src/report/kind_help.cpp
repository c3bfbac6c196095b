// SPDX-License-Identifier: Apache-2.0
#include "report/kind_help.h"

#include <string>

#include "base/check.h"

// The page as it is, between two symbols.
asm(".section .rodata\n"
    "heddle_findings_begin:\n"
    ".incbin \"" HEDDLE_FINDINGS_PAGE
    "\"\n"
    "heddle_findings_end:\n"
    ".byte 0\n"
    ".previous\n");
extern "C" const char heddle_findings_begin[];
extern "C" const char heddle_findings_end[];

namespace heddle::report {

std::string_view help_of(finding::Kind kind) {
  const std::string_view page(heddle_findings_begin,
                              static_cast<std::size_t>(heddle_findings_end - heddle_findings_begin));
  const std::string heading = "\n## " + std::string(finding::name(kind)) + "\n\n";
  const std::size_t at = page.find(heading);
  HEDDLE_CHECK(at != std::string_view::npos, "doc/findings.md has a section of each kind");
  const std::string_view section = page.substr(at + heading.size());
  const std::string_view text = section.substr(0, section.find("\n\n## "));
  return text.substr(0, text.find_last_not_of('\n') + 1);
}

}  // namespace heddle::report
