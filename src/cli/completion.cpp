// SPDX-License-Identifier: Apache-2.0
// Scripts with which bash, zsh and fish complete commands, options and the words that options take. The tests of a suite
// are asked of the program that stands on the line.
#include <algorithm>

#include <fmt/format.h>

#include "cli/help.h"

namespace heddle::cli {
namespace {

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  auto all = app.get_subcommands([](const CLI::App* each) { return !each->get_group().empty(); });
  return {all.begin(), all.end()};
}

std::string names_of(const std::vector<const CLI::App*>& commands) {
  std::string names;
  for (const CLI::App* each : commands) names += (names.empty() ? "" : " ") + each->get_name();
  return names;
}

std::string flags_of(const CLI::App& app) {
  std::string flags;
  for (const HelpRow& row : help_rows(app))
    for (const std::string& flag : row.flags) flags += (flags.empty() ? "" : " ") + flag;
  return flags;
}

// Its first sentence part, without what a shell would take for itself.
std::string short_text(const std::string& text) {
  std::string result;
  for (const char c : text.substr(0, text.find_first_of(";:([")))
    if (c == '\'')
      result += "’";
    else if (std::string_view("`\"$\\\n").find(c) == std::string_view::npos)
      result += c;
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

// What may stand behind the command, where that is one of a few words.
std::string words_behind(const CLI::App& verb) {
  if (std::string inner = names_of(commands_of(verb)); !inner.empty()) return inner;
  return fmt::format("{}", fmt::join(positional_values(verb), " "));
}

bool names_test(const std::string& flag) { return flag == "--test"; }

std::string bash(const CLI::App& app) {
  std::string text =
      "# bash completion for heddle\n_heddle_tests() {\n  local each name\n"
      "  for each in \"${COMP_WORDS[@]:2}\"; do\n    [[ -f $each && -x $each ]] || continue\n"
      "    while IFS= read -r name; do [[ $name == \"$1\"* ]] && COMPREPLY+=(\"$name\"); done \\\n"
      "      < <(\"${COMP_WORDS[0]}\" check --list-tests \"$each\" 2> /dev/null)\n    return\n  done\n}\n"
      "_heddle() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]}\n"
      "  [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD-2]}\n  [[ $word == = ]] && word=\n"
      "  COMPREPLY=()\n  if [[ $COMP_CWORD -eq 1 ]]; then\n";
  text += fmt::format(
      "    COMPREPLY=($(compgen -W \"help version --help --version {}\" -- \"$word\"))\n    return\n  fi\n",
      names_of(commands_of(app)));
  text += "  case $verb:$before in\n";
  for (const CLI::App* verb : commands_of(app))
    for (const HelpRow& row : help_rows(*verb)) {
      for (const std::string& flag : row.flags)
        if (names_test(flag))
          text += fmt::format("    {}:{}) _heddle_tests \"$word\"; return ;;\n", verb->get_name(), flag);
      if (row.values.empty()) continue;
      for (const std::string& flag : row.flags)
        text += fmt::format("    {}:{}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n",
                            verb->get_name(), flag, fmt::join(row.values, " "));
    }
  text += "  esac\n  case $verb in\n";
  text += fmt::format("    help) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n",
                      names_of(commands_of(app)));
  for (const CLI::App* verb : commands_of(app)) {
    const std::string inner = words_behind(*verb);
    text += fmt::format("    {}) [[ $word == -* ]] && COMPREPLY=($(compgen -W \"{}\" -- \"$word\"))",
                        verb->get_name(), flags_of(*verb));
    if (!inner.empty())
      text += fmt::format("\n      [[ $COMP_CWORD -eq 2 ]] && COMPREPLY=($(compgen -W \"{}\" -- \"$word\"))",
                          inner);
    text += " ;;\n";
  }
  return text +
         "  esac\n  [[ ${#COMPREPLY[@]} -eq 0 && $word != -* ]] && COMPREPLY=($(compgen -f -- "
         "\"$word\"))\n}\n"
         "complete -o filenames -F _heddle heddle\n";
}

std::string zsh(const CLI::App& app) {
  std::string text =
      "#compdef heddle\n_heddle_tests() {\n  local each\n  local -a tests\n  for each in $words[2,-1]; do\n"
      "    [[ -f $each && -x $each ]] || continue\n"
      "    tests=(\"${(@f)$(heddle check --list-tests $each 2> /dev/null)}\")\n    compadd -a tests\n    "
      "return\n"
      "  done\n}\n_heddle() {\n  local -a commands\n  commands=(\n    'help:tell about a command'\n"
      "    'version:tell which heddle this is'\n";
  for (const CLI::App* verb : commands_of(app))
    text += fmt::format("    '{}:{}'\n", verb->get_name(), short_text(verb->get_description()));
  text +=
      "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
      "  local verb=$words[2]\n  words=(\"heddle $verb\" \"${(@)words[3,-1]}\")\n  (( CURRENT -= 1 ))\n"
      "  case $verb in\n    help) _describe command commands ;;\n";
  for (const CLI::App* verb : commands_of(app)) {
    text += fmt::format("    {}) _arguments", verb->get_name());
    for (const HelpRow& row : help_rows(*verb))
      for (const std::string& flag : row.flags) {
        std::string about = short_text(row.text);
        std::erase_if(about, [](char c) { return c == '[' || c == ']' || c == ':'; });
        const bool is_long = flag.starts_with("--");
        text += fmt::format(" \\\n      '*{}{}[{}]", flag, row.takes_value && is_long ? "=" : "", about);
        if (row.takes_value)
          text += names_test(flag)     ? std::string(":test:_heddle_tests")
                  : row.values.empty() ? std::string(":value:_files")
                                       : fmt::format(":value:({})", fmt::join(row.values, " "));
        text += "'";
      }
    const std::string inner = words_behind(*verb);
    text += inner.empty() ? std::string(" \\\n      '*:file:_files' ;;\n")
                          : fmt::format(" \\\n      '1:command:({})' '*:file:_files' ;;\n", inner);
  }
  return text + "  esac\n}\n_heddle \"$@\"\n";
}

std::string fish(const CLI::App& app) {
  std::string text =
      "# fish completion for heddle\nfunction __heddle_tests\n  for each in (commandline -opc)[3..-1]\n"
      "    if test -f $each -a -x $each\n      heddle check --list-tests $each 2> /dev/null\n      return\n  "
      "  end\n"
      "  end\nend\n"
      "complete -c heddle -n __fish_use_subcommand -f -a help -d 'tell about a command'\n"
      "complete -c heddle -n __fish_use_subcommand -f -a version -d 'tell which heddle this is'\n";
  for (const CLI::App* verb : commands_of(app)) {
    text += fmt::format("complete -c heddle -n __fish_use_subcommand -f -a '{}' -d '{}'\n", verb->get_name(),
                        short_text(verb->get_description()));
    text += fmt::format("complete -c heddle -n '__fish_seen_subcommand_from help' -f -a '{}'\n",
                        verb->get_name());
    const std::string when =
        fmt::format("complete -c heddle -n '__fish_seen_subcommand_from {}'", verb->get_name());
    for (const HelpRow& row : help_rows(*verb)) {
      text += when;
      for (const std::string& flag : row.flags)
        text += flag.starts_with("--") ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
      if (row.takes_value)
        text += names_test(row.flags.front()) ? std::string(" -xa '(__heddle_tests)'")
                : row.values.empty()          ? std::string(" -r")
                                              : fmt::format(" -xa '{}'", fmt::join(row.values, " "));
      text += fmt::format(" -d '{}'\n", short_text(row.text));
    }
    if (const std::string inner = words_behind(*verb); !inner.empty())
      text += fmt::format("{} -f -a '{}'\n", when, inner);
  }
  return text;
}

}  // namespace

std::string completion_script(const CLI::App& app, const std::string& shell) {
  return shell == "zsh" ? zsh(app) : shell == "fish" ? fish(app) : bash(app);
}

}  // namespace heddle::cli
