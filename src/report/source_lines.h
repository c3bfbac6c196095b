// SPDX-License-Identifier: Apache-2.0
// Lines of the user's source files, read once each and kept. A file that cannot be read has no lines.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::report {

class SourceLines {
 public:
  // Line `number`, counted from 1, without its end; empty if there is none.
  std::string_view line(const std::string& file, std::uint32_t number);

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace heddle::report
