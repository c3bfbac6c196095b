// SPDX-License-Identifier: Apache-2.0
#include "compile/compile_commands.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "compile/compiler.h"
#include "compile/compiler_words.h"

namespace heddle::compile {

using base::ErrorCode;
using base::failure;
namespace files = std::filesystem;

namespace {

// CMakeFiles/queue_test.dir/queue_test.cpp.o, queue_test.p/queue_test.cpp.o
std::string target_of(const std::string& output) {
  for (const files::path& part : files::path(output))
    if (part.extension() == ".dir" || part.extension() == ".p") return part.stem().string();
  return "";
}

CompileCommand command_of(std::vector<std::string> words, std::string directory, std::string file) {
  CompileCommand command{.directory = std::move(directory), .file = std::move(file)};
  std::size_t first = launchers_in(words);  // they would have nothing to keep: the objects are thrown away
  if (first < words.size()) command.compiler = words[first++];
  if (words.size() > first && files::path(command.compiler).filename() == "heddle" &&
      (words[first] == "c++" || words[first] == "cc")) {  // by heddle's own toolchain file
    command.compiler = real_compiler(words[first] == "c++" ? Language::cpp : Language::c, "");
    ++first;
  }
  for (std::size_t i = first; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "-o" && i + 1 < words.size()) {
      command.output = words[++i];
    } else if ((word == "-MF" || word == "-MT" || word == "-MQ") && i + 1 < words.size()) {
      ++i;
    } else if (word == "-c" || word == "-MD" || word == "-MMD" || word == "-MP" || word == "-M" ||
               word.starts_with("-fsanitize") || word.ends_with("/left_out.so") || word == command.file ||
               files::path(command.directory) / word == files::path(command.directory) / command.file) {
      continue;
    } else {
      command.arguments.push_back(word);
    }
  }
  command.target = target_of(command.output);
  return command;
}

std::string contents(const files::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

base::Result<std::vector<CompileCommand>> read_compile_commands(const std::string& given) {
  const std::string path = files::is_directory(given) ? given + "/compile_commands.json" : given;
  std::ifstream file(path);
  if (!file)
    return failure(ErrorCode::not_found,
                   "cannot open it; CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, Meson always",
                   path);
  const nlohmann::json database = nlohmann::json::parse(file, nullptr, false);
  if (!database.is_array())
    return failure(ErrorCode::malformed, "expected a JSON array of compile commands", path);
  std::vector<CompileCommand> commands;
  for (const nlohmann::json& entry : database) {
    const std::string where = fmt::format("{}: entry {}", path, commands.size() + 1);
    const auto has = [&](const char* key, bool is_text = true) {
      return entry.is_object() && entry.contains(key) &&
             (is_text ? entry[key].is_string() : entry[key].is_array());
    };
    if (!has("directory") || !has("file") || !(has("command") || has("arguments", false)))
      return failure(ErrorCode::malformed, "expected `directory`, `file` and `command` or `arguments`",
                     where);
    std::vector<std::string> words;
    if (has("arguments", false)) {
      for (const nlohmann::json& word : entry["arguments"]) {
        if (!word.is_string()) return failure(ErrorCode::malformed, "expected text in `arguments`", where);
        words.push_back(word);
      }
    } else {
      words = shell_words(entry["command"]);
    }
    commands.push_back(command_of(std::move(words), entry["directory"], entry["file"]));
    if (has("output")) {
      commands.back().output = entry["output"];
      commands.back().target = target_of(commands.back().output);
    }
  }
  return commands;
}

base::Result<std::vector<CompileCommand>> commands_of(const std::string& name,
                                                      const std::vector<CompileCommand>& all) {
  std::vector<CompileCommand> found;
  for (const CompileCommand& command : all)
    if (command.target == name) found.push_back(command);
  if (!found.empty()) return found;
  for (const CompileCommand& command : all) {
    const files::path file = files::path(command.directory) / command.file;
    std::error_code error;
    if (file.stem() == name || file.filename() == name || files::equivalent(file, name, error))
      found.push_back(command);
  }
  if (!found.empty()) return found;
  std::set<std::string> names;
  for (const CompileCommand& command : all)
    names.insert(command.target.empty() ? files::path(command.file).stem().string() : command.target);
  return failure(ErrorCode::not_found,
                 fmt::format("the compile commands have no target or file of this name; there are: {}",
                             fmt::join(names, ", ")),
                 name);
}

std::vector<std::string> libraries_of(const std::string& target, const std::string& directory) {
  const auto words_of = [&]() -> std::vector<std::string> {
    const std::string link = contents(files::path(directory) / "CMakeFiles" / (target + ".dir") / "link.txt");
    if (!link.empty()) return shell_words(link);
    const std::string ninja = contents(files::path(directory) / "build.ninja");
    const std::string rule = fmt::format("_EXECUTABLE_LINKER__{}_", target);
    for (std::size_t at = ninja.find(rule); at != std::string::npos; at = ninja.find(rule, at + 1)) {
      const std::size_t end = ninja.find("\n\n", at);
      const std::size_t libraries = ninja.find("  LINK_LIBRARIES = ", at);
      if (libraries == std::string::npos || libraries > end) continue;
      const std::size_t from = libraries + sizeof "  LINK_LIBRARIES = " - 1;
      return shell_words(ninja.substr(from, ninja.find('\n', from) - from));
    }
    return {};
  };
  std::vector<std::string> libraries;
  for (const std::string& word : words_of()) {
    const bool is_file = word.ends_with(".a") || word.find(".so") != std::string::npos;
    const bool is_of_the_project = is_file && files::path(word).is_relative();
    if (word.find("libheddle_") != std::string::npos || word.starts_with("-Wl,-rpath")) continue;
    if (word.starts_with("-l") || word.starts_with("-L") || (is_file && !is_of_the_project && word[0] == '/'))
      libraries.push_back(word);
  }
  return libraries;
}

namespace {

class RecordedBuild {
 public:
  RecordedBuild(const Source& source, const std::string& runtime_directory, const base::ScratchDirectory& to)
      : source_(source), runtime_directory_(runtime_directory), to_(to) {}

  base::Result<std::string> program() {
    const auto all = read_compile_commands(source_.compile_commands);
    if (!all) return failure(all.error());
    const auto own = commands_of(source_.file, *all);
    if (!own) return failure(own.error());
    std::set<std::string> mine;
    std::vector<std::string> objects, others;
    bool is_cpp = false;
    for (const CompileCommand& command : *own) {
      const auto object = compile(command);
      if (!object) return failure(object.error());
      objects.push_back(*object);
      mine.insert(command.directory + "\n" + command.file);
      is_cpp |= language_of(command.file) == Language::cpp;
    }
    for (const CompileCommand& command : *all) {
      if (!mine.insert(command.directory + "\n" + command.file).second || has_main(command)) continue;
      const auto object = compile(command);
      if (!object) return failure(object.error());
      others.push_back(*object);
      is_cpp |= language_of(command.file) == Language::cpp;
    }
    const std::string archive = (to_ / "libothers.a").string();
    if (!others.empty()) {
      std::vector<std::string> command = {"ar", "rcs", archive};
      command.insert(command.end(), others.begin(), others.end());
      const auto status = execute(command);
      if (!status) return failure(status.error());
      objects.push_back(archive);
    }
    const std::string result = (to_ / files::path(source_.file).stem().string()).string();
    std::vector<std::string> arguments = objects;
    arguments.insert(arguments.end(), {"-o", result, "-pthread"});
    for (const std::string& library : libraries_of(own->front().target, own->front().directory))
      arguments.push_back(library);
    arguments.insert(arguments.end(), source_.flags.begin(), source_.flags.end());
    const Language language = is_cpp ? Language::cpp : Language::c;
    const auto linked = run(real_compiler(language, source_.compiler), arguments, own->front().directory);
    if (!linked) return failure(linked.error());
    return result;
  }

 private:
  // By its text: a program of its own, of which nothing else is needed.
  static bool has_main(const CompileCommand& command) {
    const std::string text = contents(files::path(command.directory) / command.file);
    for (std::size_t at = text.find("main("); at != std::string::npos; at = text.find("main(", at + 1))
      if (at >= 4 && text.compare(at - 4, 4, "int ") == 0) return true;
    return text.find("TEST_MAIN") != std::string::npos || text.find("CONFIG_MAIN") != std::string::npos ||
           text.find("TEST_MODULE") != std::string::npos || text.find("WITH_MAIN") != std::string::npos;
  }

  base::Result<void> run(const std::string& compiler, const std::vector<std::string>& arguments,
                         const std::string& directory) {
    const auto status = execute(instrumented_command(compiler, arguments, runtime_directory_), "", directory);
    if (!status) return failure(status.error());
    if (*status != 0)
      return failure(ErrorCode::malformed, fmt::format("{} could not build it", compiler), source_.file);
    return {};
  }

  base::Result<std::string> compile(const CompileCommand& command) {
    const std::string object = (to_ / fmt::format("part{}.o", ++parts_)).string();
    std::vector<std::string> arguments = command.arguments;
    arguments.insert(arguments.end(), {"-c", command.file, "-o", object});
    if (!source_.reduced) arguments.emplace_back(kUnreduced);
    const std::string compiler = source_.compiler.empty() ? command.compiler : source_.compiler;
    if (const auto done = run(compiler, arguments, command.directory); !done) return failure(done.error());
    return object;
  }

  const Source& source_;
  const std::string& runtime_directory_;
  const base::ScratchDirectory& to_;
  unsigned parts_ = 0;
};

}  // namespace

base::Result<std::string> build_as_recorded(const Source& source, const std::string& runtime_directory,
                                            const base::ScratchDirectory& to) {
  return RecordedBuild(source, runtime_directory, to).program();
}

}  // namespace heddle::compile
