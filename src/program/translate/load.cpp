// SPDX-License-Identifier: Apache-2.0
#include "program/translate/load.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "base/scratch_directory.h"
#include "compile/bitcode.h"
#include "compile/compiler.h"
#include "program/translate/library.h"
#include "program/translate/translate.h"

namespace heddle::program {
namespace {

namespace fs = std::filesystem;

// libstdc++ says of std::string and others that their bodies are in the library; here they are needed.
constexpr const char* kOwnTemplates = R"cpp(#if __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#endif
)cpp";

// One source file → bitcode.
base::Result<void> compile_file(const std::string& file, const fs::path& output,
                                const CompileOptions& options, const base::ScratchDirectory& scratch) {
  compile::BitcodeOptions how{.compiler = options.compiler};
  if (compile::language_of(file) == compile::Language::cpp) {
    std::ofstream(scratch / "templates.h") << kOwnTemplates;
    std::error_code ignored;
    fs::create_directory(scratch / "bits", ignored);
    for (const auto& [name, text] : kOwnHeaders) std::ofstream(scratch / name) << text;
    how.arguments = {"-isystem", (scratch / "").string(), "-include", (scratch / "templates.h").string()};
    if (std::ranges::none_of(options.arguments,
                             [](const std::string& word) { return word.starts_with("-std="); }))
      how.arguments.emplace_back("-std=c++20");  // as where it is run (build.cpp)
  }
  // -O0: what the source says, no access merged or dropped; scopes of local variables are marked in the
  // bitcode, as address sanitizers want them.
  for (const char* word :
       {"-O0", "-fno-discard-value-names", "-Xclang", "-fsanitize-address-use-after-scope",
        "-DHEDDLE_MACHINE=1", "-U_FORTIFY_SOURCE", "-fno-stack-protector", "-w", "-fno-color-diagnostics"})
    how.arguments.emplace_back(word);
  how.arguments.insert(how.arguments.end(), options.arguments.begin(), options.arguments.end());
  return compile::to_bitcode(file, output, how, scratch);
}

}  // namespace

base::Result<Program> load(const std::vector<std::string>& files, const CompileOptions& options) {
  if (files.empty()) return base::failure(base::ErrorCode::usage, "expected a C or C++ source file");
  const base::ScratchDirectory scratch;
  if (!scratch.exists()) return base::failure(base::ErrorCode::io, base::ScratchDirectory::trouble());
  std::vector<std::string> bitcode;
  for (const std::string& file : files) {
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored))
      return base::failure(base::ErrorCode::not_found, "no such file", file);
    if (compile::is_bitcode(file)) {
      bitcode.push_back(file);
      continue;
    }
    if (!compile::is_source(file))
      return base::failure(base::ErrorCode::usage,
                           "expected C (.c), C++ (.cpp, .cc, .cxx) or LLVM bitcode (.bc, .ll)", file);
    const fs::path output = scratch / fmt::format("{}.bc", bitcode.size());
    if (base::Result<void> done = compile_file(file, output, options, scratch); !done)
      return base::failure(done.error());
    bitcode.push_back(output.string());
  }
  base::Result<Program> program = translate(bitcode, options.function);
  std::vector<const LibraryPart*> linked;
  while (program) {  // what is linked may need more
    const LibraryText text = library_text(program->missing, linked);
    if (text.c.empty() && text.cpp.empty()) break;
    CompileOptions plain = options;
    plain.arguments = {"-fno-builtin"};
    for (const auto& [ending, part] : {std::pair("c", &text.c), std::pair("cpp", &text.cpp)}) {
      if (part->empty()) continue;
      const std::string name = fmt::format("library{}", bitcode.size());
      const fs::path file = scratch / fmt::format("{}.{}", name, ending);
      std::ofstream(file) << *part;
      const fs::path output = scratch / (name + ".bc");
      if (base::Result<void> done = compile_file(file.string(), output, plain, scratch); !done)
        return base::failure(done.error());
      bitcode.push_back(output.string());
    }
    program = translate(bitcode, options.function);
  }
  if (program) program->source = files.front();
  return program;
}

base::Result<Program> load_text(const std::string& text, const std::string& language,
                                const CompileOptions& options) {
  const base::ScratchDirectory scratch;
  if (!scratch.exists()) return base::failure(base::ErrorCode::io, base::ScratchDirectory::trouble());
  const fs::path file = scratch / (language == "c" ? "text.c" : "text.cpp");
  std::ofstream(file) << text;
  return load({file.string()}, options);
}

}  // namespace heddle::program
