// SPDX-License-Identifier: Apache-2.0
#include "bare_check.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include <sys/mman.h>

#include "base/hash.h"
#include "explore/replay.h"
#include "explore/strategies.h"
#include "runtime/control/bounds.h"
#include "runtime/control/core.h"
#include "runtime/control/failures.h"
#include "runtime/control/heap.h"
#include "runtime/control/touch.h"
#include "runtime/control/waypoints.h"
#include "runtime/control/world.h"

namespace heddle::explore {
namespace {

using control::Shared;
using control::world;

// Depth first through all that threads and outcomes leave open. A failure is an end like any other.
class Oracle : public control::Scheduler {
 public:
  void begin() override { next_ = 0; }
  Thread choose(const Moment& moment) override {
    const auto is_ready = [&](Thread thread) {
      return moment.threads[thread].state == ThreadView::State::ready;
    };
    unsigned ready = 0;
    for (Thread thread = 0; thread < moment.threads.size(); ++thread) ready += is_ready(thread);
    unsigned pick = decide(ready);
    for (Thread thread = 0;; ++thread)
      if (is_ready(thread) && pick-- == 0) return thread;
  }
  unsigned outcome(unsigned count) override { return decide(count); }
  void performed(const Operation&) override {}
  void order(Thread, Thread) override {}
  bool finish(const Moment&) override {
    depth_ = next_;
    while (depth_ > 0 && picks_[depth_ - 1] + 1 == counts_[depth_ - 1]) --depth_;
    if (depth_ == 0) return false;
    ++picks_[depth_ - 1];
    return true;
  }
  void forget() { depth_ = 0; }

 private:
  unsigned decide(unsigned count) {
    HEDDLE_CHECK(next_ < kDepth, "scripts are short");
    if (next_ >= depth_) picks_[next_] = 0;
    counts_[next_] = count;
    return picks_[next_++];
  }
  static constexpr std::size_t kDepth = 1 << 16;
  unsigned picks_[kDepth], counts_[kDepth];
  std::size_t depth_ = 0, next_ = 0;
};

// libc's variables are put back by a session, which is not here.
void begin_random() { HEDDLE_LIBC(srand)(1); }

// Passes everything on, and knows the class of the execution: each step is told by its thread, its outcome and what it
// comes after, by program order, fork, join, wake-up, or a conflict on one of its objects. The sum over the
// threads does not depend on the order of the rest. Nor does what was told in no step of its own: threads that leave a barrier
// come after each other's last step, whoever arrived last.
class Classes : public control::Scheduler {
 public:
  control::Scheduler* to = nullptr;

  explicit Classes(Arena& arena) : touched_(arena), stays_(arena), words_(arena) {}
  void begin() override {
    begin_random();
    touched_.clear();
    stays_.clear();
    words_.clear();
    std::memset(threads_, 0, sizeof threads_);
    std::memset(steps_, 0, sizeof steps_);
    for (Thread thread = 0; thread <= most_; ++thread) std::memset(told_[thread], 0, sizeof told_[thread]);
    ++generation_;
    to->begin();
  }
  // What is known in the midst of an execution, for one that goes on from there.
  std::uint64_t comes_back() override {
    const std::uint64_t steps = to->comes_back();
    if (steps == kNever) return steps;
    stays_.push_back({steps, words_.size(), touched_.size(), most_});
    pass_known([&](std::uint64_t word) {
      words_.push_back(word);
      return word;
    });
    for (const std::uint32_t object : touched_) {
      words_.push_back(objects_[object].write);
      words_.push_back(objects_[object].reads);
    }
    return steps;
  }
  std::uint64_t goes_back_to() const override { return to->goes_back_to(); }
  bool begin_at(std::uint64_t steps) override {
    if (!to->begin_at(steps)) return false;
    ++gone_back;
    while (stays_.back().steps > steps) {
      words_.resize(stays_.back().first);
      stays_.pop_back();
    }
    const Stay& stay = stays_.back();
    std::memset(told_, 0, sizeof told_);
    most_ = stay.most;
    std::size_t at = stay.first;
    pass_known([&](std::uint64_t) { return words_[at++]; });
    while (touched_.size() > stay.touched) {
      objects_[touched_.back()].generation = 0;
      touched_.pop_back();
    }
    for (const std::uint32_t object : touched_) {
      objects_[object].write = words_[at++];
      objects_[object].reads = words_[at++];
    }
    outcome_ = 0;
    return true;
  }
  std::uint64_t gone_back = 0;

  Thread repeats() override { return thread_ = to->repeats(); }
  Thread choose(const Moment& moment) override { return thread_ = to->choose(moment); }
  unsigned outcome(unsigned count) override { return outcome_ = to->outcome(count); }
  void performed(const Operation& operation) override {
    std::uint64_t step = base::combine(told(thread_), thread_ * 64 + outcome_ + 1);
    for (const Access& access : operation.touched()) {
      const Known& known = known_of(access.object);
      step = base::combine(step, base::combine(access.object, known.write));
      if (access.write) step = base::combine(step, known.reads);
    }
    for (const Access& access : operation.touched()) {
      Known& known = known_of(access.object);
      if (access.write)
        known = {generation_, step, 0};
      else
        known.reads += base::mix(step);
    }
    threads_[thread_] = step;
    ++steps_[thread_];
    std::memset(told_[thread_], 0, sizeof told_[thread_]);
    outcome_ = 0;
    to->performed(operation);
  }
  void order(Thread earlier, Thread later) override {
    most_ = std::max({most_, earlier, later});
    tell(later, earlier, {threads_[earlier], steps_[earlier] + 1});
    for (Thread other = 0; other <= most_; ++other) tell(later, other, told_[earlier][other]);
    to->order(earlier, later);
  }
  bool finish(const Moment& moment) override { return to->finish(moment); }
  std::uint64_t equivalence_class() const {
    std::uint64_t sum = 0;
    for (Thread i = 0; i < kThreads; ++i) sum += base::mix(base::combine(told(i), i));
    return sum;
  }

 private:
  struct Known {
    std::uint32_t generation;
    std::uint64_t write, reads;
  };
  Known& known_of(std::uint32_t object) {
    Known& known = objects_[object % kObjects];
    if (known.generation != generation_) {
      known = {generation_, 0, 0};
      touched_.push_back(object % kObjects);
    }
    return known;
  }
  struct Told {
    std::uint64_t step;
    std::uint32_t number;  // how many steps its thread had, and one; 0: nothing was told
  };
  void tell(Thread hearer, Thread of, const Told& what) {
    if (hearer != of && what.number > told_[hearer][of].number) told_[hearer][of] = what;
  }
  // All that the thread's next step comes after by what is not an object.
  std::uint64_t told(Thread thread) const {
    std::uint64_t sum = threads_[thread];
    for (Thread other = 0; other <= most_ && thread <= most_; ++other)
      if (const Told& what = told_[thread][other]; what.number != 0)
        sum += base::mix(base::combine(what.step, other));
    return sum;
  }
  struct Stay {
    std::uint64_t steps;
    std::size_t first;  // of words_
    std::size_t touched;
    Thread most;
  };
  // All of it but the objects, word by word.
  template <class Each>
  void pass_known(Each each) {
    for (Thread thread = 0; thread < kThreads; ++thread) {
      threads_[thread] = each(threads_[thread]);
      steps_[thread] = static_cast<std::uint32_t>(each(steps_[thread]));
    }
    for (Thread hearer = 0; hearer <= most_; ++hearer)
      for (Thread of = 0; of <= most_; ++of) {
        Told& what = told_[hearer][of];
        what.step = each(what.step);
        what.number = static_cast<std::uint32_t>(each(what.number));
      }
  }
  static constexpr std::size_t kThreads = 64, kObjects = std::size_t{1} << 20;
  Array<std::uint32_t> touched_;
  Array<Stay> stays_;
  Array<std::uint64_t> words_;
  std::uint64_t threads_[kThreads];
  std::uint32_t steps_[kThreads];
  Told told_[kThreads][kThreads] = {};  // since the last step of each
  Thread most_ = 0;                     // the highest number among them
  Known objects_[kObjects] = {};
  std::uint32_t generation_ = 0;
  Thread thread_ = 0;
  unsigned outcome_ = 0;
};

template <class T>
T* map() {
  void* memory =
      mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  HEDDLE_CHECK(memory != MAP_FAILED, "address space can be reserved");
  return static_cast<T*>(memory);
}

const char* name_of(control::FailureKind kind) {
  switch (kind) {
#define HEDDLE_FINDING(enumerator, name, meaning) \
  case control::FailureKind::enumerator:          \
    return name;
#include "finding/kind.def"
#undef HEDDLE_FINDING
  }
  return "";
}

class Bare {
 public:
  explicit Bare(bool futex)
      : shared_(map<Shared>()),
        arena_(std::size_t{1} << 34),
        again_(1 << 26),
        classes_arena_(std::size_t{1} << 32) {
    oracle_ = new (map<Oracle>()) Oracle;
    classes_ = new (map<Classes>()) Classes(classes_arena_);
    world.settings.backend = futex ? control::Backend::futex : control::Backend::fiber;
    world.settings.steps = 2000;
    world.undoing = true;
    control::prepare(shared_);
    control::install_signal_handlers();
  }

  void run(heddle_bare_check& check) {
    shared_->racy_count = shared_->racy_visible = 0;
    shared_->tries_seen = shared_->tries_visible = false;
    std::memset(shared_->doubts, 0, sizeof shared_->doubts);
    check.executions = 0;
    check.replays = 1;
    const std::uint64_t before = classes_->gone_back;
    while (search(check)) {
    }
    check.gone_back = classes_->gone_back - before;
    check.doubts = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(control::Doubt::count); ++i)
      if (shared_->doubts[i] != 0) check.doubts |= std::uint64_t{1} << i;
    check.doubtful = check.doubts != 0;
  }

 private:
  // True: once more, with more visible operations.
  bool search(heddle_bare_check& check) {
    const bool by_oracle = std::strcmp(check.strategy, "oracle") == 0;
    shared_->racy_visible = shared_->racy_count;
    shared_->racy_grew = false;
    shared_->tries_visible = shared_->tries_seen;
    control::forget_sites(*shared_);
    arena_.clear();
    oracle_->forget();
    Search* search = by_oracle ? nullptr : strategy_for(check.strategy, {})->make({}, arena_);
    classes_->to = by_oracle ? static_cast<control::Scheduler*>(oracle_) : search;
    world.scheduler = classes_;
    world.memory = nullptr;
    check.ended(nullptr, 0);  // what was told before does not count
    check.complete = check.doubtful = 0;
    control::take_back_all();
    bool has_failed = false;
    for (bool more = true; more;) {
      if (check.executions++ >= check.most) return false;
      world.goes_back = !by_oracle && !check.futex;
      control::execute(check.function, nullptr);
      const bool failed = control::failed(*shared_);
      if (failed || !world.abandoned) {
        const std::uint64_t called = heddle_called_unkept;
        check.ended(failed ? name_of(shared_->failure.kind) : "", classes_->equivalence_class());
        heddle_called_unkept = called;  // what is called there is none of the script's
      }
      has_failed |= failed;
      if (failed) {
        const auto kind = shared_->failure.kind;
        control::forget_failure(*shared_);
        control::take_back_all();
        if (!by_oracle) {
          check.complete = 1;
          check.replays = replays(check, search->schedule(), kind);
          return false;
        }
      }
      more = classes_->finish({{world.views, world.threads}, control::kNoThread});
      if (!control::may_go_back()) control::take_back_all();
    }
    check.complete = by_oracle || search->bound().empty();
    check.bound[0] = 0;
    if (!check.complete) std::strncpy(check.bound, search->bound().data(), sizeof check.bound - 1);
    if (by_oracle && has_failed) return false;  // the others stop at the first failure, too
    return shared_->racy_grew || shared_->tries_visible != shared_->tries_seen;
  }

  bool replays(const heddle_bare_check& check, std::span<const Decision> schedule,
               control::FailureKind kind) {
    again_.clear();
    auto* replay = again_.make<Replay>(again_, schedule);
    world.scheduler = replay;
    world.goes_back = false;
    begin_random();
    control::execute(check.function, nullptr);
    const bool same = control::failed(*shared_) && shared_->failure.kind == kind;
    control::forget_failure(*shared_);
    control::take_back_all();
    return same;
  }

  Shared* shared_;
  Arena arena_, again_, classes_arena_;
  Oracle* oracle_;
  Classes* classes_;
};

}  // namespace
}  // namespace heddle::explore

extern "C" __attribute__((visibility("default"))) void heddle_check_bare(heddle_bare_check* check) {
  alignas(heddle::explore::Bare) static char memory[sizeof(heddle::explore::Bare)];
  static heddle::explore::Bare* bare = nullptr;
  if (bare == nullptr) bare = new (memory) heddle::explore::Bare(check->futex != 0);
  bare->run(*check);
}
