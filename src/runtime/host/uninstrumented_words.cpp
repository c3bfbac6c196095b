// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/uninstrumented_words.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <cxxabi.h>
#include <fmt/format.h>

#include "finding/suppressions.h"
#include "runtime/host/symbols.h"
#include "runtime/machine_code/uninstrumented.h"
#include "runtime/watch/channel.h"

namespace heddle::runtime::host {
namespace {

constexpr std::size_t kNamed = 3;

void note(void* to, const machine_code::Uninstrumented& function) {
  auto& code = *static_cast<UninstrumentedCode*>(to);
  const auto same = [&](const UninstrumentedCode::Function& known) {
    return known.address == function.address;
  };
  if (std::any_of(code.functions.begin(), code.functions.end(), same)) return;
  ++code.count;
  if (code.functions.size() < kNamed)
    code.functions.push_back({function.name, function.address, function.is_result});
}

void note_all(void* to, const machine_code::Uninstrumented& function) {
  static_cast<std::vector<UninstrumentedCode::Function>*>(to)->push_back(
      {function.name, function.address, function.is_result});
}

std::string readable_name(std::string name) {
  int status = 0;
  char* readable = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  if (status == 0 && name.starts_with("_Z")) name = readable;
  std::free(readable);
  return name;
}

// `name(int)` (file.cpp:3)
std::string words_for(const UninstrumentedCode::Function& function, Symbols& symbols) {
  const std::string name = readable_name(function.name);
  std::string place;
  const auto& frames = symbols.code(function.address + 1);
  if (!frames.empty() && !frames.back().file.empty())
    place = fmt::format(" ({}:{})", frames.back().file, frames.back().line);
  return fmt::format("`{}`{}{}", name, place,
                     function.is_result
                         ? ", of which gcc does not instrument how it stores its result (`heddle c++` does)"
                         : "");
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

bool has_own_standard_library(const std::string& path) {
  const std::string bytes = contents(path);
  return machine_code::has_own_standard_library(bytes.data(), bytes.size());
}

UninstrumentedCode uninstrumented_code(const std::string& path) {
  UninstrumentedCode code;
  code.path = path;
  const std::string bytes = contents(path);
  code.stripped = machine_code::find_uninstrumented(bytes.data(), bytes.size(), note, &code) ==
                  machine_code::Examined::without_symbols;
  code.lacks_members = machine_code::lacks_members(bytes.data(), bytes.size());
  return code;
}

UninstrumentedCode without_trusted(const UninstrumentedCode& code, const std::vector<std::string>& patterns) {
  const auto is_trusted = [&](const std::string& text) {
    return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
      return !text.empty() && finding::matches(pattern, text);
    });
  };
  UninstrumentedCode left{.path = code.path, .whole = code.whole, .stripped = code.stripped};
  if (is_trusted(code.path)) return {.path = code.path};
  if (patterns.empty() || code.whole || code.stripped || code.path.size() >= sizeof Module::path) return code;
  std::vector<UninstrumentedCode::Function> all;
  const std::string bytes = contents(code.path);
  machine_code::find_uninstrumented(bytes.data(), bytes.size(), note_all, &all);
  Module module{.low = 0, .high = ~std::uint64_t{0}};
  std::strcpy(module.path, code.path.c_str());
  Symbols symbols([&] { return std::span(&module, 1); });
  for (const UninstrumentedCode::Function& function : all) {
    const auto& frames = symbols.code(function.address + 1);
    if (is_trusted(readable_name(function.name)) || (!frames.empty() && is_trusted(frames.back().file)))
      continue;
    note(&left, {function.name.c_str(), function.address, function.is_result});
  }
  return left;
}

std::string describe(const UninstrumentedCode& code) {
  const std::string name = std::filesystem::path(code.path).filename().string();
  if (code.whole) return fmt::format("code that was not compiled for heddle ran: {}", code.path);
  if (code.stripped)
    return fmt::format(
        "{} has no symbol table: code in it that was not compiled for heddle would not be noticed", name);
  std::string members =
      code.lacks_members
          ? fmt::format(
                "{} was compiled by a clang for which heddle has no plug-in: accesses that clang leaves out "
                "were not seen",
                name)
          : "";
  if (code.count == 0) return members;
  std::string functions;
  if (code.path.size() < sizeof Module::path) {
    Module module{.low = 0, .high = ~std::uint64_t{0}};
    std::strcpy(module.path, code.path.c_str());
    Symbols symbols([&] { return std::span(&module, 1); });
    for (const UninstrumentedCode::Function& function : code.functions)
      functions += (functions.empty() ? "" : ", ") + words_for(function, symbols);
  }
  if (code.count > code.functions.size())
    functions += fmt::format(" and {} more", code.count - code.functions.size());
  return fmt::format("{} has code that was not compiled for heddle: {}{}{}", name, functions,
                     members.empty() ? "" : "; ", members);
}

}  // namespace heddle::runtime::host
