// SPDX-License-Identifier: Apache-2.0
#include "finding/unordered.h"

#include <utility>

namespace heddle::finding {

std::string bare_lock(std::string lock) {
  constexpr std::string_view kShared = " (shared)";
  if (lock.ends_with(kShared)) lock.resize(lock.size() - kShared.size());
  return lock;
}

namespace {

std::string common_lock(const Step& first, const Step& second) {
  for (const std::string& lock : first.holding)
    for (const std::string& other : second.holding)
      if (bare_lock(lock) == bare_lock(other)) return bare_lock(lock);
  return "";
}

bool is_atomic(const Step& step) { return step.operation.starts_with("atomic"); }

}  // namespace

std::string race_message(const std::string& variable, std::uint64_t bytes) {
  return "data race on `" + variable + "`, " + std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string lock_words(const std::string& lock) {
  const std::string name = bare_lock(lock);
  return "`" + name + "`" + lock.substr(name.size());
}

std::string why_unordered(const Step& first, const Step& second) {
  std::string why = "Nothing orders the two: ";
  const std::string common = common_lock(first, second);
  if (!common.empty())
    why += "both hold `" + common + "`, but only to read under it";
  else if (first.holding.empty() && second.holding.empty())
    why += first.thread == second.thread ? "no lock is held" : "neither thread holds a lock";
  else if (first.holding.empty() || second.holding.empty())
    why += "only " + (first.holding.empty() ? second.thread : first.thread) + " holds a lock";
  else
    why += "the locks that they hold are different ones";
  if (is_atomic(first) != is_atomic(second))
    why += ", and only one of the accesses is atomic";
  else
    why += ", and no join, atomic or other synchronisation brings one before the other";
  return why + ".";
}

namespace {

std::size_t last_like(const std::vector<Step>& schedule, const Step& wanted) {
  for (std::size_t i = schedule.size(); i-- > 0;)
    if (schedule[i].thread == wanted.thread && schedule[i].operation == wanted.operation &&
        schedule[i].location == wanted.location)
      return i;
  return schedule.size();
}

bool stores(const Step& step) {
  return step.operation == "atomic store" || step.operation == "atomic read-modify-write";
}
bool loads(const Step& step) {
  return step.operation == "atomic load" || step.operation == "atomic read-modify-write";
}

bool releases(const Step& step) {
  return step.order != "relaxed" && step.order != "consume" && step.order != "acquire";
}
bool acquires(const Step& step) {
  return step.order != "relaxed" && step.order != "consume" && step.order != "release";
}

}  // namespace

std::string why_atomic_orders_nothing(const std::vector<Step>& schedule, const Step& first,
                                      const Step& second) {
  std::size_t from = last_like(schedule, first), to = last_like(schedule, second);
  if (from == schedule.size() || to == schedule.size()) return "";
  if (from > to) std::swap(from, to);
  for (std::size_t i = from + 1; i < to; ++i) {
    const Step& store = schedule[i];
    if (store.thread != schedule[from].thread || !stores(store)) continue;
    for (std::size_t j = i + 1; j < to; ++j) {
      const Step& load = schedule[j];
      if (load.thread != schedule[to].thread || !loads(load) || load.target != store.target) continue;
      const bool publishes = releases(store);
      if (publishes && acquires(load)) continue;
      const Step& weak = publishes ? load : store;
      return std::string("The ") + (publishes ? "load" : "store") + " of `" + weak.target + "` at " +
             event::text(weak.location) + " is " + weak.order + ": " +
             (publishes ? "it learns nothing of what the other thread did before its store."
                        : "it tells nothing of what its thread did before it.");
    }
  }
  return "";
}

std::string ordered_by_older_standards(const std::vector<Step>& schedule, const Step& first,
                                       const Step& second) {
  std::size_t from = last_like(schedule, first), to = last_like(schedule, second);
  if (from == schedule.size() || to == schedule.size()) return "";
  if (from > to) std::swap(from, to);
  for (std::size_t i = from + 1; i < to; ++i) {
    const Step& head = schedule[i];
    if (head.thread != schedule[from].thread || !stores(head) || !releases(head)) continue;
    const Step* relaxed = nullptr;  // the last store of the sequence, if it is its thread's own
    for (std::size_t j = i + 1; j < to; ++j) {
      const Step& next = schedule[j];
      if (next.target != head.target) continue;
      const bool is_read = loads(next) && next.thread == schedule[to].thread && acquires(next) &&
                           (next.sees.empty() || next.sees.find(head.thread) != std::string::npos);
      if (is_read && relaxed != nullptr)
        return "The store of `" + relaxed->target + "` at " + event::text(relaxed->location) +
               " is relaxed, and follows a release store of the same thread: by C11, C17 and C++11 to C++17 "
               "it "
               "continues what that one began, and the two accesses are ordered. By C++20, which heddle goes "
               "by, it does not.";
      if (!stores(next)) continue;
      if (next.thread != head.thread && next.operation == "atomic store") break;
      if (next.operation == "atomic store") relaxed = &next;
    }
  }
  return "";
}

}  // namespace heddle::finding
