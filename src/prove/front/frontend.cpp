// SPDX-License-Identifier: Apache-2.0
#include "prove/front/frontend.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <memory>

#include <fmt/format.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

#include "base/read_file.h"
#include "base/scratch_directory.h"
#include "compile/bitcode.h"
#include "compile/compiler.h"
#include "prove/front/atomic_blocks.h"
#include "prove/front/movers.h"
#include "prove/front/translation.h"

namespace heddle::prove {

namespace fs = std::filesystem;
using base::ErrorCode;
using base::failure;

// A program that looks at the macros by which the headers know that they are read for a proof, or run beside one, may be
// another one without them. The first such name; "": none. (Only the file itself is looked at, not what it includes.)
std::string_view looks_at_the_prover(std::string_view text) {
  const auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (const std::string_view macros : {"HEDDLE_PROVE", "HEDDLE_BESIDE", "__has_feature", "__OPTIMIZE__"})
    for (std::size_t at = text.find(macros); at != std::string_view::npos; at = text.find(macros, at + 1)) {
      if (at != 0 && in_name(text[at - 1])) continue;
      std::size_t end = at + macros.size();
      while (end < text.size() && in_name(text[end])) ++end;
      return text.substr(at, end - at);
    }
  return {};
}

base::Result<std::string> source_of(const std::string& file, const Compilation& compilation,
                                    const base::ScratchDirectory& scratch) {
  const auto text = base::read_file(file);
  if (!text) return failure(text.error());
  if (!compile::is_source(file))
    return failure(ErrorCode::usage, "expected a C file with <heddle/prove.h>", file);
  if (const std::string_view macro = looks_at_the_prover(*text); !macro.empty())
    return base::failure(
        base::ErrorCode::unsupported,
        fmt::format("it looks at {}, so that what is proved need not be what is compiled", macro), file);
  if (!scratch.exists()) return failure(ErrorCode::io, base::ScratchDirectory::trouble());
  const Registration& given = compilation.registration;
  if (given.operations.empty()) return file;
  const std::string added = (scratch / ("program" + fs::path(file).extension().string())).string();
  std::ofstream(added) << with_registration(*text, file, given);
  return added;
}

std::vector<std::string> arguments_of(const std::string& file, const Compilation& compilation) {
  std::vector<std::string> arguments = {
      compile::language_of(file) == compile::Language::cpp ? "-std=gnu++20" : "-std=gnu11", "-O0"};
  for (const std::string& include : compilation.include_directories) arguments.push_back("-I" + include);
  arguments.insert(arguments.end(), compilation.flags.begin(), compilation.flags.end());
  if (!compilation.registration.operations.empty())
    arguments.push_back("-I" + fs::absolute(file).parent_path().string());  // as if it were there
  return arguments;
}

// What was put behind the file's text is nothing that the user wrote: of an error there its first line is told.
std::string in_users_words(const std::string& message, const Compilation& compilation) {
  const std::string begin = fmt::format("{}:", kCommandLine), sign = "error: ";
  const std::size_t error = message.find(sign);
  if (compilation.registration.operations.empty() || error == std::string::npos) return message;
  const std::size_t line = message.rfind('\n', error) + 1;
  if (message.compare(line, begin.size(), begin) != 0) return message;
  const std::size_t from = error + sign.size();
  std::string said = message.substr(from, message.find('\n', from) - from);
  if (const std::size_t meant = said.find("; did you mean 'heddle_"); meant != std::string::npos)
    said.resize(meant);
  return fmt::format("{} of the command line: {}",
                     compilation.registration.type.empty() ? "--operations" : "--type or --operations", said);
}

base::Result<Statements> translate_file(const std::string& file, const Compilation& compilation) {
  const base::ScratchDirectory scratch;
  const auto source = source_of(file, compilation, scratch);
  if (!source) return failure(source.error());
  const auto bitcode = scratch / "program.bc";
  compile::BitcodeOptions how{.compiler = compilation.compiler, .arguments = arguments_of(file, compilation)};
  // The types of accesses (access_types.h) are there from -O1 on. Nothing is optimised.
  if (std::ranges::none_of(compilation.flags, [](const std::string& flag) { return flag.starts_with("-O"); }))
    how.arguments.insert(how.arguments.end(), {"-O1", "-U__OPTIMIZE__"});
  how.arguments.insert(how.arguments.end(),
                       {"-Xclang", "-disable-llvm-passes", "-Xclang", "-disable-O0-optnone",
                        "-ftrivial-auto-var-init=pattern", "-DHEDDLE_PROVE"});
  if (const auto compiled = compile::to_bitcode(*source, bitcode, how, scratch); !compiled)
    return failure(compiled.error().code, in_users_words(compiled.error().message, compilation), file);
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const std::unique_ptr<llvm::Module> module = llvm::parseIRFile(bitcode.string(), diagnostic, context);
  if (module == nullptr) return failure(ErrorCode::malformed, diagnostic.getMessage().str(), file);
  module->setSourceFileName(file);
  return Translation(*module, file).run();
}

base::Result<Statements> read_statements(const std::string& file, const Compilation& compilation) {
  auto statements = translate_file(file, compilation);
  if (!statements) return statements;
  return settle_atomic_blocks(std::move(*statements));
}

base::Result<Program> program_of(Statements statements) {
  Statements settled = settle_atomic_blocks(std::move(statements));
  return merge_movers(std::move(settled.program), settled.inside);
}

base::Result<Program> read_program(const std::string& file, const Compilation& compilation) {
  auto statements = translate_file(file, compilation);
  if (!statements) return failure(statements.error());
  return program_of(std::move(*statements));
}

}  // namespace heddle::prove
