// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/check_words.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include <fmt/format.h>

#include "runtime/host/symbols.h"
#include "runtime/host/words.h"

namespace heddle::runtime::host {
namespace {

// Where runtime/control/heap.cpp has it.
bool is_in_heap(std::uint64_t address) { return address >= 0x100000000000 && address < 0x300100000000; }

class ScheduleWords {
 public:
  explicit ScheduleWords(const CheckRecord& check)
      : check_(check), symbols_([this] { return std::span<const Module>(check_.modules); }) {}

  std::vector<event::Location> stack(const CheckPlace& place) {
    std::vector<event::Location> frames;
    for (const std::uint64_t pc : place.stack) {
      if (symbols_.module_of(pc).find("libheddle_") != std::string::npos) continue;
      for (const event::Location& frame : symbols_.code(pc)) frames.push_back(frame);
    }
    // Innermost frames of the standard library say little: the first of the program's own comes first.
    const auto own = std::find_if(frames.begin(), frames.end(),
                                  [](const event::Location& frame) { return !is_system_file(frame.file); });
    if (own != frames.end()) frames.erase(frames.begin(), own);
    std::erase_if(frames, [](const event::Location& frame) { return is_system_file(frame.file); });
    return frames;
  }

  std::string object_at(std::uint64_t address) {
    if (address == 0) return "";
    if (const auto known = names_.find(address); known != names_.end()) return known->second;
    std::string name;
    if (const auto global = symbols_.global(address)) {
      name = global->name;
      if (address != global->address) name += fmt::format("+{}", address - global->address);
    }
    if (name.empty()) {
      if (is_in_heap(address))
        name = fmt::format("heap#{}", ++heap_);
      else
        name = fmt::format("local#{}", ++local_);
    }
    return names_[address] = name;
  }

  // A number, or what it points to.
  std::string value(std::uint64_t value) {
    if (is_in_heap(value)) return "&" + object_at(value);
    return fmt::format("{}", static_cast<std::int64_t>(value));
  }

  finding::Step step(const CheckPlace& place) {
    finding::Step result;
    result.thread = Words::thread(place.thread);
    result.operation = place.operation == "mark" ? "reaches" : place.operation;
    result.target = object_at(place.address);
    result.value = place.value;
    result.stack = stack(place);
    if (!result.stack.empty()) result.location = result.stack.front();
    return result;
  }

  // One row a step, one column a thread.
  std::vector<std::string> table() {
    std::vector<std::string> lines;
    std::vector<std::uint32_t> threads;
    for (const CheckPlace& place : check_.steps)
      if (std::find(threads.begin(), threads.end(), place.thread) == threads.end())
        threads.push_back(place.thread);
    std::sort(threads.begin(), threads.end());
    std::map<std::uint32_t, std::size_t> widths;
    std::vector<std::pair<std::uint32_t, std::string>> cells;
    std::vector<std::string> places;
    for (const std::uint32_t thread : threads) widths[thread] = Words::thread(thread).size();
    for (const CheckPlace& place : check_.steps) {
      const finding::Step each = step(place);
      std::string cell = each.operation;
      if (!each.target.empty()) cell += " " + each.target;
      if (each.value) cell += " = " + value(*each.value);
      widths[place.thread] = std::max(widths[place.thread], cell.size());
      cells.emplace_back(place.thread, std::move(cell));
      places.push_back(event::text(each.location));
    }
    std::string head = "  ";
    for (const std::uint32_t thread : threads)
      head += fmt::format("{:<{}}  ", Words::thread(thread), widths[thread]);
    lines.emplace_back("The schedule, step by step:");
    lines.push_back(head);
    constexpr std::size_t kShown = 200;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells.size() > kShown && i == kShown / 2) {
        lines.push_back(fmt::format("  … {} steps …", cells.size() - kShown));
        i = cells.size() - kShown / 2;
      }
      std::string line = "  ";
      for (const std::uint32_t thread : threads)
        line += fmt::format("{:<{}}  ", thread == cells[i].first ? cells[i].second : "", widths[thread]);
      lines.push_back(line + places[i]);
    }
    for (std::string& line : lines)
      while (!line.empty() && line.back() == ' ') line.pop_back();
    return lines;
  }

 private:
  const CheckRecord& check_;
  Symbols symbols_;
  std::map<std::uint64_t, std::string> names_;
  int heap_ = 0;
  int local_ = 0;
};

std::string waiting(const std::vector<CheckPlace>& places, ScheduleWords& words) {
  std::string text;
  for (const CheckPlace& place : places) {
    std::string line = fmt::format("{} waits", Words::thread(place.thread));
    const std::string object = words.object_at(place.address);
    if (place.operation == "join")
      line += " for the end of";
    else if (!object.empty())
      line += fmt::format(" for `{}`{}", object, place.waits_for ? ", held by" : "");
    if (place.waits_for) line += " " + Words::thread(*place.waits_for);
    text += (text.empty() ? "" : "; ") + line;
  }
  return text;
}

std::string message(const CheckFailure& failure, const std::string& name, ScheduleWords& words) {
  switch (failure.kind) {
    case finding::Kind::data_race:
      return fmt::format("data race on `{}`, {} bytes", name, failure.size);
    case finding::Kind::deadlock:
      return "deadlock: " + waiting(failure.places, words);
    case finding::Kind::livelock:
      return "livelock: " + waiting(failure.places, words) + ", in a loop that nobody can end";
    case finding::Kind::use_after_free:
      return fmt::format("use after free of `{}`", name);
    case finding::Kind::double_free:
      return fmt::format("double free of `{}`", name);
    case finding::Kind::invalid_free:
      return fmt::format("`{}` is freed but was not allocated", name);
    case finding::Kind::out_of_bounds:
      return fmt::format("access outside of its object: `{}`", name);
    case finding::Kind::leak:
      return fmt::format("{} bytes at `{}` are never freed", failure.size, name);
    default:
      return failure.message.empty() ? std::string(finding::name(failure.kind)) : failure.message;
  }
}

finding::Finding finding_of(const CheckRecord& check, const std::string& file) {
  const CheckFailure& failure = *check.failure;
  ScheduleWords words(check);
  finding::Finding finding;
  finding.kind = failure.kind;
  for (const CheckPlace& place : failure.places) finding.steps.push_back(words.step(place));
  finding.variable = words.object_at(failure.address);
  finding.message = message(failure, finding.variable, words);
  if (!check.name.empty() && check.name != "main")
    finding.notes.push_back(fmt::format("in the check `{}`", check.name));
  for (const std::string& line : words.table()) finding.notes.push_back(line);
  if (!check.repeats)
    finding.notes.emplace_back("The failure did not repeat itself under the same schedule.");
  finding.witness.kind = finding::Witness::Kind::schedule;
  if (const auto decisions = decisions_in(check.schedule)) {
    for (const schedule::Decision& decision : *decisions) {
      const std::string thread = Words::thread(decision.thread);
      if (finding.witness.run.empty() || finding.witness.run.back().thread != thread)
        finding.witness.run.push_back({thread, 0});
      ++finding.witness.run.back().steps;
    }
  }
  finding.witness.file = file;
  return finding;
}

// Two digits that count; never all of it, which was not done.
std::string percent(double part) {
  return part > 0.99   ? "99"
         : part >= 0.1 ? fmt::format("{:.0f}", 100 * part)
                       : fmt::format("{:.2g}", 100 * part);
}

std::string guarantee(const CheckRecord& check, bool is_whole, bool races) {
  const std::string_view model = check.wishes.memory_model.view();
  const std::string_view under = model == "rc11"  ? "C++'s memory model (RC11: without load buffering)"
                                 : model == "tso" ? "x86's memory model"
                                                  : "sequential consistency";
  return fmt::format(
      "{}failing schedule under {} (spurious wake-ups ≤ {}, early timeouts ≤ {} a "
      "thread{})",
      is_whole ? "no " : "so far no ", under, check.wishes.spurious, check.wishes.timeouts,
      races ? "; accesses that race taken as atomic" : "");
}

}  // namespace

void add_checks(const std::vector<CheckRecord>& checks, const std::string& file, finding::Report& report) {
  std::uint64_t executions = 0, redundant = 0, transitions = 0;
  std::set<std::string> doubts;
  bool is_replay = false, races = false;
  for (const CheckRecord& check : checks) {
    executions += check.executions;
    redundant += check.redundant;
    transitions += check.transitions;
    is_replay |= check.replays;
    races |= check.racing;
    if (check.failure) {
      report.findings.push_back(finding_of(check, report.findings.empty() ? file : ""));
      continue;
    }
    const std::string prefix = checks.size() > 1 && !check.name.empty() ? check.name + ": " : "";
    if (check.stopped)
      doubts.insert(fmt::format("{}not all schedules were run: about {} % of the search was done", prefix,
                                percent(check.done)));
    if (!check.bound.empty() && !is_replay) doubts.insert(prefix + check.bound);
    for (const std::string& doubt : check.doubts) doubts.insert(prefix + doubt);
    for (const UninstrumentedCode& code : check.uninstrumented) doubts.insert(describe(code));
  }
  for (const std::string& doubt : doubts) report.verdict.doubt(doubt);
  report.statistics.push_back({"executions", executions});
  if (redundant > 0) report.statistics.push_back({"redundant_executions", redundant});
  report.statistics.push_back({"transitions", transitions});
  if (report.findings.empty() && !is_replay && !checks.empty())
    report.statistics.push_back({"guarantee", guarantee(checks[0], report.verdict.reasons().empty(), races)});
}

}  // namespace heddle::runtime::host
