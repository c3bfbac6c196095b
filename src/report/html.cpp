// SPDX-License-Identifier: Apache-2.0
// The report as a page: the one built from web/ (cmake/web.cmake), with the JSON report and the source files it names
// put into it. The page is one file, asks nothing of the network, and takes everything in the data for text.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include <nlohmann/json.hpp>

#include "report/page.h"
#include "report/reporter.h"

#ifdef HEDDLE_PAGE
// The file as it is, between two symbols.
asm(".section .rodata\n"
    "heddle_page_begin:\n"
    ".incbin \"" HEDDLE_PAGE
    "\"\n"
    "heddle_page_end:\n"
    ".byte 0\n"
    ".previous\n");
extern "C" const char heddle_page_begin[];
extern "C" const char heddle_page_end[];
#endif

namespace heddle::report {
namespace {

constexpr std::uintmax_t kLargestSource = std::uintmax_t{1} << 20;
constexpr std::size_t kMostSources = std::size_t{8} << 20;
constexpr std::string_view kHere = "HEDDLE_REPORT_GOES_HERE";

void add_files(const nlohmann::json& json, std::set<std::string>& files) {
  if (json.is_object()) {
    for (const auto& [key, value] : json.items()) {
      if ((key == "location" || key == "created") && value.is_string()) {
        const std::string place = value.get<std::string>();
        if (const std::size_t colon = place.rfind(':'); colon != std::string::npos)
          files.insert(place.substr(0, colon));
      } else {
        add_files(value, files);
      }
    }
  } else if (json.is_array()) {
    for (const auto& each : json) add_files(each, files);
  }
}

nlohmann::json sources_of(const nlohmann::json& report) {
  std::set<std::string> files;
  add_files(report, files);
  nlohmann::json sources = nlohmann::json::object();
  std::size_t room = kMostSources;
  for (const std::string& file : files) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error) ||
        std::filesystem::file_size(file, error) > kLargestSource)
      continue;
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (text.size() > room) break;
    room -= text.size();
    sources[file] = text;
  }
  return sources;
}

}  // namespace

bool has_page() {
#ifdef HEDDLE_PAGE
  return true;
#else
  return false;
#endif
}

std::string page_of(const std::string& json) {
#ifdef HEDDLE_PAGE
  nlohmann::json report = nlohmann::json::parse(json, nullptr, false);
  nlohmann::json data = {{"report", report}, {"sources", sources_of(report)}};
  // In a page even a string must not end the script that it stands in: `<` is written as its number.
  std::string text;
  for (const char c : data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  const std::string_view page(heddle_page_begin,
                              static_cast<std::size_t>(heddle_page_end - heddle_page_begin));
  const std::size_t at = page.find(kHere);
  return std::string(page.substr(0, at)) + text + std::string(page.substr(at + kHere.size()));
#else
  return json;
#endif
}

std::string format_html(const finding::Report& report, const Style& style) {
  return page_of(format_json(report, style));
}

}  // namespace heddle::report
