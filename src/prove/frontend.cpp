// SPDX-License-Identifier: Apache-2.0
#include "prove/frontend.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Woverloaded-virtual"
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#pragma GCC diagnostic pop

#include "base/include_directory.h"
#include "base/scratch_directory.h"
#include "prove/atomic_blocks.h"
#include "prove/movers.h"
#include "prove/translation.h"

namespace heddle::prove {

namespace fs = std::filesystem;
using base::ErrorCode;
using base::failure;

namespace {

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

// The compiler of C++ beside that of C: clang++-19 for clang-19.
std::string cpp_of(const std::string& compiler) {
  const auto at = compiler.rfind("clang");
  if (at == std::string::npos || compiler.compare(at, 7, "clang++") == 0) return compiler;
  return compiler.substr(0, at) + "clang++" + compiler.substr(at + 5);
}

}  // namespace

base::Result<Statements> read_statements(const std::string& file, const Compilation& compilation) {
  if (!fs::exists(file)) return failure(ErrorCode::not_found, "no such file", file);
  const base::ScratchDirectory scratch;
  if (!scratch.exists()) return failure(ErrorCode::io, "no temporary directory could be made");
  const std::string bitcode = scratch / "program.bc";
  const std::string messages = scratch / "messages";
  const std::string extension = fs::path(file).extension().string();
  const bool is_c = extension == ".c" || extension == ".h";
  std::string command = fmt::format(
      "{}{} -O0 -Xclang -disable-O0-optnone -ftrivial-auto-var-init=pattern -g -c -emit-llvm "
      "-DHEDDLE_PROVE",
      is_c ? compilation.compiler : cpp_of(compilation.compiler), is_c ? " -std=gnu11" : " -std=gnu++20");
  // After the user's own, so that these come first.
  const std::string own = base::include_directory(), own_headers = own.empty() ? "" : " -I " + quoted(own);
  for (const std::string& include : compilation.include_directories) command += " -I " + quoted(include);
  for (const std::string& flag : compilation.flags) command += " " + quoted(flag);
  command += own_headers;
  command += fmt::format(" {} -o {} 2> {}", quoted(file), quoted(bitcode), quoted(messages));
  const int status = std::system(command.c_str());
  std::string said;
  if (std::FILE* text = std::fopen(messages.c_str(), "r")) {
    char buffer[4096];
    for (std::size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, text)) > 0;)
      said.append(buffer, got);
    std::fclose(text);
  }
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module;
  if (status == 0) module = llvm::parseIRFile(bitcode, diagnostic, context);
  if (status != 0) return failure(ErrorCode::malformed, fmt::format("does not compile:\n{}", said), file);
  if (module == nullptr) return failure(ErrorCode::malformed, diagnostic.getMessage().str(), file);
  auto statements = Translation(*module, file).run();
  if (!statements) return statements;
  return settle_atomic_blocks(std::move(*statements));
}

base::Result<Program> read_program(const std::string& file, const Compilation& compilation) {
  auto statements = read_statements(file, compilation);
  if (!statements) return failure(statements.error());
  return merge_movers(std::move(statements->program), statements->inside);
}

}  // namespace heddle::prove
