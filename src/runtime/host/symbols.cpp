// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/symbols.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <backtrace.h>
#include <cxxabi.h>
#include <fmt/format.h>
#include <link.h>

#include "event/function_name.h"
#include "runtime/host/elf_symbols.h"
#include "runtime/host/variables.h"

namespace heddle::runtime::host {

std::string demangled(const char* name) {
  if (name == nullptr) return {};
  if (std::strncmp(name, "_Z", 2) != 0) return name;             // "x" is not "long long"
  const std::string unversioned(name, std::strcspn(name, "@"));  // of std::cout in the program: @GLIBCXX_3.4
  int status = 0;
  char* text = abi::__cxa_demangle(unversioned.c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 && text != nullptr ? text : unversioned;
  std::free(text);
  return result;
}

namespace {

void ignore_error(void*, const char*, int) {}

bool is_system_library(const char* path) {
  for (const char* directory : {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"})
    if (std::strncmp(path, directory, std::strlen(directory)) == 0) return true;
  return false;
}

}  // namespace

// libbacktrace takes a file to be the running program, together with whatever else this process has loaded:
// its debug information would be read too, each time. Our copy of the library asks this function instead of
// dl_iterate_phdr (cmake/runtime.cmake), and hears of the file alone, loaded where its own addresses say.
extern "C" int heddle_only_the_file(int (*each)(dl_phdr_info*, std::size_t, void*), void* data);
extern "C" int heddle_only_the_file(int (*each)(dl_phdr_info*, std::size_t, void*), void* data) {
  dl_phdr_info info{};
  info.dlpi_name = "";
  return each(&info, sizeof info, data);
}

struct Symbols::File {
  backtrace_state* state = nullptr;
  std::unique_ptr<ElfSymbols> names;  // instead, of a library of the system
  std::unique_ptr<Variables> variables;
};

Symbols::Symbols(Modules modules) : modules_(std::move(modules)) {}
Symbols::~Symbols() = default;

const Module* Symbols::module_at(std::uint64_t address) const {
  const std::span<const Module> modules = modules_();
  const auto found = std::find_if(modules.rbegin(), modules.rend(), [&](const Module& module) {
    return address >= module.low && address < module.high;
  });
  return found == modules.rend() ? nullptr : &*found;  // a later one replaced what it overlaps
}

std::string Symbols::module_of(std::uint64_t address) const {
  const Module* module = module_at(address);
  return module != nullptr ? module->path : "";
}

std::vector<std::string> Symbols::libraries_of(const event::Location& place) const {
  std::vector<std::string> libraries;
  for (const auto& [address, locations] : code_) {
    if (std::find(locations.begin(), locations.end(), place) == locations.end()) continue;
    std::string name = std::filesystem::path(module_of(address)).filename().string();
    if (name.find(".so") != std::string::npos) libraries.push_back(std::move(name));
  }
  return libraries;
}

Symbols::File* Symbols::file_of(const Module& module) {
  auto [entry, is_new] = files_.try_emplace(module.path);
  if (is_new) {
    entry->second = std::make_unique<File>();
    File& file = *entry->second;
    if (is_system_library(module.path)) {
      file.names = std::make_unique<ElfSymbols>(module.path);
    } else if (std::filesystem::exists(module.path)) {
      file.state = backtrace_create_state(entry->first.c_str(), 0, ignore_error, nullptr);
    }
  }
  return entry->second->state != nullptr || entry->second->names != nullptr ? entry->second.get() : nullptr;
}

Variables& Symbols::variables_of(File& file, const Module& module) {
  if (!file.variables) file.variables = std::make_unique<Variables>(module.path);
  return *file.variables;
}

const std::vector<event::Location>& Symbols::code(std::uint64_t return_address) {
  auto [entry, is_new] = code_.try_emplace(return_address);
  std::vector<event::Location>& locations = entry->second;
  if (!is_new) return locations;
  const Module* module = module_at(return_address);
  if (module == nullptr) {
    locations.push_back({.function = fmt::format("{:#x}", return_address)});
    return locations;
  }
  if (File* file = file_of(*module)) {
    const std::uint64_t address = return_address - 1 - module->bias;
    const auto add = [](void* to, std::uintptr_t, const char* path, int line, const char* function) {
      if (path == nullptr) return 0;
      static_cast<std::vector<event::Location>*>(to)->push_back(
          {.file = tidy_path(path),
           .line = static_cast<std::uint32_t>(line),
           .function = event::readable_function(demangled(function))});
      return 0;
    };
    // The system's libraries may carry debug information, of sources that are not here.
    if (file->names != nullptr) {
      if (const ElfSymbols::Symbol* symbol = file->names->at(address))
        locations.push_back({.function = demangled(symbol->name.c_str())});
    } else {
      // Code that stands for several lines has line 0: what comes before it says more.
      constexpr std::uint64_t kBack = 64;
      for (std::uint64_t back = 0; back < kBack; ++back) {
        std::vector<event::Location> found;
        backtrace_pcinfo(file->state, address - back, add, ignore_error, &found);
        if (found.empty() || (back > 0 && found.back().function != locations.back().function)) break;
        if (back == 0 || found.front().line != 0) locations = std::move(found);
        if (locations.front().line != 0) break;
      }
    }
    if (locations.empty() && file->state != nullptr) {
      for (event::Location& frame : variables_of(*file, *module).code(address)) {
        frame.file = tidy_path(frame.file);
        frame.function = event::readable_function(demangled(frame.function.c_str()));
        locations.push_back(std::move(frame));
      }
    }
    if (locations.empty() && file->state != nullptr) {
      const auto name = [](void* to, std::uintptr_t, const char* symbol, std::uintptr_t, std::uintptr_t) {
        if (symbol != nullptr)
          static_cast<std::vector<event::Location>*>(to)->push_back({.function = demangled(symbol)});
      };
      backtrace_syminfo(file->state, address, name, ignore_error, &locations);
    }
  }
  if (locations.empty())
    locations.push_back(
        {.function = fmt::format("{}+{:#x}", std::filesystem::path(module->path).filename().string(),
                                 return_address - module->bias)});
  return locations;
}

std::optional<Global> Symbols::global(std::uint64_t address) {
  const Module* module = module_at(address);
  if (module == nullptr) return std::nullopt;
  File* file = file_of(*module);
  if (file == nullptr) return std::nullopt;
  if (file->names != nullptr) {
    const ElfSymbols::Symbol* symbol = file->names->at(address - module->bias);
    if (symbol == nullptr) return std::nullopt;
    return Global{demangled(symbol->name.c_str()), symbol->address + module->bias, symbol->size};
  }
  Global found;
  const auto name = [](void* to, std::uintptr_t, const char* symbol, std::uintptr_t value,
                       std::uintptr_t size) {
    if (symbol == nullptr) return;
    *static_cast<Global*>(to) = {demangled(symbol), value, size};
  };
  backtrace_syminfo(file->state, address - module->bias, name, ignore_error, &found);
  if (found.name.empty()) return std::nullopt;
  found.address += module->bias;
  return found;
}

Symbols::Described Symbols::described(std::uint64_t address) {
  const Module* module = module_at(address);
  if (module == nullptr || is_system_library(module->path)) return {};
  File* file = file_of(*module);
  if (file == nullptr) return {};
  return {&variables_of(*file, *module), module->bias};
}

Symbols::Described Symbols::program() {
  const std::span<const Module> modules = modules_();
  return modules.empty() ? Described{} : described(modules.front().low);
}

std::string tidy_path(const std::string& path) {
  std::error_code error;
  std::filesystem::path file = std::filesystem::path(path).lexically_normal();
  const auto here = std::filesystem::current_path(error);
  if (error) return file.string();
  // As the compiler was given it; elsewhere the debug information has the same file with all its folders.
  if (!file.empty() && *file.begin() == ".." && std::filesystem::exists(file, error))
    file = (here / file).lexically_normal();
  const auto relative = file.is_relative() ? file : file.lexically_relative(here);
  if (relative.empty() || *relative.begin() == "..") return file.string();
  // clang writes names below the root, and libbacktrace puts the directory of the compilation before them.
  const auto rooted = std::filesystem::path("/") / relative;
  return !std::filesystem::exists(relative, error) && std::filesystem::exists(rooted, error)
             ? rooted.string()
             : relative.string();
}

bool is_known_library(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  return name.find(".so") == std::string::npos || is_system_library(path.c_str()) ||
         name.starts_with("libheddle_") || name.starts_with("libtsan.so") || name.starts_with("linux-vdso");
}

}  // namespace heddle::runtime::host
