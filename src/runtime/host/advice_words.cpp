// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/advice_words.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <tuple>

#include <fmt/format.h>

#include "runtime/host/symbols.h"

namespace heddle::runtime::host {
namespace {

// An atomic operation that the program itself names an order for: std::atomic's own functions stand between.
bool is_of_atomics(const std::string& file) {
  const std::string name = std::filesystem::path(file).filename().string();
  return name.find("atomic") != std::string::npos;
}

class AdviceWords {
 public:
  explicit AdviceWords(const CheckRecord& check)
      : check_(check), symbols_([this] { return std::span<const Module>(check_.modules); }) {}

  struct Where {
    event::Location location;
    std::string text;  // "q.h:14: store of `ready`"
  };
  // Nothing: the place is in a library.
  std::optional<Where> place(const AdvisedPlace& advised) {
    if (symbols_.module_of(advised.pc).find("libheddle_") != std::string::npos) return std::nullopt;
    for (const event::Location& frame : symbols_.code(advised.pc)) {
      if (is_system_file(frame.file) && is_of_atomics(frame.file)) continue;
      if (is_system_file(frame.file) || frame.file.empty()) return std::nullopt;
      std::string text = event::text(frame) + ": ";
      text += advised.kind == "modification"
                  ? advised.failure.empty() ? "read-modify-write" : "compare-exchange"
                  : advised.kind;
      if (const auto global = symbols_.global(advised.address); global && advised.kind != "fence")
        text += fmt::format(" of `{}`", global->name);
      return Where{frame, text};
    }
    return std::nullopt;
  }

 private:
  const CheckRecord& check_;
  Symbols symbols_;
};

// "seq_cst, acquire if it fails"
std::string orders(const std::string& order, const std::string& failure) {
  return failure.empty() ? order : fmt::format("{} ({} if it fails)", order, failure);
}

}  // namespace

std::vector<std::string> advice_lines(const CheckRecord& check) {
  const CheckAdvice& advice = *check.advice;
  AdviceWords words(check);
  // In the order of the source: file, then line.
  struct Line {
    std::string file;
    std::uint32_t line;
    std::string text;
  };
  std::vector<Line> changes, kept;
  for (const AdvisedPlace& each : advice.places) {
    const auto place = words.place(each);
    if (!place) continue;
    const std::string now = orders(each.order, each.failure),
                      better = orders(each.better, each.better_failure);
    const std::string why =
        each.tried.empty() ? ""
                           : fmt::format("with {}{} {}", each.tried, each.tried_failure ? " if it fails" : "",
                                         each.fails.empty()     ? "the search did not end"
                                         : each.message.empty() ? "there is a " + each.fails
                                                                : each.message);
    if (now != better)
      changes.push_back(
          {place->location.file, place->location.line,
           fmt::format("  {}: {} instead of {}{}", place->text, better, now, why.empty() ? "" : "; " + why)});
    else if (!advice.repairs && !each.tried.empty())
      kept.push_back(
          {place->location.file, place->location.line, fmt::format("  {}: {}; {}", place->text, now, why)});
  }
  std::vector<std::string> lines;
  const auto add = [&](const std::string& head, std::vector<Line>& more) {
    std::stable_sort(more.begin(), more.end(), [](const Line& a, const Line& b) {
      return std::tie(a.file, a.line) < std::tie(b.file, b.line);
    });
    lines.push_back(head);
    for (const Line& line : more) lines.push_back(line.text);
  };
  if (advice.repairs && !advice.possible)
    lines.emplace_back("advice: no memory order repairs this: it fails with seq_cst everywhere, too");
  else if (advice.repairs)
    add("advice: the weakest repair tried that passes:", changes);
  else if (changes.empty() && kept.empty())
    lines.emplace_back("advice: no memory order of this program could be weaker");
  else if (!changes.empty())
    add("advice: these orders could be weaker, all together:", changes);
  if (!kept.empty()) add("advice: these orders are needed:", kept);
  if (!advice.whole) lines.emplace_back("advice: not every weaker or stronger order was tried to the end");
  return lines;
}

}  // namespace heddle::runtime::host
