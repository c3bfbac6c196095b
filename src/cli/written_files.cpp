// SPDX-License-Identifier: Apache-2.0
#include "cli/written_files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <CLI/Option.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "compile/compiler.h"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;
using base::ErrorCode;
using base::failure;

constexpr const char* kMark = "output";                           // the name of the validator
constexpr const char* kGenerated = "// Written by heddle prove";  // prove --confirm writes sources

struct Named {
  std::string option;
  std::string file;
  bool is_positional = false;
};

bool is_output(const CLI::Option& option) {
  try {
    return const_cast<CLI::Option&>(option).get_validator(kMark) != nullptr;
  } catch (const CLI::OptionNotFound&) {
    return false;
  }
}

// A device or a pipe may be written to twice.
bool is_kept(const std::string& file) {
  std::error_code none;
  const auto status = fs::status(file, none);
  return file != "-" && file != "none" && !file.empty() &&
         (!fs::exists(status) || fs::is_regular_file(status));
}

bool is_same(const std::string& one, const std::string& other) {
  std::error_code none;
  if (fs::exists(one, none) && fs::exists(other, none)) return fs::equivalent(one, other, none);
  const auto whole = [](const std::string& file) {
    std::error_code error;
    auto path = fs::weakly_canonical(fs::path(file), error);
    return error ? fs::path(file).lexically_normal() : path.is_absolute() ? path : fs::absolute(path, error);
  };
  return whole(one) == whole(other);
}

bool begins_with(const std::string& file, std::string_view text) {
  std::ifstream stream(file, std::ios::binary);
  std::string first(text.size(), '\0');
  stream.read(first.data(), static_cast<std::streamsize>(first.size()));
  return stream && first == text;
}

struct Files {
  std::vector<Named> outputs, inputs;
};

Files files_of(const CLI::App& verb) {
  Files files;
  const CLI::Option* asked = verb.get_option_no_throw("--predict");  // without it --save says nothing
  if (asked == nullptr) asked = verb.get_option_no_throw("--confirm");
  for (const CLI::Option* option : verb.get_options()) {
    const bool is_positional = option->get_lnames().empty() && option->get_snames().empty();
    const std::string name =
        option->get_snames().empty() ? option->get_name() : "-" + option->get_snames()[0];
    auto values = option->results();
    if (is_output(*option)) {
      if (values.empty() && asked != nullptr && asked->count() == 0) continue;
      if (values.empty()) values = {option->get_default_str()};
      for (const std::string& file : values)
        if (is_kept(file)) files.outputs.push_back({name, file, is_positional});
      if (name == "--confirm" && is_kept(values[0]))  // prove's judge beside it
        files.outputs.push_back({name, fs::path(values[0]).replace_extension(".judge.cpp"), false});
      continue;
    }
    // Words of a list, and what is looked up in the program, are no files.
    if (option->get_type_name().find('{') != std::string::npos || name == "--test" || name == "--function")
      continue;
    for (std::string file : values) {
      std::error_code none;
      if (name == "--compile-commands" && fs::is_directory(file, none)) file += "/compile_commands.json";
      if (fs::is_regular_file(file, none)) files.inputs.push_back({name, file, is_positional});
    }
  }
  return files;
}

std::string subject(const Named& output) { return (output.is_positional ? "the " : "") + output.option; }

// What the user wrote, or built. A compiler's -o names the program; ours names the report.
base::Result<void> check_no_work(const CLI::App& verb, const Named& output) {
  std::error_code none;
  const bool is_lost = output.option == "--confirm"
                           ? fs::exists(output.file, none) && !begins_with(output.file, kGenerated)
                           : compile::is_source(output.file) || begins_with(output.file, "\177ELF");
  if (!is_lost) return {};
  const bool takes_program = verb.get_option_no_throw("program") != nullptr;
  return failure(ErrorCode::usage,
                 fmt::format("{} would write over it; {}", subject(output),
                             takes_program && output.option == "-o"
                                 ? "-o names the file of the report, no program (`heddle c++` makes those)"
                                 : "name another file"),
                 output.file);
}

}  // namespace

CLI::Validator writable_file() {
  return CLI::Validator(
             [](std::string& path) -> std::string {
               if (path == "-" || path == "none") return "";
               if (path.empty()) return "expected the name of a file, and this one is empty";
               const fs::path file(path);
               std::error_code error;
               if (fs::is_directory(file, error)) return path + ": cannot be written: it is a directory";
               if (access(path.c_str(), F_OK) == 0) {
                 if (access(path.c_str(), W_OK) == 0) return "";
                 return fmt::format("{}: cannot be written: {}", path, std::strerror(errno));
               }
               const fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
               if (access(folder.c_str(), W_OK | X_OK) == 0) return "";
               return fmt::format("{}: cannot be written: {}: {}", path, folder.string(),
                                  std::strerror(errno));
             },
             "FILE")
      .name(kMark);
}

base::Result<void> check_written_files(const CLI::App& verb) {
  const Files files = files_of(verb);
  for (std::size_t i = 0; i < files.outputs.size(); ++i) {
    const Named& output = files.outputs[i];
    if (const auto right = check_no_work(verb, output); !right) return failure(right.error());
    for (const Named& input : files.inputs) {
      if (!is_same(input.file, output.file)) continue;
      if (input.option == "--resume" && output.option == "--checkpoint") continue;  // goes on where it was
      return failure(ErrorCode::usage,
                     fmt::format("{} would write over {}; name another file", subject(output),
                                 input.is_positional ? "it" : "what " + input.option + " reads"),
                     output.file);
    }
    for (std::size_t j = 0; j < i; ++j)
      if (is_same(files.outputs[j].file, output.file))
        return failure(ErrorCode::usage,
                       fmt::format("{} and {} would write over each other; name another file",
                                   subject(files.outputs[j]), subject(output)),
                       output.file);
  }
  return {};
}

}  // namespace heddle::cli
