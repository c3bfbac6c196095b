// SPDX-License-Identifier: Apache-2.0
#include "compile/build.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "compile/compile_commands.h"
#include "compile/compiler.h"

namespace heddle::compile {

using base::ErrorCode;
using base::failure;

namespace {

// Whatever the linker must see behind the sources that need it.
bool is_for_linker(const std::string& flag) {
  return flag.starts_with("-l") || flag.starts_with("-Wl,") || flag.starts_with("-L");
}

bool any_starts(const std::vector<std::string>& flags, const char* with) {
  return std::any_of(flags.begin(), flags.end(),
                     [&](const std::string& flag) { return flag.starts_with(with); });
}

class Build {
 public:
  Build(const Source& source, const std::string& runtime_directory, const base::ScratchDirectory& to)
      : source_(source), runtime_directory_(runtime_directory), to_(to) {
    files_ = {source.file};
    files_.insert(files_.end(), source.more.begin(), source.more.end());
    bool optimises = false;
    for (const std::string& flag : source.flags) {
      (is_for_linker(flag) ? for_linker_ : for_compiler_).push_back(flag);
      optimises |= flag.starts_with("-O");
    }
    if (!optimises) for_compiler_.insert(for_compiler_.begin(), "-O1");
    if (!source.reduced) for_compiler_.emplace_back(kUnreduced);
  }

  base::Result<std::string> program() {
    for (const std::string& file : files_)
      if (std::error_code error;
          !std::filesystem::exists(std::filesystem::path(source_.directory) / file, error))
        return failure(ErrorCode::not_found, "there is no such file", file);
    const auto is_cpp = [](const std::string& file) {
      return is_source(file) && language_of(file) == Language::cpp;
    };
    const Language language = std::any_of(files_.begin(), files_.end(), is_cpp) ? Language::cpp : Language::c;
    if (language == Language::cpp)
      for (std::string& file : files_) {
        if (!is_source(file) || language_of(file) != Language::c) continue;
        const auto object = compile_c(file);  // c++ would take it for C++
        if (!object) return failure(object.error());
        file = *object;
      }
    const std::string result = (to_ / std::filesystem::path(source_.file).stem().string()).string();
    std::vector<std::string> arguments = for_compiler_;
    if (language == Language::cpp && !any_starts(arguments, "-std=")) arguments.emplace_back("-std=c++20");
    arguments.insert(arguments.end(), files_.begin(), files_.end());
    arguments.insert(arguments.end(), {"-o", result, "-pthread"});
    arguments.insert(arguments.end(), for_linker_.begin(), for_linker_.end());
    if (const auto done = run(language, source_.compiler, arguments, source_.file); !done)
      return failure(done.error());
    if (std::error_code error; !std::filesystem::exists(result, error))
      return failure(ErrorCode::malformed,
                     fmt::format("{} made no program of it", real_compiler(language, source_.compiler)),
                     source_.file);
    return result;
  }

 private:
  base::Result<void> run(Language language, const std::string& given,
                         const std::vector<std::string>& arguments, const std::string& what) {
    const std::string compiler = real_compiler(language, given);
    const auto status =
        execute(instrumented_command(compiler, arguments, runtime_directory_), "", source_.directory);
    if (!status) return failure(status.error());
    if (*status != 0)
      return failure(ErrorCode::malformed, fmt::format("{} could not build it", compiler), what);
    return {};
  }

  base::Result<std::string> compile_c(const std::string& file) {
    const std::string object = (to_ / fmt::format("part{}.o", ++parts_)).string();
    std::vector<std::string> arguments;
    for (const std::string& flag : for_compiler_)
      if (!flag.starts_with("-std=c++") && !flag.starts_with("-std=gnu++")) arguments.push_back(flag);
    arguments.insert(arguments.end(), {"-c", file, "-o", object, "-pthread"});
    if (const auto done = run(Language::c, "", arguments, file); !done) return failure(done.error());
    return object;
  }

  const Source& source_;
  const std::string& runtime_directory_;
  const base::ScratchDirectory& to_;
  std::vector<std::string> files_, for_compiler_, for_linker_;
  unsigned parts_ = 0;
};

}  // namespace

base::Result<std::string> build(const Source& source, const std::string& runtime_directory,
                                const base::ScratchDirectory& to) {
  if (!source.compile_commands.empty()) return build_as_recorded(source, runtime_directory, to);
  return Build(source, runtime_directory, to).program();
}

}  // namespace heddle::compile
