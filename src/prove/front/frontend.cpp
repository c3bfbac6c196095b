// SPDX-License-Identifier: Apache-2.0
#include "prove/front/frontend.h"

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

// A program that looks at the macro by which the headers know that they are read for a proof may be another one
// without it. (Only the file itself is looked at, not what it includes.)
bool looks_at_the_prover(const std::string& text) {
  constexpr std::string_view kMacro = "HEDDLE_PROVE";
  const auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = text.find(kMacro); at != std::string::npos; at = text.find(kMacro, at + 1)) {
    const std::size_t end = at + kMacro.size();
    if ((at == 0 || !in_name(text[at - 1])) && (end == text.size() || !in_name(text[end]))) return true;
  }
  return false;
}

base::Result<Statements> read_statements(const std::string& file, const Compilation& compilation) {
  const auto text = base::read_file(file);
  if (!text) return failure(text.error());
  if (!compile::is_source(file))
    return failure(ErrorCode::usage, "expected a C file with <heddle/prove.h>", file);
  if (looks_at_the_prover(*text))
    return base::failure(base::ErrorCode::unsupported,
                         "it looks at HEDDLE_PROVE, so that what is proved need not be what is compiled",
                         file);
  const base::ScratchDirectory scratch;
  if (!scratch.exists()) return failure(ErrorCode::io, base::ScratchDirectory::trouble());
  const auto bitcode = scratch / "program.bc";
  compile::BitcodeOptions how{
      .compiler = compilation.compiler,
      .arguments = {compile::language_of(file) == compile::Language::cpp ? "-std=gnu++20" : "-std=gnu11",
                    "-O0", "-Xclang", "-disable-O0-optnone", "-ftrivial-auto-var-init=pattern",
                    "-DHEDDLE_PROVE"}};
  for (const std::string& include : compilation.include_directories) how.arguments.push_back("-I" + include);
  how.arguments.insert(how.arguments.end(), compilation.flags.begin(), compilation.flags.end());
  std::string compiled_file = file;
  if (const Registration& given = compilation.registration; !given.operations.empty()) {
    compiled_file = (scratch / ("program" + fs::path(file).extension().string())).string();
    std::ofstream(compiled_file) << with_registration(*text, file, given);
    how.arguments.push_back("-I" + fs::absolute(file).parent_path().string());  // as if it were there
  }
  if (const auto compiled = compile::to_bitcode(compiled_file, bitcode, how, scratch); !compiled)
    return failure(compiled.error());
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const std::unique_ptr<llvm::Module> module = llvm::parseIRFile(bitcode.string(), diagnostic, context);
  if (module == nullptr) return failure(ErrorCode::malformed, diagnostic.getMessage().str(), file);
  module->setSourceFileName(file);
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
