// SPDX-License-Identifier: Apache-2.0
#include "explore/dependence.h"

#include <algorithm>

namespace heddle::explore {

void Dependence::widen(Thread thread) {
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
    for (std::size_t i = 0; i < event.operation.count; ++i)
      objects_[event.operation.accesses[i].object] = event.previous[i];
    races_.resize(event.first_race);
    events_.pop_back();
  }
  clocks_.resize(kept * stride_);
  before_.resize(kept * stride_);
  std::fill(threads_.begin(), threads_.end(), 0);
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
  std::copy_n(clock(event), stride_, threads_.begin() + thread * stride_);
}

void Dependence::order(Thread earlier, Thread later) {
  widen(std::max(earlier, later));
  join(threads_.begin() + later * stride_, threads_.begin() + earlier * stride_);
}

bool Dependence::reversible(const Performed& first, std::size_t slot, const Operation& second,
                            std::size_t which) const {
  switch (second.need) {
    case control::Need::exclusive:
      if (which != 0 || slot != 0) return true;
      // Before a reader came there may have been others that left meanwhile: whoever reverses it has to look.
      if (first.operation.hold != 0) return (first.operation.available & 2) != 0;
      return (first.operation.available & 1) != 0;
    case control::Need::shared:
      return which != 0 || slot != 0 || (first.operation.available & 2) != 0;
    case control::Need::change: {
      if (slot == 0 && first.operation.before != second.seen[which]) return true;
      // Another object that changed without the first event would do as well.
      const auto event = static_cast<Index>(&first - events_.begin());
      for (std::size_t i = 0; i < second.count; ++i) {
        if (i == which) continue;
        Index last = last_on(second.accesses[i].object);
        while (last != kNone) {
          const Performed& other = events_[last];
          const std::size_t at = slot_of(other, second.accesses[i].object);
          if (other.operation.accesses[at].write) {
            if (at == 0 && other.operation.before == second.seen[i] && !ordered(event, last)) return true;
            break;
          }
          last = other.previous[at];
        }
      }
      return false;
    }
    default:
      return true;
  }
}

// All events that race with the operation.
template <class Found>
void Dependence::scan(Thread thread, const Operation& operation, const Index* before, Found found) const {
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
        } else if (first.thread != thread && reversible(first, slot, operation, i)) {
          bool elsewhere = false;  // ordered by way of another object of the operation
          for (std::size_t j = 0; j < operation.count && !elsewhere; ++j) {
            if (j == i) continue;
            Index other = last_on(operation.accesses[j].object);
            while (other != kNone && other != event) {
              const Performed& between = events_[other];
              const std::size_t at = slot_of(between, operation.accesses[j].object);
              const bool between_writes = between.operation.accesses[at].write;
              if ((between_writes || operation.accesses[j].write) && ordered(event, other)) elsewhere = true;
              if (elsewhere || between_writes) break;
              other = between.previous[at];
            }
          }
          if (!elsewhere) found(event);
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
  Performed performed;
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
  std::copy_n(now, stride_, before);
  std::copy_n(now, stride_, clock);
  scan(thread, operation, before, [&](Index first) {
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
  clock[thread] = performed.position;
  std::copy_n(clock, stride_, now);
  events_.push_back(performed);
}

void Dependence::races_of_blocked(Thread thread, const Operation& operation, Array<Index>& result) {
  widen(thread);
  scan(thread, operation, threads_.begin() + thread * stride_, [&](Index first) {
    if (std::find(result.begin(), result.end(), first) == result.end()) result.push_back(first);
  });
}

}  // namespace heddle::explore
