// SPDX-License-Identifier: Apache-2.0
#include "explore/graph_replay.h"

namespace heddle::explore {

using schedule::AtomicAnswer;
using schedule::AtomicRequest;

GraphReplay::GraphReplay(Arena& arena, std::span<const Decision> decisions, MemoryModel& model)
    : Replay(arena, decisions), model_(&model), graph_(arena), trial_(arena) {}

void GraphReplay::begin() {
  Replay::begin();
  graph_.clear();
}

void GraphReplay::order(Thread earlier, Thread later) {
  graph_.add_after(earlier, ExecutionGraph::kNone);
  graph_.add_after(later, graph_.last_of(earlier));
}

std::span<const std::uint32_t> GraphReplay::known_to(Thread thread) const {
  const Index last = graph_.last_of(thread);
  if (last == ExecutionGraph::kNone) return {};
  return {graph_.clock(last, ExecutionGraph::Knows::hb), graph_.width()};
}

ExecutionGraph::Index GraphReplay::write_from_last(std::uint32_t location, std::uint32_t distance) const {
  const std::uint32_t last = graph_.rank_of(graph_.last_write(location));
  return graph_.write_at(location, distance > last ? 0 : last - distance);
}

ExecutionGraph::Index GraphReplay::read(Thread thread, const AtomicRequest& request) {
  const std::uint32_t location = request.location;
  Index from = write_from_last(location, decided() / kMostChoices);
  std::uint32_t choice = decided() % kMostChoices;
  if (choice >= request.modification.choices(graph_.value_of(from, location))) choice = 0;
  const Index last = graph_.last_write(location);
  if (from != last) {
    trial_.assign(graph_);
    const Index tried = trial_.add_read(thread, location, from, request.modification, request.order, choice);
    const std::uint32_t rank = graph_.rank_of(from);
    const bool modifies = trial_[tried].modifies;
    if (rank < graph_.lower_bound(graph_.last_of(thread), location) || trial_[tried].blocked ||
        (modifies && graph_.parts_modification(location, rank)) || !model_->allows(trial_)) {
      stray();
      from = last;
      choice = 0;
    }
  }
  note(from == last ? choice : decided());
  return graph_.add_read(thread, location, from, request.modification, request.order, choice);
}

void GraphReplay::write(Thread thread, const AtomicRequest& request) {
  const std::uint32_t location = request.location;
  const std::uint32_t last = graph_.rank_of(graph_.last_write(location));
  std::uint32_t rank = graph_.rank_of(write_from_last(location, decided() / kMostChoices));
  const std::uint32_t bound = graph_.lower_bound(graph_.last_of(thread), location);
  const Index write = graph_.add_write(thread, location, request.value, request.order, false);
  if (rank != last) {
    trial_.assign(graph_);
    trial_.place_after(write, rank);
    if (rank < bound || graph_.parts_modification(location, rank) || !model_->allows(trial_)) {
      stray();
      rank = last;
    }
  }
  note(rank == last ? 0 : decided());
  graph_.place_after(write, rank);
}

AtomicAnswer GraphReplay::perform(Thread thread, const AtomicRequest& request) {
  const std::uint32_t location = request.location;
  graph_.note_location(location, request.initial);
  if (request.kind == AtomicRequest::Kind::store) {
    write(thread, request);
    return {.written = request.value,
            .writes = true,
            .is_last = graph_.last_write(location) == graph_.last_of(thread),
            .event = graph_.last_of(thread)};
  }
  const Index at = read(thread, request);
  const ExecutionGraph::Event event = graph_[at];
  AtomicAnswer answer{.old = event.value,
                      .choice = event.choice,
                      .writes = event.modifies,
                      .blocked = event.blocked,
                      .event = at};
  if (!event.modifies) return answer;
  answer.written = event.modification.written(event.value, event.choice);
  const Index write = graph_.add_write(thread, location, answer.written, event.order, true);
  graph_.place_after(write, graph_.rank_of(event.from));
  answer.is_last = graph_.last_write(location) == write;
  return answer;
}

}  // namespace heddle::explore
