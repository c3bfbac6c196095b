// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/advice_words.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <tuple>

#include <fmt/format.h>

#include "runtime/host/schedule_words.h"
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
    std::string what;  // "store of `ready`"
  };
  // Nothing: the place is in a library.
  std::optional<Where> place(const AdvisedPlace& advised) {
    if (symbols_.module_of(advised.pc).find("libheddle_") != std::string::npos) return std::nullopt;
    for (const event::Location& frame : symbols_.code(advised.pc)) {
      if (is_system_file(frame.file) && is_of_atomics(frame.file)) continue;
      if (is_system_file(frame.file) || frame.file.empty()) return std::nullopt;
      std::string what = advised.kind == "modification"
                             ? advised.compares ? "compare-exchange" : "read-modify-write"
                             : advised.kind;
      if (const auto global = symbols_.global(advised.address); global && advised.kind != "fence")
        what += fmt::format(" of `{}`", global->name);
      return Where{frame, what};
    }
    return std::nullopt;
  }

 private:
  const CheckRecord& check_;
  Symbols symbols_;
};

// "store of `ready`: ", "a fence after the store of `ready`: "
std::string subject(const AdviceWords::Where& place, const AdvisedPart& part) {
  const std::string at = event::text(place.location) + ": ";
  if (part.part == "before" || part.part == "after")
    return fmt::format("{}a fence {} the {}", at, part.part, place.what);
  return at + place.what + (part.part == "failure" ? ", if it fails" : "");
}

std::string order_or_none(const std::string& order, bool is_fence) {
  return is_fence && order == "relaxed" ? "none" : order;
}

// "with relaxed there is a data race"
std::string why_not_weaker(const AdvisedPart& part, bool is_fence) {
  if (part.tried.empty()) return "";
  const std::string with =
      is_fence && part.tried == "relaxed" ? "without it" : fmt::format("with {}", part.tried);
  return fmt::format("; {} {}", with,
                     part.fails.empty()     ? "the search did not end"
                     : part.message.empty() ? "there is a " + part.fails
                                            : part.message);
}

// The steps that make the failure, a line each.
void add_execution(const CheckRecord& execution, const std::vector<Module>& modules,
                   std::vector<std::string>& lines) {
  CheckRecord alone = execution;
  alone.modules = modules;
  const std::vector<finding::Step> schedule = ScheduleWords(alone).schedule();
  for (const finding::Step& step : schedule) {
    if (!step.decisive && &step != &schedule.back()) continue;
    std::string line = fmt::format("      {} {}", step.thread, step.operation);
    if (!step.target.empty()) line += fmt::format(" `{}`", step.target);
    if (!step.shows.empty())
      line += " = " + step.shows;
    else if (step.value)
      line += fmt::format(" = {}", *step.value);
    if (!step.order.empty()) line += " " + step.order;
    line += " at " + event::text(step.location);
    if (!step.sees.empty()) line += ", " + step.sees;
    if (!step.why.empty()) line += ": " + step.why;
    lines.push_back(std::move(line));
  }
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
    const CheckRecord* execution;
  };
  std::vector<Line> changes, kept;
  for (const AdvisedPlace& each : advice.places) {
    const auto place = words.place(each);
    if (!place) continue;
    for (const AdvisedPart& part : each.parts) {
      const bool is_fence = each.kind == "fence" || part.part == "before" || part.part == "after";
      const std::string what = subject(*place, part);
      const std::string now = order_or_none(part.now, is_fence),
                        better = order_or_none(part.better, is_fence);
      const std::string why = why_not_weaker(part, is_fence);
      const auto add = [&](std::vector<Line>& lines, const std::string& text) {
        lines.push_back({place->location.file, place->location.line, text, part.execution.get()});
      };
      if (now != better)
        add(changes, fmt::format("  {}: {} instead of {}{}", what, better, now, why));
      else if (!advice.repairs && !part.tried.empty())
        add(kept, fmt::format("  {}: {}{}", what, now, why));
    }
  }
  std::vector<std::string> lines;
  const auto add = [&](const std::string& head, std::vector<Line>& more) {
    std::stable_sort(more.begin(), more.end(), [](const Line& a, const Line& b) {
      return std::tie(a.file, a.line) < std::tie(b.file, b.line);
    });
    lines.push_back(head);
    for (const Line& line : more) {
      lines.push_back(line.text);
      if (line.execution != nullptr) add_execution(*line.execution, check.modules, lines);
    }
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
