// SPDX-License-Identifier: Apache-2.0
#include "report/source_lines.h"

#include <filesystem>
#include <fstream>

namespace heddle::report {
namespace {

constexpr std::uintmax_t kLargestFile = std::uintmax_t{16} << 20;  // nobody wrote a larger source by hand

std::vector<std::string> read_lines(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error) ||
      std::filesystem::file_size(file, error) > kLargestFile)
    return {};
  std::vector<std::string> lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

}  // namespace

std::string_view SourceLines::line(const std::string& file, std::uint32_t number) {
  if (file.empty() || number == 0) return {};
  auto [entry, is_new] = files_.try_emplace(file);
  if (is_new) entry->second = read_lines(file);
  return number <= entry->second.size() ? std::string_view(entry->second[number - 1]) : std::string_view();
}

}  // namespace heddle::report
