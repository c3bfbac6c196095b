// SPDX-License-Identifier: Apache-2.0
// Manual pages in roff (man-pages(7)) from the same tables as --help.
#include <algorithm>
#include <sstream>

#include <CLI/Option.hpp>
#include <fmt/format.h>

#include "cli/help.h"

namespace heddle::cli {
namespace {

// What roff would take for itself: backslashes, dashes that are meant as such, a dot or quote that begins a line.
std::string roff(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
  }
  if (result.starts_with(".") || result.starts_with("'")) result = "\\&" + result;
  return result;
}

std::string paragraphs(const std::string& text) {
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find_first_not_of(' ');
    if (first == std::string::npos) continue;
    if (first >= 2)  // set apart: as it stands
      result += fmt::format(".br\n{}{}\n", std::string(first, ' '), roff(line.substr(first)));
    else
      result += roff(line) + "\n";
  }
  return result;
}

std::string options_section(const CLI::App& app) {
  std::string text = ".SH OPTIONS\n";
  std::string group;
  auto rows = help_rows(app);
  std::stable_partition(rows.begin(), rows.end(), [](const HelpRow& row) { return row.is_basic; });
  for (const HelpRow& row : rows) {
    const std::string heading = row.is_basic ? "" : row.group == "Options" ? "For experts" : row.group;
    if (heading != group) text += fmt::format(".SS {}\n", roff(group = heading));
    text += fmt::format(".TP\n.B {}\n{}\n", roff(row.names), roff(row.text));
  }
  return text;
}

}  // namespace

std::string manual_page(const CLI::App& app, const std::string& version) {
  const Verb* verb = verb_of(app);
  std::string name = verb != nullptr ? fmt::format("heddle-{}", verb->name) : "heddle";
  std::string upper = name;
  std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
  const std::string summary = verb != nullptr ? verb->summary : "find concurrency bugs in C and C++ programs";
  std::string text = fmt::format(".TH {} 1 \"\" \"heddle {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n",
                                 upper, version, roff(name), roff(summary));
  text += ".SH SYNOPSIS\n";
  std::istringstream usages(usage_of(app));
  for (std::string usage; std::getline(usages, usage);) text += fmt::format(".B {}\n.br\n", roff(usage));
  // Of a verb the name has said what it does; what there is to know beside is its footer.
  const std::string footer = app.get_footer();
  std::string description = paragraphs(verb == nullptr ? app.get_description() : footer);
  for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (each->get_group().empty()) continue;
    description += fmt::format(".TP\n.B {}\n{}\n", roff(each->get_name()), roff(each->get_description()));
  }
  if (!description.empty()) text += ".SH DESCRIPTION\n" + description;
  if (verb != nullptr && *verb->examples != 0)
    text += fmt::format(".SH EXAMPLES\n.nf\n{}\n.fi\n", paragraphs(verb->examples));
  if (!help_rows(app).empty()) text += options_section(app);
  for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (verb == nullptr || help_rows(*each).empty()) continue;
    text += fmt::format(".SH OPTIONS OF {}\n", roff(each->get_name()));
    for (const HelpRow& row : help_rows(*each))
      text += fmt::format(".TP\n.B {}\n{}\n", roff(row.names), roff(row.text));
  }
  if (verb == nullptr && !footer.empty()) text += ".SH NOTES\n" + paragraphs(footer);
  if (app.get_help_ptr() != nullptr)  // heddle's own: a compiler's is not
    text +=
        ".SH EXIT STATUS\n.TP\n0\nclean\n.TP\n1\nfindings\n.TP\n2\nbad usage or input\n.TP\n3\ninconclusive: "
        "nothing "
        "was found, but something may be hidden; the report says what\n.TP\n70\na bug in heddle\n";
  text += ".SH SEE ALSO\n";
  std::string others = verb != nullptr ? "heddle (1)" : "";
  for (const Verb& other : verbs())
    if (&other != verb && !other.is_hidden)
      others += fmt::format("{}.BR heddle\\-{} (1)", others.empty() ? "" : ",\n", roff(other.name));
  text += (verb != nullptr ? ".BR " : "") + others + "\n";
  return text;
}

}  // namespace heddle::cli
