// SPDX-License-Identifier: Apache-2.0
// The page of --format html and `heddle view`.
#pragma once

#include <string>

namespace heddle::report {

bool has_page();                               // it was built in: node and npm were there
std::string page_of(const std::string& json);  // of any JSON report

}  // namespace heddle::report
