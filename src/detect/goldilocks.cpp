// SPDX-License-Identifier: Apache-2.0
// Goldilocks (Elmas and Qadeer, A new lockset algorithm and its applications, MSR-TR-2005-118), with locksets
// that hold whatever can hand a variable on.
//
// Idea. An access has a lockset LS: the threads, locks, atomics … that have heard of it. At first it is {t},
// t the accessing thread. A step join(to, from) of order/flow.h adds `to` if `from` is in LS; a copy also
// removes `to` if `from` is not; a clear removes it. A later access by u is ordered after it iff u ∈ LS. This
// is section 3 of the paper with its corrections, said in steps: a held lock need not be in LS already (the
// paper's LH), since its release puts it there; join adds all the joiner will hand on; an acquire sees the
// state after it. One lockset for the last write, one for each thread's read since (section 6 done right),
// and for atomics likewise.
//
// Lazily. The steps stand in one shared list. A lockset is evaluated when asked for, from where it was
// evaluated last. Short cuts, in this order, each O(1):
//   - The thread has published nothing since the access: LS is still {t}.
//   - Both accesses hold one lock, not both shared: the release and acquire between them order them.
//   - Accesses of one segment (t published nothing in between) have one lockset. Locksets of one thread are
//     nested: by induction over the steps, whoever has heard of a later segment has heard of the earlier
//     ones. So the latest segment of t known to be known to u, and the earliest known to be unknown (while u
//     learns nothing), answer for all segments before and after.
// Only then steps are replayed, and no further than to the one that answers.
//
// Bounded. When the list exceeds two windows its older window is folded away: for each carrier c and owner t
// the latest segment of t whose lockset has c is kept; by nesting that is all locksets at that point of the
// list, and one that lags behind can be read off without a replay. Memory does not grow with the length of
// the trace.
//
// Cost: an access O(held locks) by short cuts, O(window) at worst; a step O(threads) when folded.
// A clean answer means: no two accesses of this execution race. It says nothing of other schedules.
#include <array>
#include <limits>

#include "base/hash.h"
#include "detect/race_detector.h"
#include "order/vector_clock.h"

namespace heddle::detect {
namespace {

using order::CarrierId;
using order::Step;

class LocksetOrder {
 public:
  static constexpr bool kCounts = false;

  explicit LocksetOrder(const HeldLocks& held) : held_(held) {}

  void before(const event::Event& event) {
    const order::Steps steps = flow_.on(event);
    add_threads(event.thread);
    append(steps.before);
    pending_ = steps.after;
  }
  void after() {
    append(pending_);
    pending_ = {};
    if (list_.size() >= 2 * kWindow) fold();
  }

  Stamp stamp(event::ThreadId thread) {
    if (thread.index() >= threads_.size()) [[unlikely]]
      add_threads(thread);
    return stamp_of(thread, threads_[thread.index()].segment);
  }

  using Sight = event::ThreadId;
  static Sight sight(event::ThreadId thread) { return thread; }
  bool knows(Sight thread, HeldLocks::Set held, Stamp earlier, const Record& record) {
    const event::ThreadId owner = thread_of(earlier);
    const std::uint64_t segment = segment_of(earlier);
    if (owner == thread || earlier == 0) return true;
    if (segment == threads_[owner.index()].segment) return false;
    if (held_.exclude(record.holding, held)) return true;
    Answer& answer = known_answer(owner, thread);
    const std::uint64_t learned = threads_[thread.index()].learned;
    if (segment <= answer.known) return true;
    if (answer.learned == learned && segment >= answer.unknown) return false;
    if (evaluate(earlier, threads_[thread.index()].self)) {
      answer.known = segment;
      return true;
    }
    answer.unknown = segment;
    answer.learned = learned;
    return false;
  }

 private:
  static constexpr std::size_t kWindow = 1024;
  static constexpr std::size_t kCached = 256;

  struct Thread {
    CarrierId self;
    std::uint64_t segment = 1;
    std::uint64_t learned = 0;        // how many steps let it learn
    std::vector<std::uint64_t> ends;  // the steps that ended its last segments, as places in the whole list
  };
  struct Lockset {
    Stamp stamp = 0;
    std::uint64_t evaluated = 0;  // up to this step of the whole list
    std::vector<std::uint64_t> members;

    bool has(CarrierId carrier) const {
      return (members[carrier.index() / 64] >> carrier.index() % 64 & 1) != 0;
    }
    void set(CarrierId carrier, bool value) {
      std::uint64_t& word = members[carrier.index() / 64];
      word = (word & ~(std::uint64_t{1} << carrier.index() % 64)) | std::uint64_t{value}
                                                                        << carrier.index() % 64;
    }
  };
  struct Answer {
    std::uint64_t known = 0;                                            // segments up to this one
    std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();  // from this one on, while
    std::uint64_t learned = 0;                                          // the thread has learned no more
  };

  void add_threads(event::ThreadId up_to) {
    flow_.thread(up_to);
    if (owner_of_.size() < flow_.carriers()) owner_of_.resize(flow_.carriers());
    while (threads_.size() < flow_.threads()) {
      const event::ThreadId thread(threads_.size());
      threads_.push_back({.self = flow_.thread(thread)});
      owner_of_[threads_.back().self.index()] = thread;
    }
  }

  void append(std::span<const Step> steps) {
    for (const Step& step : steps) {
      if (const event::ThreadId to = owner_of_[step.to.index()]; to.exists()) ++threads_[to.index()].learned;
      if (step.from_thread) {
        Thread& owner = threads_[owner_of_[step.from.index()].index()];
        owner.ends.push_back(folded_ + list_.size());
        ++owner.segment;
      }
      list_.push_back(step);
    }
  }

  Answer& known_answer(event::ThreadId owner, event::ThreadId thread) {
    if (answers_.size() <= owner.index()) answers_.resize(owner.index() + 1);
    std::vector<Answer>& answers = answers_[owner.index()];
    if (answers.size() <= thread.index()) answers.resize(threads_.size());
    return answers[thread.index()];
  }

  // Whether `wanted`, a thread, is in the lockset; evaluates it as far as need be.
  bool evaluate(Stamp stamp, CarrierId wanted) {
    Lockset& lockset = cache_[base::mix(stamp) % kCached];
    if (lockset.stamp != stamp || lockset.evaluated < folded_) start(lockset, stamp);
    lockset.members.resize(flow_.carriers() / 64 + 1);
    bool found = lockset.has(wanted);
    std::uint64_t place = lockset.evaluated;
    for (const std::uint64_t end = folded_ + list_.size(); !found && place < end; ++place) {
      const Step& step = list_[place - folded_];
      const bool hears = step.kind != Step::Kind::clear && lockset.has(step.from);
      if (hears || step.kind != Step::Kind::join) lockset.set(step.to, hears);
      found = hears && step.to == wanted;
    }
    lockset.evaluated = place;
    return found;
  }

  void start(Lockset& lockset, Stamp stamp) {
    const event::ThreadId owner = thread_of(stamp);
    const Thread& thread = threads_[owner.index()];
    lockset.stamp = stamp;
    lockset.members.assign(flow_.carriers() / 64 + 1, 0);
    const std::uint64_t since =
        thread.segment - segment_of(stamp);  // segments ended since, this one included
    if (since <= thread.ends.size()) {
      lockset.set(thread.self, true);
      lockset.evaluated = thread.ends[thread.ends.size() - since];
      return;
    }
    lockset.evaluated = folded_;
    for (std::size_t i = 0; i < latest_.size(); ++i)
      lockset.set(CarrierId(i), latest_[i][owner] >= segment_of(stamp));
    lockset.set(thread.self, true);
  }

  void fold() {
    if (latest_.size() < flow_.carriers()) latest_.resize(flow_.carriers());
    for (std::size_t i = 0; i < kWindow; ++i) {
      const Step& step = list_[i];
      order::VectorClock& to = latest_[step.to.index()];
      if (step.kind == Step::Kind::clear) {
        to.clear();
        continue;
      }
      order::VectorClock& from = latest_[step.from.index()];
      if (step.from_thread) {  // the segment that ends here is the last one it tells of
        const event::ThreadId owner = owner_of_[step.from.index()];
        from.set(owner, from[owner] + 1);
      }
      if (step.kind == Step::Kind::copy)
        to = from;
      else
        to.join(from);
    }
    list_.erase(list_.begin(), list_.begin() + kWindow);
    folded_ += kWindow;
    for (Thread& thread : threads_)
      thread.ends.erase(thread.ends.begin(),
                        std::lower_bound(thread.ends.begin(), thread.ends.end(), folded_));
  }

  const HeldLocks& held_;
  order::Flow flow_;
  std::vector<Thread> threads_;
  std::vector<event::ThreadId> owner_of_;  // by carrier; none if it is not a thread
  std::span<const Step> pending_;

  std::vector<Step> list_;
  std::uint64_t folded_ = 0;                  // how many steps stood before list_
  std::vector<order::VectorClock> latest_;    // by carrier, at the start of list_: the latest segment of each
                                              // thread whose lockset has the carrier
  std::vector<std::vector<Answer>> answers_;  // by owner and thread
  std::array<Lockset, kCached> cache_;
};

}  // namespace

std::unique_ptr<finding::Listener> make_goldilocks(Options options) {
  return std::make_unique<RaceDetector<LocksetOrder>>(options);
}

}  // namespace heddle::detect
