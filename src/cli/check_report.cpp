// SPDX-License-Identifier: Apache-2.0
#include "cli/check_report.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "runtime/host/session.h"
#include "runtime/host/symbols.h"
#include "runtime/host/uninstrumented.h"
#include "runtime/watch/channel.h"

namespace heddle::cli {
namespace {

namespace host = runtime::host;
using nlohmann::json;

std::string thread_name(std::int64_t number) { return number == 0 ? "main" : fmt::format("T{}", number); }

// Where runtime/control/heap.cpp has it.
bool is_in_heap(std::uint64_t address) { return address >= 0x100000000000 && address < 0x300000000000; }

class Words {
 public:
  explicit Words(const json& check) : check_(check) {
    auto file = host::ChannelFile::create();
    if (!file) return;
    channel_ = std::move(*file);
    runtime::Channel& channel = channel_->channel();
    for (const json& module : check.value("modules", json::array())) {
      if (!module.contains("path")) continue;
      runtime::Module& entry = channel.module[channel.modules];
      const std::string path = module["path"];
      if (path.empty() || path.size() >= sizeof entry.path) continue;
      entry.bias = module["bias"];
      entry.low = module["low"];
      entry.high = module["high"];
      std::strcpy(entry.path, path.c_str());
      ++channel.modules;
    }
    symbols_ = std::make_unique<host::Symbols>(channel);
  }

  std::vector<event::Location> stack(const json& place) {
    std::vector<event::Location> frames;
    if (symbols_ == nullptr) return frames;
    for (const json& pc : place.value("stack", json::array())) {
      if (symbols_->module_of(pc.get<std::uint64_t>()).find("libheddle_") != std::string::npos) continue;
      for (const event::Location& frame : symbols_->code(pc.get<std::uint64_t>())) frames.push_back(frame);
    }
    // Innermost frames of the standard library say little: the first of the program's own comes first.
    const auto own = std::find_if(frames.begin(), frames.end(), [](const event::Location& frame) {
      return !host::is_system_file(frame.file);
    });
    if (own != frames.end()) frames.erase(frames.begin(), own);
    std::erase_if(frames, [](const event::Location& frame) { return host::is_system_file(frame.file); });
    return frames;
  }

  std::string object(const json& place) { return object_at(place.value("address", std::uint64_t{0})); }

  std::string object_at(std::uint64_t address) {
    if (address == 0) return "";
    if (const auto known = names_.find(address); known != names_.end()) return known->second;
    std::string name;
    if (symbols_ != nullptr) {
      if (const auto global = symbols_->global(address)) {
        name = global->name;
        if (address != global->address) name += fmt::format("+{}", address - global->address);
      }
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

  finding::Step step(const json& place) {
    finding::Step result;
    result.thread = thread_name(place.value("thread", 0));
    result.operation = place.value("operation", "");
    if (result.operation == "mark") result.operation = "reaches";
    result.target = object(place);
    if (place.contains("value")) result.value = place["value"].get<std::uint64_t>();
    result.stack = stack(place);
    if (!result.stack.empty()) result.location = result.stack.front();
    return result;
  }

  // One row a step, one column a thread.
  std::vector<std::string> table() {
    std::vector<std::string> lines;
    const json steps = check_.value("steps", json::array());
    std::vector<std::int64_t> threads;
    for (const json& place : steps) {
      const std::int64_t thread = place.value("thread", 0);
      if (std::find(threads.begin(), threads.end(), thread) == threads.end()) threads.push_back(thread);
    }
    std::sort(threads.begin(), threads.end());
    std::map<std::int64_t, std::size_t> widths;
    std::vector<std::pair<std::int64_t, std::string>> cells;
    std::vector<std::string> places;
    for (const std::int64_t thread : threads) widths[thread] = thread_name(thread).size();
    for (const json& place : steps) {
      const finding::Step each = step(place);
      std::string cell = each.operation;
      if (!each.target.empty()) cell += " " + each.target;
      if (each.value) cell += " = " + value(*each.value);
      const std::int64_t thread = place.value("thread", 0);
      widths[thread] = std::max(widths[thread], cell.size());
      cells.emplace_back(thread, std::move(cell));
      places.push_back(event::text(each.location));
    }
    std::string head = "  ";
    for (const std::int64_t thread : threads)
      head += fmt::format("{:<{}}  ", thread_name(thread), widths[thread]);
    lines.emplace_back("The schedule, step by step:");
    lines.push_back(head);
    constexpr std::size_t kShown = 200;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells.size() > kShown && i == kShown / 2) {
        lines.push_back(fmt::format("  … {} steps …", cells.size() - kShown));
        i = cells.size() - kShown / 2;
      }
      std::string line = "  ";
      for (const std::int64_t thread : threads)
        line += fmt::format("{:<{}}  ", thread == cells[i].first ? cells[i].second : "", widths[thread]);
      lines.push_back(line + places[i]);
    }
    for (std::string& line : lines)
      while (!line.empty() && line.back() == ' ') line.pop_back();
    return lines;
  }

 private:
  const json& check_;
  std::unique_ptr<host::ChannelFile> channel_;
  std::unique_ptr<host::Symbols> symbols_;
  std::map<std::uint64_t, std::string> names_;
  int heap_ = 0;
  int local_ = 0;
};

finding::Kind kind_named(const std::string& name) {
  for (const finding::Kind kind : finding::all_kinds())
    if (finding::name(kind) == name) return kind;
  return finding::Kind::abort;
}

std::string waiting(const json& places, Words& words) {
  std::string text;
  for (const json& place : places) {
    std::string line = fmt::format("{} waits", thread_name(place.value("thread", 0)));
    const std::string object = words.object(place);
    const std::string operation = place.value("operation", "");
    if (operation == "join")
      line += " for the end of";
    else if (!object.empty())
      line += fmt::format(" for `{}`{}", object, place.contains("waits_for") ? ", held by" : "");
    if (place.contains("waits_for")) line += " " + thread_name(place["waits_for"].get<std::int64_t>());
    text += (text.empty() ? "" : "; ") + line;
  }
  return text;
}

std::string message(const json& failure, const finding::Finding& finding, Words& words) {
  const std::string given = failure.value("message", "");
  const std::string& name = finding.variable;
  switch (finding.kind) {
    case finding::Kind::data_race:
      return fmt::format("data race on `{}`, {} bytes", name, failure.value("size", 0));
    case finding::Kind::deadlock:
      return "deadlock: " + waiting(failure["places"], words);
    case finding::Kind::livelock:
      return "livelock: " + waiting(failure["places"], words) + ", in a loop that nobody can end";
    case finding::Kind::use_after_free:
      return fmt::format("use after free of `{}`", name);
    case finding::Kind::double_free:
      return fmt::format("double free of `{}`", name);
    case finding::Kind::invalid_free:
      return fmt::format("`{}` is freed but was not allocated", name);
    case finding::Kind::out_of_bounds:
      return fmt::format("access outside of its object: `{}`", name);
    case finding::Kind::leak:
      return fmt::format("{} bytes at `{}` are never freed", failure.value("size", 0), name);
    default:
      return given.empty() ? std::string(finding::name(finding.kind)) : given;
  }
}

void add_finding(const json& check, const std::string& file, finding::Report& report) {
  const json& failure = check["failure"];
  Words words(check);
  finding::Finding finding;
  finding.kind = kind_named(failure.value("kind", ""));
  for (const json& place : failure.value("places", json::array())) finding.steps.push_back(words.step(place));
  finding.variable = words.object(failure);
  finding.message = message(failure, finding, words);
  if (const std::string name = check.value("name", ""); !name.empty() && name != "main")
    finding.notes.push_back(fmt::format("in the check `{}`", name));
  for (const std::string& line : words.table()) finding.notes.push_back(line);
  if (!check.value("repeats", false))
    finding.notes.emplace_back("The failure did not repeat itself under the same schedule.");
  finding.witness.kind = finding::Witness::Kind::schedule;
  std::string schedule = check.value("schedule", "");
  for (std::size_t at = 0; at < schedule.size();) {
    const std::string thread = thread_name(std::strtol(schedule.c_str() + at, nullptr, 10));
    if (finding.witness.run.empty() || finding.witness.run.back().thread != thread)
      finding.witness.run.push_back({thread, 0});
    ++finding.witness.run.back().steps;
    at = schedule.find(' ', at);
    at = at == std::string::npos ? schedule.size() : at + 1;
  }
  finding.witness.file = file;
  report.findings.push_back(std::move(finding));
}

void add_uninstrumented(const json& check, std::set<std::string>& doubts) {
  for (const json& module : check.value("uninstrumented", json::array())) {
    host::UninstrumentedCode code;
    code.path = module.value("module", "");
    code.whole = module.value("whole", false);
    code.stripped = module.value("stripped", false);
    code.count = module.value("count", std::uint64_t{0});
    for (const json& function : module.value("functions", json::array()))
      code.functions.push_back({function.value("name", ""), function.value("address", std::uint64_t{0})});
    doubts.insert(host::describe(code));
  }
}

}  // namespace

void add_checks(const std::vector<json>& checks, const std::string& file, finding::Report& report) {
  std::uint64_t executions = 0, redundant = 0, steps = 0;
  std::set<std::string> doubts;
  bool is_replay = false;
  for (const json& check : checks) {
    executions += check.value("executions", std::uint64_t{0});
    redundant += check.value("redundant", std::uint64_t{0});
    steps += check.value("transitions", std::uint64_t{0});
    is_replay |= check.value("search", "") == "replay";
    if (check.contains("failure")) {
      add_finding(check, report.findings.empty() ? file : "", report);
      continue;
    }
    const std::string name = check.value("name", "");
    const std::string prefix = checks.size() > 1 && !name.empty() ? name + ": " : "";
    if (check.value("stopped", false))
      doubts.insert(fmt::format("{}not all schedules were run: about {:.2g} % of the search was done", prefix,
                                100 * check.value("done", 0.0)));
    if (const std::string bound = check.value("bound", ""); !bound.empty() && !is_replay)
      doubts.insert(prefix + bound);
    for (const json& doubt : check.value("doubts", json::array()))
      doubts.insert(prefix + doubt.get<std::string>());
    add_uninstrumented(check, doubts);
  }
  for (const std::string& doubt : doubts) report.verdict.doubt(doubt);
  const bool races = std::any_of(checks.begin(), checks.end(),
                                 [](const json& check) { return check.value("racing", false); });
  report.statistics.push_back({"executions", executions});
  if (redundant > 0) report.statistics.push_back({"redundant_executions", redundant});
  report.statistics.push_back({"transitions", steps});
  if (report.findings.empty() && !is_replay && !checks.empty())
    report.statistics.push_back(
        {"guarantee",
         fmt::format("{}failing schedule under sequential consistency (spurious wake-ups ≤ {}, "
                     "early timeouts ≤ {} a thread{})",
                     report.verdict.reasons().empty() ? "no " : "so far no ", checks[0].value("spurious", 0),
                     checks[0].value("timeouts", 0), races ? "; accesses that race taken as atomic" : "")});
}

}  // namespace heddle::cli
