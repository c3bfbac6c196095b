// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/uninstrumented.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <cxxabi.h>
#include <fmt/format.h>

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

// `name(int)` (file.cpp:3)
std::string words_for(const UninstrumentedCode::Function& function, Symbols& symbols) {
  std::string name = function.name;
  int status = 0;
  char* readable = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  if (status == 0 && name.starts_with("_Z")) name = readable;
  std::free(readable);
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
  return code;
}

std::string describe(const UninstrumentedCode& code) {
  const std::string name = std::filesystem::path(code.path).filename().string();
  if (code.whole) return fmt::format("code that was not compiled for heddle ran: {}", code.path);
  if (code.stripped)
    return fmt::format(
        "{} has no symbol table: code in it that was not compiled for heddle would not be noticed", name);
  if (code.count == 0) return "";
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
  return fmt::format("{} has code that was not compiled for heddle: {}", name, functions);
}

}  // namespace heddle::runtime::host
