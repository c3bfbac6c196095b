// SPDX-License-Identifier: Apache-2.0
#include "explore/graph_search.h"

#include <algorithm>

#include "explore/graph_replay.h"

namespace heddle::explore {

using control::AtomicAnswer;
using control::AtomicRequest;
using Kind = ExecutionGraph::Kind;

GraphSearch::GraphSearch(Arena& arena, MemoryModel& model)
    : arena_(&arena),
      model_(&model),
      graph_(arena.make<ExecutionGraph>(arena)),
      waiting_(arena),
      unused_(arena),
      removed_(arena),
      next_(arena),
      successor_(arena),
      done_(arena),
      last_done_(arena),
      standing_(arena),
      acts_(arena),
      schedule_(arena),
      when_(arena),
      stays_(arena),
      performed_(arena),
      stood_(arena),
      moved_(arena),
      starts_(arena),
      by_place_(arena) {
  waiting_.push_back(arena.make<ExecutionGraph>(arena));
}

ExecutionGraph* GraphSearch::copy(const ExecutionGraph& graph) {
  ExecutionGraph* result = nullptr;
  if (unused_.empty()) {
    result = arena_->make<ExecutionGraph>(*arena_);
  } else {
    result = unused_.back();
    unused_.pop_back();
  }
  result->assign(graph);
  result->shared = &graph == graph_ ? static_cast<std::int64_t>(acts_.size()) - 1 : graph.shared;
  return result;
}

std::string_view GraphSearch::bound() const {
  if (diverged_) return "the program does not repeat itself";
  if (unsupported_) return "an operation is not explored under this memory model";
  return "";
}

// ---- one run --------------------------------------------------------------------------------------------

void GraphSearch::begin() {
  start_run();
  schedule_.clear();
  acts_.clear();
  stays_.clear();
  performed_.clear();
  stood_.clear();
  if (!waiting_.empty()) waiting_.back()->shared = std::min<std::int64_t>(waiting_.back()->shared, 0);
}

void GraphSearch::start_run() {
  drop(graph_);
  graph_ = breadth_first_ ? take_oldest() : waiting_.back();
  if (!breadth_first_) waiting_.pop_back();
  const Index size = graph_->size();
  next_.clear();
  next_.resize(graph_->threads(), kNone);
  successor_.clear();
  successor_.resize(size, kNone);
  done_.clear();
  done_.resize(size, false);
  last_done_.clear();
  last_done_.resize(graph_->threads(), kNone);
  for (Index i = size; i-- > 0;) {
    successor_[i] = next_[(*graph_)[i].thread];
    next_[(*graph_)[i].thread] = i;
  }
  when_.clear();
  when_.resize(size, 0);
  asked_ = true;
  is_blocked_ = dropped_ = false;
}

bool GraphSearch::is_replayable(Thread thread) const {
  const Index next = next_of(thread);
  if (next == kNone) return false;
  const ExecutionGraph::Event& event = (*graph_)[next];
  if (event.kind != Kind::read) return true;
  if (event.from != ExecutionGraph::kInitial && !done_[event.from]) return false;
  return !event.modification.in_place || !event.modifies || !is_too_early(next);
}

// A look at what it changes has not been performed, and comes before it.
bool GraphSearch::is_too_early(Index modification) const {
  const ExecutionGraph::Event& event = (*graph_)[modification];
  const std::uint32_t rank = graph_->rank_of(event.from);
  for (Index at = graph_->newest_at(event.location); at != kNone; at = (*graph_)[at].beside) {
    const ExecutionGraph::Event& other = (*graph_)[at];
    if (at < done_.size() && !done_[at] && other.kind == Kind::read && !other.modifies &&
        graph_->rank_of(other.from) <= rank)
      return true;
  }
  return false;
}

void GraphSearch::reaches(Thread thread, const AtomicRequest& request) {
  if (thread >= standing_.size()) standing_.resize(thread + 1);
  standing_[thread] = {request.location, request.modification};
}

bool GraphSearch::would_wait(Thread thread) const {
  if (thread >= standing_.size() || !standing_[thread].modification.waits) return false;
  const auto& [location, modification] = standing_[thread];
  return graph_->has_location(location) &&
         !modification.succeeds(graph_->value_of(graph_->last_write(location), location));
}

Thread GraphSearch::choose(const Moment& moment) {
  if (dropped_) return control::kNoThread;
  Thread chosen = control::kNoThread;
  Thread put_off = control::kNoThread;
  bool replays = false;
  const auto consider = [&](Thread thread) {
    if (moment.threads[thread].state != ThreadView::State::ready) return;
    if (next_of(thread) != kNone) {
      replays = is_replayable(thread);
      if (replays) chosen = thread;
      return;
    }
    if (chosen != control::kNoThread) return;
    (would_wait(thread) ? put_off : chosen) = thread;
  };
  if (moment.current != control::kNoThread) consider(moment.current);
  for (Thread thread = 0; thread < moment.threads.size() && !replays; ++thread) consider(thread);
  if (chosen == control::kNoThread) chosen = put_off;
  if (chosen == control::kNoThread) {  // somebody is ready, but not for what the graph says
    const auto waits_for_look = [&](Thread thread) {
      const Index next = next_of(thread);
      return next != kNone && (*graph_)[next].kind == Kind::read && (*graph_)[next].modification.in_place;
    };
    for (Thread thread = 0; thread < moment.threads.size(); ++thread)
      dropped_ |= moment.threads[thread].state == ThreadView::State::ready && waits_for_look(thread);
    if (dropped_) return control::kNoThread;
    diverged_ = true;
  }
  take_turn(chosen);
  return chosen;
}

void GraphSearch::take_turn(Thread thread) {
  chosen_ = thread;
  asked_ = false;
  schedule_.push_back({thread, 0});
  acts_.push_back({});
}

// While a graph is replayed, which is most of the time, whoever runs goes on as long as it can.
bool GraphSearch::goes_on(Thread thread) {
  if (dropped_ || !is_replayable(thread)) return false;
  take_turn(thread);
  return true;
}

unsigned GraphSearch::outcome(unsigned) {
  unsupported_ = true;
  return 0;
}

void GraphSearch::performed(const Operation& operation) {
  if (!asked_ && operation.count > 0) unsupported_ = true;  // nobody asked what it does
}

void GraphSearch::replayed(Thread thread, Index event) {
  done_[event] = true;
  when_[event] = static_cast<std::uint32_t>(acts_.size());
  last_done_[thread] = event;
  next_[thread] = successor_[event];
}

void GraphSearch::grown() {
  if (last_done_.size() < graph_->threads()) last_done_.resize(graph_->threads(), kNone);
  while (done_.size() < graph_->size()) {
    last_done_[(*graph_)[static_cast<Index>(done_.size())].thread] = static_cast<Index>(done_.size());
    done_.push_back(true);
    when_.push_back(static_cast<std::uint32_t>(acts_.size()));
    successor_.push_back(kNone);
  }
}

// An event of each: what the earlier one did since its last event comes before it.
void GraphSearch::order(Thread earlier, Thread later) {
  for (const Thread thread : {earlier, later}) {
    if (const Index next = next_of(thread); next != kNone) {
      if ((*graph_)[next].kind != Kind::after) diverged_ = true;
      replayed(thread, next);
      continue;
    }
    graph_->add_after(thread, thread == later ? last_done_[earlier] : kNone);
    grown();
  }
}

void GraphSearch::fence(Thread thread, MemoryOrder order) {
  asked_ = true;
  if (const Index next = next_of(thread); next != kNone) {
    if ((*graph_)[next].kind != Kind::fence) diverged_ = true;
    replayed(thread, next);
    return;
  }
  graph_->add_fence(thread, order);
  grown();
}

void GraphSearch::stuck(Thread thread, std::uint32_t reads) {
  asked_ = true;
  is_blocked_ = true;
  if (next_of(thread) != kNone) {
    diverged_ = true;
    return;
  }
  if (graph_->mark_waiting(thread, reads)) dropped_ |= !graph_->reads_last(graph_->last_read_of(thread));
}

bool GraphSearch::is_meaningless() const { return dropped_ || graph_->waits_for_old(); }

std::span<const std::uint32_t> GraphSearch::known_to(Thread thread) const {
  if (thread >= last_done_.size() || last_done_[thread] == kNone) return {};
  return {graph_->clock(last_done_[thread], ExecutionGraph::Knows::hb), graph_->width()};
}

bool GraphSearch::is_last_performed(Index write) const {
  for (Index at = (*graph_)[write].next_write; at != kNone; at = (*graph_)[at].next_write)
    if (done_[at]) return false;
  return true;
}

// Which write a read reads is counted from the last that was performed before it; so is the place of a write.
std::span<const Decision> GraphSearch::schedule() const {
  for (std::size_t i = 0; i < acts_.size(); ++i) {
    if (acts_[i].first == kNone || acts_[i].first >= graph_->size()) continue;
    const ExecutionGraph::Event& event = (*graph_)[acts_[i].first];
    const std::uint32_t rank = event.kind == Kind::read ? graph_->rank_of(event.from) : event.rank;
    std::uint32_t later = 0;
    for (std::size_t j = 0; j < i; ++j) {
      if (acts_[j].write == kNone) continue;
      const ExecutionGraph::Event& other = (*graph_)[acts_[j].write];
      later += other.location == event.location && other.rank > rank;
    }
    schedule_[i].outcome = outcome_number(later, event.choice);
  }
  return {schedule_.begin(), schedule_.size()};
}

AtomicAnswer GraphSearch::replay(Thread thread, const AtomicRequest& request) {
  const Index at = next_of(thread);
  const ExecutionGraph::Event& event = (*graph_)[at];
  AtomicAnswer answer;
  const bool writes_only = request.kind == AtomicRequest::Kind::store;
  if ((event.kind != Kind::write && event.kind != Kind::read) || writes_only != (event.kind == Kind::write) ||
      event.location != request.location) {
    diverged_ = true;
    return answer;
  }
  replayed(thread, at);
  acts_.back().first = at;
  Index write = at;
  if (event.kind == Kind::read) {
    answer.old = event.value;
    answer.blocked = event.blocked;
    is_blocked_ |= event.blocked;
    answer.choice = event.choice;
    if (!event.modifies) return answer;
    write = next_of(thread);
    replayed(thread, write);
  }
  answer.writes = true;
  answer.written = (*graph_)[write].value;
  answer.is_last = is_last_performed(write);
  acts_.back().write = write;
  return answer;
}

AtomicAnswer GraphSearch::perform(Thread thread, const AtomicRequest& request) {
  asked_ = true;
  graph_->note_location(request.location, request.initial);
  if (next_of(thread) != kNone) return replay(thread, request);
  if (request.kind != AtomicRequest::Kind::store) return read(thread, request);
  write(thread, request.location, request.value, request.order, false);
  return {.written = request.value, .writes = true};
}

bool GraphSearch::finish(const Moment&) {
  for (const Index next : next_) diverged_ |= next != kNone && !dropped_;
  asked_ = true;
  if (dropped_ || (is_blocked_ && graph_->waits_for_old()))  // others wait at the end
    ++blocked_;
  else
    ++executions_;
  return !waiting_.empty() && !diverged_;
}

// ---- growing --------------------------------------------------------------------------------------------

AtomicAnswer GraphSearch::read(Thread thread, const AtomicRequest& request) {
  const std::uint32_t location = request.location;
  const Index last = graph_->last_write(location);
  const std::uint32_t bound = graph_->lower_bound(graph_->last_of(thread), location);
  Index older = graph_->write_at(location, bound);
  for (; older != last; older = graph_->write_after(older, location)) {
    ExecutionGraph* other = copy(*graph_);
    take_up(other, other->add_read(thread, location, older, request.modification, request.order));
  }
  const Index read = graph_->add_read(thread, location, last, request.modification, request.order);
  if (acts_.back().first == kNone) acts_.back().first = read;
  keep_choices(*graph_, read);
  grown();
  const ExecutionGraph::Event event = (*graph_)[read];
  AtomicAnswer answer{.old = event.value, .writes = event.modifies, .blocked = event.blocked};
  is_blocked_ |= event.blocked;
  if (event.modifies) {
    answer.written = event.modification.written(event.value, 0);
    write(thread, location, answer.written, event.order, true);
  }
  return answer;
}

ExecutionGraph::Index GraphSearch::write(Thread thread, std::uint32_t location, std::uint64_t value,
                                         MemoryOrder order, bool modifies) {
  const std::uint32_t last = graph_->rank_of(graph_->last_write(location));
  const std::uint32_t bound = modifies ? last : graph_->lower_bound(graph_->last_of(thread), location);
  const Index write = graph_->add_write(thread, location, value, order, modifies);
  for (std::uint32_t rank = bound; rank < last; ++rank) {
    if (graph_->parts_modification(location, rank)) continue;
    ExecutionGraph* other = copy(*graph_);
    other->place_after(write, rank);
    if (model_->allows(*other))
      keep(other);
    else
      drop(other);
  }
  revisit(*graph_, write);
  graph_->place_after(write, last);
  grown();
  if (acts_.back().first == kNone) acts_.back().first = write;
  acts_.back().write = write;
  return write;
}

// The graph is ours to keep or drop. The read was given a write other than the last.
void GraphSearch::take_up(ExecutionGraph* graph, Index read) {
  // A failure without a reason has another order than a success: one may be allowed where the other is not.
  keep_choices(*graph, read);
  if ((*graph)[read].blocked || !model_->allows(*graph)) {
    drop(graph);
    return;
  }
  if ((*graph)[read].modifies)
    complete(graph, read);
  else
    keep(graph);
}

// What else could come of the newest read.
void GraphSearch::keep_choices(const ExecutionGraph& graph, Index read) {
  const ExecutionGraph::Event& event = graph[read];
  for (std::uint32_t choice = 1; choice < event.modification.choices(event.value); ++choice) {
    ExecutionGraph* other = copy(graph);
    other->read_from(read, graph[read].from, choice);
    if (!model_->allows(*other))
      drop(other);
    else if ((*other)[read].modifies)
      complete(other, read);
    else
      keep(other);
  }
}

// The graph is ours to keep or drop. The read succeeds: its write follows.
void GraphSearch::complete(ExecutionGraph* graph, Index read) {
  const ExecutionGraph::Event event = (*graph)[read];
  const Index write = graph->add_write(
      event.thread, event.location, event.modification.written(event.value, event.choice), event.order, true);
  revisit(*graph, write);
  const std::uint32_t rank = graph->rank_of(event.from);
  if (!graph->parts_modification(event.location, rank) && graph->lower_bound(read, event.location) <= rank) {
    graph->place_after(write, rank);
    if (model_->allows(*graph)) {
      keep(graph);
      return;
    }
  }
  drop(graph);
}

bool GraphSearch::was_added_maximally(const ExecutionGraph& graph, Index at, Index write) const {
  const ExecutionGraph::Event& event = graph[at];
  if (event.kind != Kind::read && event.kind != Kind::write) return true;
  if (event.pinned || event.choice != 0) return false;
  const std::uint32_t rank = event.kind == Kind::read ? graph.rank_of(event.from) : event.rank;
  for (Index other = graph.newest_at(event.location); other != kNone; other = graph[other].beside) {
    if (other == write || (other > at && !is_needed_by(graph, other, write))) continue;
    const ExecutionGraph::Event& beside = graph[other];
    if (beside.kind == Kind::write ? beside.rank > rank : event.kind == Kind::write && beside.from == at)
      return false;
  }
  return true;
}

void GraphSearch::revisit(const ExecutionGraph& graph, Index write) {
  for (Index read = graph[write].beside; read != kNone; read = graph[read].beside) {
    if (graph[read].kind != Kind::read || is_needed_by(graph, read, write)) continue;
    if (!was_added_maximally(graph, read, write)) return;
    removed_.clear();
    removed_.resize(graph.size(), false);
    for (Index i = read + 1; i < graph.size(); ++i) {
      if (i == write || is_needed_by(graph, i, write)) continue;
      if (!was_added_maximally(graph, i, write)) return;  // older reads remove it too
      removed_[i] = true;
    }
    ExecutionGraph* restricted = copy(graph);
    for (Index i = read; i < graph.size(); ++i)
      if (i == read || removed_[i])
        restricted->shared = std::min(restricted->shared, decisions_before(graph, i));
    const Index now = restricted->restrict_to(removed_.begin(), write);
    place(restricted, now, read);
  }
}

// The graph is ours to keep or drop. The write, which is in no order yet, wherever it can stand, and the read reads it.
void GraphSearch::place(ExecutionGraph* graph, Index write, Index read) {
  const ExecutionGraph::Event event = (*graph)[write];
  const std::uint32_t location = event.location;
  std::uint32_t last = graph->rank_of(graph->last_write(location));
  std::uint32_t bound = graph->lower_bound(event.previous, location);
  const std::uint32_t readers = graph->lower_bound((*graph)[read].previous, location);
  bound = bound < readers ? readers : bound;
  if (event.modifies) {
    const std::uint32_t rank = graph->rank_of((*graph)[event.previous].from);
    if (rank < bound) {
      drop(graph);
      return;
    }
    bound = last = rank;
  }
  if (bound > last || graph->parts_modification(location, last)) {  // behind the last write nothing is parted
    drop(graph);
    return;
  }
  for (std::uint32_t rank = bound; rank < last; ++rank)
    if (!graph->parts_modification(location, rank)) place_after(copy(*graph), write, rank, read);
  place_after(graph, write, last, read);
}

// The same, in one place.
void GraphSearch::place_after(ExecutionGraph* graph, Index write, std::uint32_t rank, Index read) {
  graph->place_after(write, rank);
  graph->read_from(read, write);
  if (!(*graph)[read].blocked) {
    take_up(graph, read);
    return;
  }
  if (graph->last_write((*graph)[write].location) != write || !model_->allows(*graph)) {
    drop(graph);
    return;
  }
  // A lock that is held: its thread comes back to it in its own time.
  graph->change(write).pinned = true;
  removed_.clear();
  removed_.resize(graph->size(), false);
  removed_[read] = true;
  graph->restrict_to(removed_.begin(), write);
  keep(graph);
}

}  // namespace heddle::explore
