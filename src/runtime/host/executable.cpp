// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/executable.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>

#include <elf.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/read_file.h"
#include "compile/compiler.h"
#include "runtime/host/check_record.h"

namespace heddle::runtime::host {

using base::ErrorCode;
using base::failure;

base::Result<std::string> runtime_directory() {
  std::vector<std::string> tried;
  if (const char* given = std::getenv("HEDDLE_RUNTIME_DIRECTORY")) tried.emplace_back(given);
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) {
    tried.push_back((self.parent_path() / "lib/heddle").string());
    tried.push_back((self.parent_path().parent_path() / "lib/heddle").string());
  }
  for (const std::string& directory : tried)
    if (std::filesystem::exists(directory + "/libheddle_runtime.so")) return directory;
  return failure(ErrorCode::not_found,
                 "libheddle_runtime.so is not where heddle is; set HEDDLE_RUNTIME_DIRECTORY");
}

namespace {

// Whether it calls the instrumentation and takes it from a library that can be ours. An error says why not.
base::Result<void> check_instrumented(const std::string& program) {
  const auto read = base::read_file(program);
  if (!read) return failure(read.error());
  const std::string& bytes = *read;
  if (bytes.starts_with("#!")) return {};  // a script may start an instrumented program
  if (is_saved_finding(bytes))
    return failure(ErrorCode::usage,
                   fmt::format("it is a saved finding; run it again: heddle replay {}", program), program);
  if (!bytes.starts_with("\x7f"
                         "ELF"))
    return failure(ErrorCode::malformed, "expected a program, or a C or C++ source file", program);
  Elf64_Ehdr header{};
  if (bytes.size() < sizeof header) return failure(ErrorCode::malformed, "the program is cut short", program);
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != EM_X86_64)
    return failure(
        ErrorCode::unsupported,
        fmt::format("it is {}, and heddle is for programs of x86-64",
                    header.e_ident[EI_CLASS] != ELFCLASS64 ? "a program of 32 bits" : "of another processor"),
        program);
  if (header.e_type == ET_REL)
    return failure(
        ErrorCode::usage,
        fmt::format("it is an object file; link it to a program first: heddle c++ {} -o app", program),
        program);
  if (program.ends_with(".so") || program.find(".so.") != std::string::npos)
    return failure(ErrorCode::usage, "it is a library; name a program that uses it", program);
  if (header.e_shoff + std::uint64_t{header.e_shnum} * header.e_shentsize > bytes.size())
    return failure(ErrorCode::malformed, "the program is cut short", program);
  bool calls = false, defines = false;
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section{};
    const std::uint64_t at = header.e_shoff + std::uint64_t{i} * header.e_shentsize;
    if (at + sizeof section > bytes.size()) break;
    std::memcpy(&section, bytes.data() + at, sizeof section);
    if (section.sh_type != SHT_DYNSYM) continue;
    Elf64_Shdr strings{};
    const std::uint64_t strings_at = header.e_shoff + std::uint64_t{section.sh_link} * header.e_shentsize;
    if (strings_at + sizeof strings > bytes.size()) break;
    std::memcpy(&strings, bytes.data() + strings_at, sizeof strings);
    for (std::uint64_t symbol_at = section.sh_offset;
         symbol_at + sizeof(Elf64_Sym) <=
         std::min<std::uint64_t>(section.sh_offset + section.sh_size, bytes.size());
         symbol_at += sizeof(Elf64_Sym)) {
      Elf64_Sym symbol{};
      std::memcpy(&symbol, bytes.data() + symbol_at, sizeof symbol);
      const std::uint64_t name_at = strings.sh_offset + symbol.st_name;
      if (name_at >= bytes.size() || std::string_view(bytes.data() + name_at) != "__tsan_init") continue;
      (symbol.st_shndx == SHN_UNDEF ? calls : defines) = true;
    }
  }
  if (defines)
    return failure(
        ErrorCode::unsupported,
        "it carries clang's own sanitizer runtime; build it with `heddle cc` or `heddle c++` instead",
        program);
  if (!calls)
    return failure(
        ErrorCode::unsupported,
        "it is not instrumented; build it with `heddle cc` or `heddle c++` (or gcc -fsanitize=thread)",
        program);
  return {};
}

}  // namespace

base::Result<std::string> prepare(const compile::Source& source, const std::string& directory,
                                  const base::ScratchDirectory& to) {
  if (!source.compile_commands.empty() || compile::is_source(source.file))
    return compile::build(source, directory, to);
  if (std::error_code error; std::filesystem::is_directory(source.file, error))
    return failure(ErrorCode::usage, "it is a directory; name its source files, or a program built in it",
                   source.file);
  std::error_code unknown;
  if (const auto there = std::filesystem::status(source.file, unknown);
      std::filesystem::exists(there) && !std::filesystem::is_regular_file(there))
    return failure(ErrorCode::usage, "it is no file; a program or its source was expected", source.file);
  if (const auto usable = check_instrumented(source.file); !usable) return failure(usable.error());
  if (access(source.file.c_str(), X_OK) != 0)
    return failure(ErrorCode::usage,
                   errno == EACCES ? fmt::format("it may not be executed; chmod +x {}", source.file)
                                   : fmt::format("it cannot be executed: {}", std::strerror(errno)),
                   source.file);
  return source.file.find('/') == std::string::npos ? "./" + source.file : source.file;
}

}  // namespace heddle::runtime::host
