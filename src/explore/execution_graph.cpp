// SPDX-License-Identifier: Apache-2.0
#include "explore/execution_graph.h"

namespace heddle::explore {

void ExecutionGraph::assign(const ExecutionGraph& other) {
  events_.assign(other.events_);
  clocks_.assign(other.clocks_);
  locations_.assign(other.locations_);
  threads_.assign(other.threads_);
  stride_ = other.stride_;
}

void ExecutionGraph::sort_by_place(Array<Index>& starts, Array<Index>& events) const {
  starts.clear();
  Index start = 0;
  for (const End& end : threads_) {
    starts.push_back(start);
    start += end.count;
  }
  events.clear();
  events.resize(size(), kNone);
  for (Index i = 0; i < size(); ++i) events[starts[events_[i].thread] + events_[i].place] = i;
}

void ExecutionGraph::clear() {
  events_.clear();
  clocks_.clear();
  locations_.clear();
  threads_.clear();
}

void ExecutionGraph::begin_location(std::uint32_t location, std::uint64_t initial) {
  if (location >= locations_.size()) locations_.resize(location + 1);
  locations_[location].known = true;
  locations_[location].initial = initial;
}

ExecutionGraph::Index ExecutionGraph::write_at(std::uint32_t location, std::uint32_t rank) const {
  Index write = kInitial;
  for (; rank > 0; --rank) write = write_after(write, location);
  return write;
}

std::uint32_t ExecutionGraph::lower_bound(Index previous, std::uint32_t location) const {
  std::uint32_t bound = 0;
  if (previous == kNone) return bound;
  const std::uint32_t* known = clock(previous, Knows::hb);
  for (Index at = newest_at(location); at != kNone; at = events_[at].beside) {
    const Event& event = events_[at];
    if (known[event.thread] <= event.place) continue;
    const std::uint32_t rank = event.kind == Kind::write ? event.rank : rank_of(event.from);
    bound = bound < rank ? rank : bound;
  }
  return bound;
}

void ExecutionGraph::need_threads(Thread thread) {
  if (thread >= threads_.size()) threads_.resize(thread + 1);
  if (thread < stride_) return;
  std::uint32_t wider = stride_;
  while (wider <= thread) wider *= 2;
  const std::size_t clocks = events_.size() * kClocks;
  clocks_.resize(clocks * wider);
  for (std::size_t i = clocks; i-- > 0;)  // from the end: each moves up
    for (std::uint32_t t = wider; t-- > 0;)
      clocks_[i * wider + t] = t < stride_ ? clocks_[i * stride_ + t] : 0;
  stride_ = wider;
}

void ExecutionGraph::start_clocks(Index event) {
  const Event& self = events_[event];
  std::uint32_t* mine = own_clock(event, Knows::hb);
  if (self.previous == kNone)
    for (std::size_t i = 0; i < kClocks * stride_; ++i) mine[i] = 0;
  else
    base::copy_fours(mine, own_clock(self.previous, Knows::hb), kClocks * stride_);
  own_clock(event, Knows::hb)[self.thread] = own_clock(event, Knows::porf)[self.thread] = self.place + 1;
}

Modification::Queue ExecutionGraph::queue_of(Index event) const {
  const Event& self = events_[event];
  if (self.kind == Kind::read) return self.modification.queue;
  return self.kind == Kind::write && self.modifies ? events_[self.previous].modification.queue
                                                   : Modification::Queue::none;
}

// Its clocks are those of its thread's last event.
ExecutionGraph::Event& ExecutionGraph::append(Kind kind, Thread thread, MemoryOrder order,
                                              std::uint32_t location) {
  need_threads(thread);
  const Index index = size();
  End& end = threads_[thread];
  Event& event = events_.add();
  event.kind = kind;
  event.order = order;
  event.thread = thread;
  event.place = end.count++;
  event.location = location;
  event.previous = end.last;
  end.last = index;
  if (kind == Kind::read || kind == Kind::write) {
    event.beside = locations_[location].newest;
    locations_[location].newest = index;
  }
  clocks_.resize(clocks_.size() + kClocks * stride_);
  if (kind != Kind::read) start_clocks(index);  // a read's are known with what it reads
  return event;
}

// The write at or before it that no reader made.
ExecutionGraph::Index ExecutionGraph::giver_to_readers(Index write) const {
  while (write != kInitial && events_[write].modifies) {
    const Event& read = events_[events_[write].previous];
    if (!read.modification.among_readers) break;
    write = read.from;
  }
  return write;
}

void ExecutionGraph::know_read(Index read) {
  const Event& self = events_[read];
  if (self.from == kInitial) return;
  join(own_clock(read, Knows::porf), own_clock(self.from, Knows::porf));
  if (self.modification.queue != Modification::Queue::none) return;
  const Index giver = self.modification.among_readers ? giver_to_readers(self.from) : self.from;
  if (giver == kInitial) return;
  const std::uint32_t* given = own_clock(giver, Knows::gives);
  join(own_clock(read, Knows::seen), given);
  if (event::acquires(self.order)) join(own_clock(read, Knows::hb), given);
}

ExecutionGraph::Index ExecutionGraph::add_read(Thread thread, std::uint32_t location, Index from,
                                               const Modification& modification, MemoryOrder order,
                                               std::uint32_t choice) {
  append(Kind::read, thread, order, location).modification = modification;
  const Index read = size() - 1;
  read_from(read, from, choice);
  return read;
}

// Its thread does: the round of a loop that the event was part of is one like any other.
void ExecutionGraph::goes_on_after(Index event) {
  for (Index at = event; at != kNone && (events_[at].kind != Kind::read || events_[at].waited);
       at = events_[at].previous)
    events_[at].waited = false;
}

void ExecutionGraph::read_from(Index read, Index write, std::uint32_t choice) {
  Event& self = events_[read];
  self.from = write;
  self.value = value_of(write, self.location);
  self.choice = choice;
  self.waited = false;
  goes_on_after(self.previous);
  const Modification& change = self.modification;
  self.modifies = change.writes(self.value, choice);
  self.blocked = change.waits && !change.succeeds(self.value);
  if (change.kind != Modification::Kind::none) self.order = self.modifies ? change.success : change.failure;
  start_clocks(read);
  know_read(read);
}

ExecutionGraph::Index ExecutionGraph::add_write(Thread thread, std::uint32_t location, std::uint64_t value,
                                                MemoryOrder order, bool modifies) {
  Event& event = append(Kind::write, thread, order, location);
  event.modifies = modifies;
  event.value = value;
  const Index write = size() - 1;
  std::uint32_t* gives = own_clock(write, Knows::gives);
  const std::uint32_t* published = own_clock(write, event::releases(order) ? Knows::hb : Knows::fenced);
  base::copy_fours(gives, published, stride_);
  if (!modifies) return write;
  const Index from = events_[events_[write].previous].from;
  if (from != kInitial) join(gives, own_clock(from, Knows::gives));
  return write;
}

void ExecutionGraph::add_fence(Thread thread, MemoryOrder order) {
  append(Kind::fence, thread, order);
  const Index fence = size() - 1;
  if (event::acquires(order)) join(own_clock(fence, Knows::hb), own_clock(fence, Knows::seen));
  if (!event::releases(order)) return;
  const std::uint32_t* known = own_clock(fence, Knows::hb);
  base::copy_fours(own_clock(fence, Knows::fenced), known, stride_);
}

void ExecutionGraph::add_after(Thread thread, Index other) {
  append(Kind::after, thread, MemoryOrder::relaxed).from = other;
  const Index after = size() - 1;
  if (other == kNone) return;
  join(own_clock(after, Knows::hb), own_clock(other, Knows::hb));
  join(own_clock(after, Knows::porf), own_clock(other, Knows::porf));
}

void ExecutionGraph::renumber(std::uint32_t location) {
  std::uint32_t rank = 0;
  Index last = kInitial;
  for (Index at = locations_[location].first; at != kNone; at = events_[at].next_write) {
    events_[at].rank = ++rank;
    last = at;
  }
  locations_[location].last = last;
}

void ExecutionGraph::place_after(Index write, std::uint32_t rank) {
  const std::uint32_t location = events_[write].location;
  const Index before = write_at(location, rank);
  events_[write].next_write = write_after(before, location);
  if (before == kInitial)
    locations_[location].first = write;
  else
    events_[before].next_write = write;
  renumber(location);
}

ExecutionGraph::Index ExecutionGraph::last_read_of(Thread thread) const {
  Index at = last_of(thread);
  while (at != kNone && events_[at].kind != Kind::read) at = events_[at].previous;
  return at;
}

bool ExecutionGraph::mark_waiting(Thread thread, std::uint32_t reads) {
  const Index last = last_read_of(thread);
  bool gives_back = false;
  for (Index at = last_of(thread); at != kNone && reads > 0; at = events_[at].previous) {
    events_[at].waited = true;
    gives_back |= events_[at].kind == Kind::write && !events_[at].modifies;
    if (events_[at].kind == Kind::read) --reads;
  }
  if (!gives_back && last != kNone) events_[last].blocked = true;
  return !gives_back;
}

bool ExecutionGraph::reads_last(Index read) const {
  const Event& event = events_[read];
  const Index write = event.modifies ? write_after(event.from, event.location) : event.from;
  Index at = write_after(write, event.location);
  while (at != kNone && events_[at].waited) at = events_[at].next_write;
  return at == kNone;
}

bool ExecutionGraph::waits_for_old() const {
  for (Index i = 0; i < size(); ++i) {
    const Event& event = events_[i];
    if (event.kind == Kind::read && (event.blocked || event.waited) && !reads_last(i)) return true;
  }
  return false;
}

bool ExecutionGraph::parts_modification(std::uint32_t location, std::uint32_t rank) const {
  const Index before = write_at(location, rank);
  const Index after = write_after(before, location);
  return after != kNone && events_[after].modifies && events_[events_[after].previous].from == before;
}

ExecutionGraph::Index ExecutionGraph::restrict_to(const bool* removed, Index kept) {
  const Index old_size = size();
  scratch_.clear();
  scratch_.resize(old_size, kNone);  // the new index of each
  Index next = 0;
  for (Index i = 0; i < old_size; ++i)
    if (!removed[i]) scratch_[i] = next++;
  const auto renamed = [&](Index index) { return index < old_size ? scratch_[index] : index; };
  // Orders of writes and of events at a location, without the removed ones.
  for (Location& location : locations_) {
    const auto skip = [&](Index at) {
      while (at < old_size && removed[at]) at = events_[at].next_write;
      return at;
    };
    location.first = skip(location.first);
    for (Index at = location.first; at != kNone; at = events_[at].next_write)
      events_[at].next_write = skip(events_[at].next_write);
  }
  for (End& end : threads_) end.last = kNone;  // and counts how many there were
  for (Location& location : locations_) {
    location.newest = kNone;
    location.first = renamed(location.first);
  }
  for (Index i = 0; i < old_size; ++i) {
    if (removed[i]) continue;
    const Index now = scratch_[i];
    if (now != i) {
      events_[now] = events_[i];
      base::copy_fours(own_clock(now, Knows::hb), own_clock(i, Knows::hb), kClocks * stride_);
    }
    Event& event = events_[now];
    event.previous = renamed(event.previous);
    event.from = renamed(event.from);
    event.next_write = renamed(event.next_write);
    if (event.kind == Kind::read || event.kind == Kind::write) {
      event.beside = locations_[event.location].newest;
      locations_[event.location].newest = now;
    }
    threads_[event.thread].last = now;
  }
  const Index result = scratch_[kept];
  events_.resize(next);
  clocks_.resize(std::size_t{next} * kClocks * stride_);
  for (std::uint32_t location = 0; location < locations_.size(); ++location) {
    // What it holds at first may depend on events that are gone: a node points to what its maker has read.
    locations_[location].known = locations_[location].newest != kNone;
    renumber(location);
  }
  for (End& end : threads_) {
    const std::uint32_t left = end.last != kNone ? events_[end.last].place + 1 : 0;
    if (left != end.count) goes_on_after(end.last);
    end.count = left;
  }
  return result;
}

void ExecutionGraph::renumber_locations(const std::uint32_t* numbers) {
  for (Event& event : events_)
    if (event.kind == Kind::read || event.kind == Kind::write) event.location = numbers[event.location];
  // In place, with the old ones kept behind the new ones for the time.
  const std::size_t count = locations_.size();
  std::size_t end = count;
  for (std::size_t i = 0; i < count; ++i)
    if (locations_[i].known && numbers[i] >= end) end = numbers[i] + std::size_t{1};
  locations_.resize(end + count);
  for (std::size_t i = 0; i < count; ++i) locations_[end + i] = locations_[i];
  for (std::size_t i = 0; i < end; ++i) locations_[i] = {};
  for (std::size_t i = 0; i < count; ++i)
    if (locations_[end + i].known) locations_[numbers[i]] = locations_[end + i];
  locations_.resize(end);
}

}  // namespace heddle::explore
