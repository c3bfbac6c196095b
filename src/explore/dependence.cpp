// SPDX-License-Identifier: Apache-2.0
#include "explore/dependence.h"

#include <algorithm>

namespace heddle::explore {

void Dependence::make_room_for(Thread thread) {
  if (thread >= stride_) {
    std::size_t stride = stride_;
    while (stride <= thread) stride *= 2;
    for (Array<Index>* array : {&clocks_, &before_, &threads_}) {
      const std::size_t rows = array->size() / stride_;
      array->resize(rows * stride, 0);
      for (std::size_t row = rows; row-- > 0;)
        for (std::size_t column = stride; column-- > 0;)
          (*array)[row * stride + column] = column < stride_ ? (*array)[row * stride_ + column] : 0;
    }
    stride_ = stride;
  }
  if (threads_.size() <= thread * stride_) threads_.resize((thread + 1) * stride_, 0);
}

void Dependence::restart(std::size_t kept) {
  while (events_.size() > kept) {
    const Performed& event = events_.back();
    if (!event.is_taken_back) unlink(event);
    races_.resize(event.first_race);
    events_.pop_back();
  }
  clocks_.resize(kept * stride_);
  before_.resize(kept * stride_);
  std::fill(threads_.begin(), threads_.end(), 0);
}

void Dependence::know(std::span<const Index> knowledge) {
  std::copy(knowledge.begin(), knowledge.end(), threads_.begin());
  std::fill(threads_.begin() + knowledge.size(), threads_.end(), 0);
}

void Dependence::unlink(const Performed& event) {
  for (std::size_t i = 0; i < event.operation.count; ++i)
    objects_[event.operation.accesses[i].object] = event.previous[i];
}

void Dependence::take_back() {
  const auto last = static_cast<Index>(events_.size() - 1);
  Performed& event = events_.back();
  unlink(event);
  event.is_taken_back = true;
  Index* clock = clocks_.begin() + std::size_t{last} * stride_;
  copy(clock, before(last));
  clock[event.thread] = event.position;
  copy(threads_.begin() + event.thread * stride_, clock);
}

void Dependence::assign(const Dependence& other) {
  events_.assign(other.events_);
  clocks_.assign(other.clocks_);
  before_.assign(other.before_);
  threads_.assign(other.threads_);
  objects_.assign(other.objects_);
  races_.assign(other.races_);
  stride_ = other.stride_;
}

void Dependence::repeat(Index event) {
  const Thread thread = events_[event].thread;
  widen(thread);
  copy(threads_.begin() + thread * stride_, clock(event));
}

void Dependence::order(Thread earlier, Thread later) {
  widen(std::max(earlier, later));
  join(threads_.begin() + later * stride_, threads_.begin() + earlier * stride_);
}

// The first event on the object that is the given one or depends on it: the object is without them as it was
// before that one. nullptr: there is none.
const Performed* Dependence::first_after(Index event, std::uint32_t object) const {
  const Performed* first = nullptr;
  for (Index other = last_on(object); other != kNone && other >= event;) {
    const Performed& each = events_[other];
    if (ordered(event, other)) first = &each;
    other = each.previous[slot_of(each, object)];
  }
  return first;
}

// Could the operation be performed without the event and all that depends on it?
bool Dependence::possible_without(Index event, const Operation& operation, bool is_blocked) const {
  const bool needs = operation.need == schedule::Need::exclusive || operation.need == schedule::Need::shared;
  if (needs) {
    if (const Performed* first = first_after(event, operation.accesses[0].object)) {
      const Operation& before = first->operation;
      // An event changes nothing but its first object. Before a reader came there may have been others that left
      // meanwhile: whoever reverses it has to look.
      const bool is_shared = operation.need == schedule::Need::shared || before.hold != 0;
      if (slot_of(*first, operation.accesses[0].object) == 0 && (before.available & (is_shared ? 2 : 1)) == 0)
        return false;
    } else if (is_blocked) {
      return false;
    }
  }
  bool differs = operation.awaited == 0;
  for (std::size_t i = 0; i < operation.awaited && !differs; ++i) {
    const std::uint32_t object = operation.accesses[i].object;
    const Performed* first = first_after(event, object);
    if (first == nullptr || slot_of(*first, object) != 0) {
      differs = (operation.changed >> i & 1) != 0;
    } else if ((operation.stamped >> i & 1) == 0) {
      differs = first->operation.before != operation.seen[i];
    } else {
      const std::uint64_t stamp = first->operation.stamp;
      differs = (operation.accesses[i].write ? stamp & 0xffffffffU : stamp >> 32) != operation.seen[i];
    }
  }
  return differs;
}

// Do the two conflict, beside other objects, on one where something else stands between them that the operation
// races with?
bool Dependence::is_beyond_another(Index event, const Operation& operation, std::size_t which,
                                   bool is_blocked) const {
  for (std::size_t i = 0; i < operation.count; ++i) {
    if (i == which) continue;
    const Access& access = operation.accesses[i];
    for (Index other = last_on(access.object); other != kNone && other > event;) {
      const Performed& between = events_[other];
      const std::size_t slot = slot_of(between, access.object);
      if ((between.operation.accesses[slot].write || access.write) && ordered(event, other) &&
          possible_without(other, operation, is_blocked))
        return true;
      other = between.previous[slot];
    }
  }
  return false;
}

// All events that race with the operation.
template <class Found>
void Dependence::scan(Thread thread, const Operation& operation, const Index* before, bool is_blocked,
                      Found found) const {
  for (std::size_t i = 0; i < operation.count; ++i) {
    const Access& access = operation.accesses[i];
    Index event = last_on(access.object);
    while (event != kNone) {
      const Performed& first = events_[event];
      const std::size_t slot = slot_of(first, access.object);
      const bool writes = first.operation.accesses[slot].write;
      const bool is_ordered = before[first.thread] >= first.position;
      if (writes || access.write) {
        if (is_ordered) {
          if (writes) break;
        } else if (first.thread != thread && possible_without(event, operation, is_blocked)) {
          if (!is_beyond_another(event, operation, i, is_blocked)) found(event);
          if (writes) break;
        }
      }
      event = writes || access.write ? first.previous[slot] : first.last_write[slot];
    }
  }
}

void Dependence::push(Thread thread, const Operation& operation, std::uint32_t outcome,
                      std::uint32_t outcomes) {
  widen(thread);
  const auto event = static_cast<Index>(events_.size());
  Performed& performed = events_.add();
  performed.operation = operation;
  performed.thread = thread;
  performed.outcome = outcome;
  performed.outcomes = outcomes;
  performed.first_race = static_cast<Index>(races_.size());
  clocks_.resize((std::size_t{event} + 1) * stride_);
  before_.resize((std::size_t{event} + 1) * stride_);
  Index* now = threads_.begin() + thread * stride_;
  Index* clock = clocks_.begin() + std::size_t{event} * stride_;
  Index* before = before_.begin() + std::size_t{event} * stride_;
  copy(before, now);
  copy(clock, now);
  scan(thread, operation, before, false, [&](Index first) {
    if (std::find(races_.begin() + performed.first_race, races_.end(), first) == races_.end())
      races_.push_back(first);
  });
  performed.races = static_cast<Index>(races_.size()) - performed.first_race;
  for (std::size_t i = 0; i < operation.count; ++i) {
    const Access& access = operation.accesses[i];
    if (objects_.size() <= access.object) objects_.resize(access.object + 1, kNone);
    const Index last = objects_[access.object];
    performed.previous[i] = last;
    performed.last_write[i] = kNone;
    if (last != kNone) {
      const std::size_t slot = slot_of(events_[last], access.object);
      performed.last_write[i] =
          events_[last].operation.accesses[slot].write ? last : events_[last].last_write[slot];
      if (!access.write) {
        if (performed.last_write[i] != kNone)
          join(clock, clocks_.begin() + std::size_t{performed.last_write[i]} * stride_);
      } else {
        for (Index each = last; each != kNone;) {
          join(clock, clocks_.begin() + std::size_t{each} * stride_);
          if (each == performed.last_write[i]) break;
          each = events_[each].previous[slot_of(events_[each], access.object)];
        }
      }
    }
    objects_[access.object] = event;
  }
  performed.position = clock[thread] + 1;
  copy(now, clock);
  now[thread] = clock[thread] = performed.position;
}

void Dependence::races_of_blocked(Thread thread, const Operation& operation, Array<Index>& result) {
  widen(thread);
  scan(thread, operation, threads_.begin() + thread * stride_, true, [&](Index first) {
    if (std::find(result.begin(), result.end(), first) == result.end()) result.push_back(first);
  });
}

}  // namespace heddle::explore
