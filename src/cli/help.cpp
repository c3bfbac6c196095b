// SPDX-License-Identifier: Apache-2.0
#include "cli/help.h"

#include <algorithm>
#include <sstream>

#include <CLI/Option.hpp>
#include <fmt/format.h>

namespace heddle::cli {
namespace {

constexpr std::size_t kColumns = 80;

// As many columns as it takes on a terminal: continuation bytes of UTF-8 take none.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::vector<std::string> words_in(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::istringstream stream(text);
  std::vector<std::string> parts;
  for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
  return parts;
}

// "TEXT:{fiber,futex}" → the words in the braces.
std::vector<std::string> values_in(const std::string& type) {
  const std::size_t open = type.find('{'), close = type.rfind('}');
  if (open == std::string::npos || close == std::string::npos) return {};
  return split(type.substr(open + 1, close - open - 1), ',');
}

std::string plain_type(const std::string& type, const std::vector<std::string>& values) {
  if (!values.empty()) return "WORD";
  const std::string first = type.substr(0, type.find(':'));
  if (first == "FLOAT" || first == "UINT" || first == "INT") return "NUMBER";
  return first.empty() ? "TEXT" : first;
}

HelpRow row_of(const CLI::Option& option, const Verb* verb) {
  HelpRow row;
  for (const std::string& name : option.get_lnames()) row.flags.push_back("--" + name);
  for (const std::string& name : option.get_snames()) row.flags.push_back("-" + name);
  row.takes_value = option.get_items_expected_max() > 0;
  row.values = values_in(option.get_type_name());
  row.names = fmt::format("{}", fmt::join(row.flags, ","));
  if (row.takes_value) row.names += " " + plain_type(option.get_type_name(), row.values);
  row.text = option.get_description();
  if (!row.values.empty()) row.text += fmt::format(" [{}]", fmt::join(row.values, ", "));
  if (const std::string value = option.get_default_str(); row.takes_value && !value.empty())
    row.text += fmt::format(" (default: {})", value);
  row.group = option.get_group();
  if (verb != nullptr) {
    const auto basic = words_in(verb->basic);
    row.is_basic =
        basic.empty() || std::any_of(row.flags.begin(), row.flags.end(), [&](const std::string& flag) {
          return std::find(basic.begin(), basic.end(), flag) != basic.end();
        });
  } else {
    row.is_basic = true;
  }
  return row;
}

std::string rows_text(const std::vector<HelpRow>& rows) {
  constexpr std::size_t kLeft = 28;
  std::string text;
  for (const HelpRow& row : rows) {
    std::string line = "  " + row.names;
    if (width(line) + 2 > kLeft)
      line += "\n" + std::string(kLeft, ' ');
    else
      line += std::string(kLeft - width(line), ' ');
    text += line + wrapped(row.text, kColumns - kLeft, kLeft) + "\n";
  }
  return text;
}

// What is set in stays in: a line that is too long goes on below its second column, if it has one.
std::string set_in(const std::string& line) {
  const std::size_t first = line.find_first_not_of(' ');
  const std::size_t gap = line.find("  ", first);
  const std::size_t column = gap == std::string::npos ? first : line.find_first_not_of(' ', gap);
  return line.substr(0, column) + wrapped(line.substr(column), kColumns - column, column);
}

// A sentence may go on in the next line; lines that are set in stand alone.
std::string footer_text(const std::string& footer) {
  std::string text, sentence;
  const auto end_sentence = [&] {
    if (!sentence.empty()) text += wrapped(sentence, kColumns, 0) + "\n";
    sentence.clear();
  };
  for (const std::string& line : split(footer, '\n')) {
    const bool stands_alone = line.empty() || line.starts_with(" ");
    if (stands_alone || sentence.ends_with(".")) end_sentence();
    if (stands_alone)
      text += (line.empty() ? "" : set_in(line)) + "\n";
    else
      sentence += (sentence.empty() ? "" : " ") + line;
  }
  end_sentence();
  return text;
}

std::string commands_text(const CLI::App& app) {
  constexpr std::size_t kLeft = 16;
  std::string text;
  for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (each->get_group().empty()) continue;
    const std::string name = "  " + each->get_name();
    text += name + std::string(std::max(kLeft, name.size() + 2) - name.size(), ' ') +
            wrapped(each->get_description(), kColumns - kLeft, kLeft) + "\n";
  }
  return text;
}

std::vector<HelpRow> with_group(const std::vector<HelpRow>& rows, const std::string& group, bool basic) {
  std::vector<HelpRow> some;
  for (const HelpRow& row : rows)
    if (row.is_basic == basic && (basic || row.group == group)) some.push_back(row);
  return some;
}

}  // namespace

const CLI::App* command_named(const CLI::App& app, const std::string& name) {
  for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; }))
    if (each->get_name() == name) return each;
  return nullptr;
}

const Verb* verb_of(const CLI::App& app) {
  if (app.get_parent() == nullptr || app.get_parent()->get_parent() != nullptr) return nullptr;
  for (const Verb& verb : verbs())
    if (app.get_name() == verb.name) return &verb;
  return nullptr;
}

std::string wrapped(const std::string& text, std::size_t columns, std::size_t indent) {
  std::string result;
  for (const std::string& paragraph : split(text, '\n')) {
    if (!result.empty()) result += "\n" + std::string(indent, ' ');
    std::size_t used = 0;
    for (const std::string& word : words_in(paragraph)) {
      if (used > 0 && used + 1 + width(word) > columns) {
        result += "\n" + std::string(indent, ' ');
        used = 0;
      }
      if (used > 0) {
        result += ' ';
        ++used;
      }
      result += word;
      used += width(word);
    }
  }
  return result;
}

std::vector<HelpRow> help_rows(const CLI::App& app) {
  std::vector<HelpRow> rows;
  for (const CLI::Option* option : app.get_options())
    if (option->nonpositional() && !option->get_group().empty())
      rows.push_back(row_of(*option, verb_of(app)));
  return rows;
}

std::vector<std::string> positional_values(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options())
    if (option->get_positional()) return values_in(option->get_type_name());
  return {};
}

std::string path_of(const CLI::App& app) {
  std::string path = app.get_name();
  for (const CLI::App* above = app.get_parent(); above != nullptr; above = above->get_parent())
    path.insert(0, above->get_name() + " ");
  return path;
}

std::string usage_of(const CLI::App& app) {
  if (const Verb* verb = verb_of(app)) return fmt::format("heddle {} {}", verb->name, verb->usage);
  const std::string path = path_of(app);
  if (!app.get_subcommands([](const CLI::App*) { return true; }).empty()) return path + " COMMAND …";
  std::string positionals;
  for (const CLI::Option* option : app.get_options())
    if (option->get_positional()) {
      std::string name = option->get_name(true);
      std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::toupper(c); });
      positionals += " " + name;
    }
  return path + " [OPTIONS]" + positionals;
}

std::string help_text(const CLI::App& app, bool all) {
  std::string text = wrapped("Usage: " + usage_of(app), kColumns, 7) + "\n\n";
  std::string description = app.get_description();
  if (!description.empty())
    description[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(description[0])));
  text += wrapped(description, kColumns, 0) + (description.ends_with('.') ? "\n" : ".\n");
  const Verb* verb = verb_of(app);
  if (verb != nullptr && *verb->examples != 0) text += fmt::format("\nExamples:\n{}\n", verb->examples);
  if (const std::string commands = commands_text(app); !commands.empty()) text += "\nCommands:\n" + commands;
  std::string positionals;
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_positional() || option->get_group().empty()) continue;
    const std::string name = "  " + option->get_name(true);
    positionals += name + std::string(std::max<std::size_t>(14, name.size() + 2) - name.size(), ' ') +
                   wrapped(option->get_description(), kColumns - 14, 14) + "\n";
  }
  if (!positionals.empty()) text += "\nArguments:\n" + positionals;
  const auto rows = help_rows(app);
  if (!rows.empty()) text += "\nOptions:\n" + rows_text(with_group(rows, "", true));
  std::vector<std::string> groups;
  for (const HelpRow& row : rows)
    if (!row.is_basic && std::find(groups.begin(), groups.end(), row.group) == groups.end())
      groups.push_back(row.group);
  for (const std::string& group : groups)
    if (all)
      text += fmt::format("\n{}:\n{}", group == "Options" ? "For experts" : group,
                          rows_text(with_group(rows, group, false)));
  if (!all && !groups.empty())
    text += fmt::format(
        "\n`heddle {} --help-all` lists {} more.\n", app.get_name(),
        std::count_if(rows.begin(), rows.end(), [](const HelpRow& row) { return !row.is_basic; }));
  if (!app.get_footer().empty()) text += "\n" + footer_text(app.get_footer());
  return text;
}

}  // namespace heddle::cli
