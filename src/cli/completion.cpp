// SPDX-License-Identifier: Apache-2.0
// Scripts with which bash, zsh and fish complete commands, options and the words that options take.
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
  std::string result = text.substr(0, std::min(text.find_first_of(";:(["), text.size()));
  std::erase_if(
      result, [](char c) { return c == '\'' || c == '`' || c == '"' || c == '$' || c == '\\' || c == '\n'; });
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

std::string bash(const CLI::App& app) {
  std::string text =
      "# bash completion for heddle\n_heddle() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]}\n"
      "  [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD-2]}\n  [[ $word == = ]] && word=\n"
      "  COMPREPLY=()\n  if [[ $COMP_CWORD -eq 1 ]]; then\n";
  text += fmt::format(
      "    COMPREPLY=($(compgen -W \"help version --help --version {}\" -- \"$word\"))\n    return\n  fi\n",
      names_of(commands_of(app)));
  text += "  case $verb:$before in\n";
  for (const CLI::App* verb : commands_of(app))
    for (const HelpRow& row : help_rows(*verb)) {
      if (row.values.empty()) continue;
      for (const std::string& flag : row.flags)
        text += fmt::format("    {}:{}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n",
                            verb->get_name(), flag, fmt::join(row.values, " "));
    }
  text += "  esac\n  case $verb in\n";
  text += fmt::format("    help) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n",
                      names_of(commands_of(app)));
  for (const CLI::App* verb : commands_of(app)) {
    const std::string inner = names_of(commands_of(*verb));
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
      "#compdef heddle\n_heddle() {\n  local -a commands\n  commands=(\n    'help:tell about a command'\n"
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
          text += row.values.empty() ? std::string(":value:_files")
                                     : fmt::format(":value:({})", fmt::join(row.values, " "));
        text += "'";
      }
    const std::string inner = names_of(commands_of(*verb));
    text += inner.empty() ? std::string(" \\\n      '*:file:_files' ;;\n")
                          : fmt::format(" \\\n      '1:command:({})' '*:file:_files' ;;\n", inner);
  }
  return text + "  esac\n}\n_heddle \"$@\"\n";
}

std::string fish(const CLI::App& app) {
  std::string text =
      "# fish completion for heddle\n"
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
        text +=
            row.values.empty() ? std::string(" -r") : fmt::format(" -xa '{}'", fmt::join(row.values, " "));
      text += fmt::format(" -d '{}'\n", short_text(row.text));
    }
    if (const std::string inner = names_of(commands_of(*verb)); !inner.empty())
      text += fmt::format("{} -f -a '{}'\n", when, inner);
  }
  return text;
}

}  // namespace

std::string completion_script(const CLI::App& app, const std::string& shell) {
  return shell == "zsh" ? zsh(app) : shell == "fish" ? fish(app) : bash(app);
}

}  // namespace heddle::cli
