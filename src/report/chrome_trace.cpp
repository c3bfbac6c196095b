// SPDX-License-Identifier: Apache-2.0
// The Trace Event Format, which Perfetto's viewer and Chrome's read: a recorded execution with its threads, critical
// sections, waits and marks, and findings as instants. A recording has an order and no times: an event is a microsecond.
// Without a recording the schedules of the findings are drawn, each as a process of its own.
#include <map>

#include <nlohmann/json.hpp>

#include "report/reporter.h"
#include "report/schedule_text.h"
#include "trace/trace.h"

namespace heddle::report {
namespace {

using nlohmann::ordered_json;

class Drawing {
 public:
  explicit Drawing(ordered_json& events) : events_(events) {}

  void begin_process(int process, const std::string& name) {
    process_ = process;
    threads_.clear();
    add_name("process_name", 0, name);
  }
  void step(const finding::Step& step, std::uint64_t time) {
    const int thread = thread_of(step.thread);
    const std::string& does = step.operation;
    if (does.starts_with("acquire") && !does.starts_with("acquire at"))
      add("B", thread, time, step.target, step);
    else if (does.starts_with("release"))
      add("E", thread, time, step.target, step);
    else if (does == "wait" || does.starts_with("arrive") || does.starts_with("waits for"))
      add("B", thread, time, does + " " + step.target, step);
    else if (does == "wake" || does.starts_with("leave"))
      add("E", thread, time, does + " " + step.target, step);
    else
      instant(thread, time, step_words(step), "t", step);
  }
  void finding(const finding::Finding& finding, std::uint64_t time, const std::string& thread) {
    instant(thread_of(thread), time, std::string(finding::name(finding.kind)) + ": " + finding.message, "p",
            finding.steps.empty() ? finding::Step{} : finding.steps.back());
  }

 private:
  int thread_of(const std::string& name) {
    const auto [entry, is_new] = threads_.try_emplace(name, static_cast<int>(threads_.size()) + 1);
    if (is_new) add_name("thread_name", entry->second, name);
    return entry->second;
  }
  void add_name(const char* what, int thread, const std::string& name) {
    events_.push_back(
        {{"ph", "M"}, {"pid", process_}, {"tid", thread}, {"name", what}, {"args", {{"name", name}}}});
  }
  void add(const char* phase, int thread, std::uint64_t time, const std::string& name,
           const finding::Step& step) {
    events_.push_back({{"ph", phase},
                       {"pid", process_},
                       {"tid", thread},
                       {"ts", time},
                       {"name", name},
                       {"cat", step.operation},
                       {"args", arguments(step)}});
  }
  // What the viewer shows of an event that is chosen.
  static ordered_json arguments(const finding::Step& step) {
    ordered_json all = {{"location", event::text(step.location)}};
    if (!step.location.function.empty()) all["function"] = step.location.function;
    if (!step.shows.empty())
      all["value"] = step.shows;
    else if (step.value)
      all["value"] = *step.value;
    if (!step.order.empty()) all["order"] = step.order;
    if (!step.sees.empty()) all["sees"] = step.sees;
    if (!step.why.empty()) all["why"] = step.why;
    if (!step.holding.empty()) all["holding"] = step.holding;
    if (step.decisive) all["decisive"] = true;
    return all;
  }
  void instant(int thread, std::uint64_t time, const std::string& name, const char* scope,
               const finding::Step& step) {
    events_.push_back({{"ph", "i"},
                       {"pid", process_},
                       {"tid", thread},
                       {"ts", time},
                       {"name", name},
                       {"s", scope},
                       {"cat", step.operation},
                       {"args", arguments(step)}});
  }

  ordered_json& events_;
  int process_ = 0;
  std::map<std::string, int> threads_;
};

// Reads and writes would hide the rest.
bool is_drawn(event::Operation operation) {
  return operation != event::Operation::read && operation != event::Operation::write;
}

bool draw_recording(const finding::Report& report, Drawing& drawing) {
  if (report.trace.empty() || report.trace == "-") return false;
  auto reader = trace::open_trace(report.trace, {.lenient = true});
  if (!reader) return false;
  drawing.begin_process(1, report.trace);
  for (event::Position position = 0;;) {
    const auto batch = (*reader)->next();
    if (!batch || batch->empty()) break;
    for (const event::Event& event : *batch) {
      if (is_drawn(event.operation))
        drawing.step(finding::step_from(event, position, (*reader)->names()), position);
      ++position;
    }
  }
  for (const finding::Finding& finding : report.findings)
    if (!finding.steps.empty() && finding.steps.back().event)
      drawing.finding(finding, *finding.steps.back().event, finding.steps.back().thread);
  return true;
}

}  // namespace

std::string format_chrome_trace(const finding::Report& report, const Style&) {
  ordered_json events = ordered_json::array();
  Drawing drawing(events);
  if (!draw_recording(report, drawing)) {
    int process = 0;
    for (const finding::Finding& finding : report.findings) {
      drawing.begin_process(++process, finding.message);
      std::uint64_t time = 0;
      for (const finding::Step& step : finding.schedule.empty() ? finding.steps : finding.schedule)
        drawing.step(step, time++);
      if (!finding.steps.empty()) drawing.finding(finding, time, finding.steps.back().thread);
    }
  }
  const ordered_json all = {
      {"traceEvents", std::move(events)},
      {"displayTimeUnit", "ns"},
      {"otherData", {{"tool", "heddle"}, {"version", version()}, {"input", report.input}}}};
  return all.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::report
