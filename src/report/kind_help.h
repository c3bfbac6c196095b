// SPDX-License-Identifier: Apache-2.0
// What a kind of finding means and what to do about it: its section of doc/findings.md, which the program carries, for
// reports that are read where the page is not.
#pragma once

#include <string_view>

#include "finding/finding.h"

namespace heddle::report {

std::string_view help_of(finding::Kind kind);  // in Markdown

}  // namespace heddle::report
