// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/weak_words.h"

#include <map>

#include <fmt/format.h>

#include "runtime/host/words.h"

namespace heddle::runtime::host {
namespace {

const WitnessEvent* event_of(const CheckRecord& check, const CheckPlace& place) {
  if (!place.event || !check.graph || *place.event >= check.graph->events.size()) return nullptr;
  return &check.graph->events[*place.event];
}
bool is_atomic(const CheckPlace& place) { return place.operation.starts_with("atomic"); }
std::string whose(const WitnessEvent& write, const WitnessEvent& reader) {
  return write.thread == reader.thread ? "its own" : Words::thread(write.thread) + "'s";
}

}  // namespace

std::vector<Seen> what_was_seen(const CheckRecord& check, CheckMemory& memory) {
  std::vector<Seen> seen(check.steps.size());
  if (!check.graph) return seen;
  const WitnessGraph& graph = *check.graph;
  // Steps are told as the search came to them. If some order of all of them explains what was read, nothing is weak.
  const bool is_sequential = graph.broken_axiom("sc").empty();
  std::map<std::uint32_t, const WitnessEvent*> newest;  // write of each location, so far
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const CheckPlace& place = check.steps[i];
    const WitnessEvent* event = event_of(check, place);
    if (event == nullptr) continue;
    const WitnessEvent*& last = newest[event->location];
    const bool reads = event->kind == WitnessEvent::Kind::read;
    const WitnessEvent* write = !reads ? event : event->modifies ? event + 1 : nullptr;
    const std::uint32_t rank = reads ? graph.rank_read(*event) : event->rank;
    if (is_atomic(place)) {
      seen[i].order = event::name(event->order);
      if (reads && event->from < 0) seen[i].what = "reads the initial value";
      if (reads && event->from >= 0)
        seen[i].what =
            fmt::format("reads {} store", whose(graph.events[static_cast<std::size_t>(event->from)], *event));
      if (last != nullptr && last->rank > rank) {
        const std::string which =
            fmt::format("{} store of {}", whose(*last, *event), memory.value(last->value));
        seen[i].why =
            is_sequential ? fmt::format("comes before {}, though it is told after it", which)
            : reads       ? fmt::format(
                                "nothing orders {} before this load: under sequential consistency it would read {}",
                                which, memory.value(last->value))
                    : fmt::format("comes before {}, which nothing orders before it", which);
      }
    }
    if (write != nullptr && (last == nullptr || last->rank < write->rank)) last = write;
  }
  return seen;
}

std::vector<finding::Relation> relations(const CheckRecord& check) {
  std::vector<finding::Relation> all;
  if (!check.graph) return all;
  std::map<const WitnessEvent*, std::size_t> step_of;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> write_of;  // location and rank → step
  for (std::size_t i = 0; i < check.steps.size(); ++i) {
    const WitnessEvent* event = event_of(check, check.steps[i]);
    if (event == nullptr) continue;
    const WitnessEvent* write = event->kind == WitnessEvent::Kind::write ? event
                                : event->modifies                        ? event + 1
                                                                         : nullptr;
    step_of[event] = i;
    if (write == nullptr) continue;
    step_of[write] = i;
    write_of[{write->location, write->rank}] = i;
  }
  for (const auto& [key, step] : write_of)
    if (const auto next = write_of.find({key.first, key.second + 1}); next != write_of.end())
      all.push_back({"co", step, next->second});
  for (std::size_t i = 0; i < check.steps.size(); ++i) {
    const WitnessEvent* event = event_of(check, check.steps[i]);
    if (event == nullptr || event->kind != WitnessEvent::Kind::read) continue;
    const WitnessEvent* from =
        event->from >= 0 ? &check.graph->events[static_cast<std::size_t>(event->from)] : nullptr;
    if (from != nullptr && step_of.contains(from) && step_of[from] != i)
      all.push_back({"rf", step_of[from], i});
    const auto next = write_of.find({event->location, check.graph->rank_read(*event) + 1});
    if (next != write_of.end() && next->second != i) all.push_back({"fr", i, next->second});
  }
  return all;
}

}  // namespace heddle::runtime::host
