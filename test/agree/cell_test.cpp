// SPDX-License-Identifier: Apache-2.0
// The runtime's shadow memory against the definition of a race.
//
// Fast: epochs of slots that are used again, cells of few words that forget what a later access stands for,
// clocks that objects hand on by short cuts. Slow: every access since the memory was allocated, byte by byte,
// each compared by full vector clocks of threads that are never used again. Random scripts of a few logical
// threads are played on both; all of the runtime that a script reaches is the real one, except that reports
// end here.
//
// What must hold: an access is reported if and only if it races with an earlier one, and what it is reported
// to race with is such an access. One freedom: an access that repeats one of the same thread with no release
// in between may stay silent where the granule's race has already been reported.
//
// With a sample (watch/sample.h) some accesses are not remembered: what is reported must still race, and an access must be
// reported if the last one that it races with was sampled.
#include <cstdlib>
#include <memory>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "runtime/watch/access.h"
#include "runtime/watch/contexts.h"
#include "runtime/watch/object.h"
#include "runtime/watch/record.h"
#include "runtime/watch/report.h"
#include "runtime/watch/sample.h"
#include "runtime/watch/sightings.h"
#include "runtime/watch/windows.h"

namespace heddle::runtime {

namespace {
struct Report {
  bool freed = false;
  std::uint64_t granule = 0;
  std::uint64_t entry = 0;
  bool unordered = false;
  OriginId origin = 0;
};
std::vector<Report> reports;
OriginId step_now;  // an access's origin is its place in the script, from 1
}  // namespace

// The runtime's surroundings.
Process process;
__thread Thread* self __attribute__((tls_model("initial-exec")));
__thread Epoch probe __attribute__((tls_model("initial-exec"))) = kNever;
Thread* current() { return active(); }
void Busy::deliver() {}
void sight(Thread&, std::uint64_t, const void*) { std::abort(); }  // only while recording
void note_pointer(RawBlock&) {}
void doubt(Doubt) { std::abort(); }
void switch_off(Doubt) { std::abort(); }
void* permanent(std::size_t bytes) { return std::calloc(1, bytes); }
ContextId stack_at(Thread&, const void*) { return 1; }
RawBlock block_around(std::uint64_t) { return {}; }
std::uint32_t note_window(std::uint64_t) { return 0; }
OriginId make_origin(Thread&, const void*) { return step_now; }
Origin origin_of(OriginId origin) { return {origin, 0}; }
ContextId locks_of(Thread&) { return 0; }
void record_access(Thread&, Operation, std::uint64_t, std::uint32_t, ContextId) { std::abort(); }
void report_race(const Touch&, std::uint64_t granule, std::uint64_t entry, Origin origin) {
  reports.push_back({false, granule, entry, true, origin.stack});
}
void report_freed(const Touch& touch, std::uint32_t, std::uint64_t entry, Origin origin, bool unordered) {
  reports.push_back({true, touch.address & ~std::uint64_t{7}, entry, unordered, origin.stack});
}

namespace {

constexpr std::uint32_t kThreads = 11, kObjects = 3, kBlocks = 3, kBlockBytes = 16,
                        kBytes = kBlocks * kBlockBytes;
alignas(64) char memory[kBytes];
std::uint64_t address_of(std::uint32_t offset) { return reinterpret_cast<std::uintptr_t>(memory) + offset; }

struct Step {
  enum Kind { access, acquire, release, release_joining, respawn, free_block, allocate } kind = access;
  std::uint32_t thread = 0;
  std::uint32_t other = 0;  // offset of the access, object, thread or block
  std::uint32_t size = 0;
  bool read = false, atomic = false;
  bool sampled = true;
};
using Script = std::vector<Step>;

// Some threads tell whole granules as a row, unless each piece of it would have a coin of its own.
bool is_row(const Step& step) {
  return !process.sampling && !step.atomic && step.size == 16 && step.other % 8 == 0 && step.thread % 2 == 0;
}

std::string describe(const Script& script) {
  std::ostringstream text;
  static const char* const names[] = {"access",  "acquire", "release", "release_joining",
                                      "respawn", "free",    "allocate"};
  for (const Step& step : script) {
    text << "T" << step.thread << " " << names[step.kind] << " " << step.other;
    if (step.kind == Step::access)
      text << " size " << step.size << (step.atomic ? " atomic" : "") << (step.read ? " read" : " write");
    text << (step.sampled ? "" : " (not sampled)");
    text << "\n";
  }
  return text.str();
}

// ---- the definition ----
class Slow {
 public:
  explicit Slow(std::uint32_t threads) {
    for (std::uint32_t i = 0; i < threads; ++i) people_.push_back(fresh({}));
    objects_.resize(kObjects);
  }

  struct Access {
    std::uint32_t person = 0;
    std::uint64_t time = 0;
    bool read = false, atomic = false, sampled = true;
  };

  // The accesses of this byte that (a later one of) `thread` races with.
  std::vector<Access> racing(std::uint32_t thread, std::uint32_t byte, bool read, bool atomic) const {
    std::vector<Access> result;
    for (const Access& earlier : bytes_[byte])
      if (!(earlier.read && read) && !(earlier.atomic && atomic) && !knows(thread, earlier))
        result.push_back(earlier);
    return result;
  }
  bool knows(std::uint32_t thread, const Access& earlier) const {
    const Clock& clock = clocks_[people_[thread]];
    return earlier.person < clock.size() && clock[earlier.person] >= earlier.time;
  }
  void access(std::uint32_t thread, std::uint32_t byte, bool read, bool atomic, bool sampled) {
    bytes_[byte].push_back({people_[thread], now(thread), read, atomic, sampled});
  }
  bool accessed_now(std::uint32_t thread, std::uint32_t byte) const {
    for (const Access& earlier : bytes_[byte])
      if (earlier.person == people_[thread] && earlier.time == now(thread)) return true;
    return false;
  }
  void forget(std::uint32_t byte) { bytes_[byte].clear(); }

  void acquire(std::uint32_t thread, std::uint32_t object) {
    join(clocks_[people_[thread]], objects_[object]);
  }
  void release(std::uint32_t thread, std::uint32_t object, bool joining) {
    if (joining)
      join(objects_[object], clocks_[people_[thread]]);
    else
      objects_[object] = clocks_[people_[thread]];
    tick(thread);
  }
  // `thread` ends, `by` joins it and creates another in its place.
  void respawn(std::uint32_t thread, std::uint32_t by) {
    join(clocks_[people_[by]], clocks_[people_[thread]]);
    const Clock known = clocks_[people_[by]];
    people_[thread] = fresh(known);
    tick(by);
  }
  std::uint32_t person(std::uint32_t thread) const { return people_[thread]; }
  std::uint64_t now(std::uint32_t thread) const { return clocks_[people_[thread]][people_[thread]]; }

 private:
  using Clock = std::vector<std::uint64_t>;
  std::uint32_t fresh(Clock known) {
    const auto person = static_cast<std::uint32_t>(clocks_.size());
    known.resize(person + 1);
    known[person] = 1;
    clocks_.push_back(std::move(known));
    return person;
  }
  static void join(Clock& into, const Clock& from) {
    if (into.size() < from.size()) into.resize(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) into[i] = std::max(into[i], from[i]);
  }
  void tick(std::uint32_t thread) { ++clocks_[people_[thread]][people_[thread]]; }

  std::vector<std::uint32_t> people_;  // of each thread's place: who has it now
  std::vector<Clock> clocks_;          // of everyone there ever was
  std::vector<Clock> objects_;
  std::vector<Access> bytes_[kBytes];
};

enum class Mode { detecting, every_access, sampling };

// ---- the runtime ----
class Fast {
 public:
  Fast(std::uint32_t threads, Mode mode) : threads_(threads) {
    process.on = true;
    process.every_access = mode == Mode::every_access;
    process.sampling = mode == Mode::sampling;
    process.channel = channel();
    for (std::uint32_t slot = 0; slot < threads; ++slot) begin(slot, kTick, nullptr);
    forget_accesses(address_of(0), kBytes);
  }
  ~Fast() {
    forget_accesses(address_of(0), kBytes);
    for (Thread& thread : threads_) thread.clock.release_memory();
    for (Object& object : objects_) object.published.release_memory();
    become(nullptr);
  }
  void access(const Step& step) {
    Thread& thread = threads_[step.thread];
    become(&thread);
    unsampled = step.sampled ? 0 : 1;
    const std::uint64_t at = address_of(step.other),
                        weak = (step.read ? kRead : 0) | (step.atomic ? kAtomic : 0);
    if (step.atomic) {
      const Busy busy(thread);
      return note_range(thread, at, step.size, weak, nullptr);
    }
    switch (step.size) {
      case 1:
        return on_access<1>(at, weak, nullptr);
      case 2:
        return on_access<2>(at, weak, nullptr);
      case 4:
        return on_access<4>(at, weak, nullptr);
      case 8:
        return on_access<8>(at, weak, nullptr);
      case 16:
        if (is_row(step)) return on_row(at, 8, 8, 2, weak, nullptr);
        return on_access<16>(at, weak, nullptr);
      default:
        return on_range(reinterpret_cast<void*>(at), step.size, weak, nullptr);
    }
  }
  void free_block(std::uint32_t thread, std::uint32_t block, bool sampled) {
    const std::uint64_t from = address_of(block * kBlockBytes);
    Touch touch{threads_[thread], from, kBlockBytes, runtime::Access::free, nullptr, step_now, sampled};
    Pattern pattern;
    for (std::uint64_t at = from; at < from + kBlockBytes; at += 8)
      free_cell(touch, *cell_in(planes_of(at), at), at, pattern);
    ++threads_[thread].forgotten;
  }
  void allocate(std::uint32_t block) { forget_accesses(address_of(block * kBlockBytes), kBlockBytes); }
  void acquire(std::uint32_t thread, std::uint32_t object) {
    acquire_from(threads_[thread], objects_[object]);
  }
  void release(std::uint32_t thread, std::uint32_t object, bool joining) {
    (joining ? release_joining : release_to)(threads_[thread], objects_[object]);
    tick(threads_[thread]);
  }
  void respawn(std::uint32_t thread, std::uint32_t by) {
    learn(threads_[by], threads_[thread].clock);
    const Epoch end = threads_[thread].epoch & ~(Epoch{0x7fff} << kSlotShift);
    begin(thread, end + kTick, &threads_[by]);
    tick(threads_[by]);
  }
  Epoch epoch(std::uint32_t thread) const { return threads_[thread].epoch; }

 private:
  // What a sample reads of it. The whole is large, and backed where touched.
  static Channel* channel() {
    static auto* const made = static_cast<Channel*>(raw_map(sizeof(Channel)));
    return made;
  }
  void begin(std::uint32_t slot, Epoch since, const Thread* creator) {
    Thread& thread = threads_[slot];
    Clock clock = thread.clock;
    thread = Thread();
    thread.clock = clock;
    thread.number = slot;
    start_clock(thread, slot, since, creator != nullptr ? &creator->clock : nullptr);
  }
  std::vector<Thread> threads_;
  Object objects_[kObjects];
};

// ---- both ----
// Which epoch stands for which person's time.
using Known = std::vector<std::pair<Epoch, std::pair<std::uint32_t, std::uint64_t>>>;
// Whether the access that is told is one that races with the step's, on a byte of both.
bool is_real(const Report& report, const Known& known, const Slow& slow, const Step& step, std::uint32_t low,
             std::uint32_t high) {
  for (std::uint32_t byte = low; byte < high; ++byte) {
    if ((report.entry >> (byte % 8) & 1) != 0) continue;
    for (const Slow::Access& racing : slow.racing(step.thread, byte, step.read, step.atomic))
      for (const auto& [epoch, who] : known)
        if (epoch == (report.entry & kEpochMask) && known[report.origin - 1].second == who &&
            who.first == racing.person && who.second == racing.time)
          return true;
  }
  return false;
}

// What went wrong, if anything.
std::optional<std::string> play(const Script& script, Mode mode) {
  Slow slow(kThreads);
  Fast fast(kThreads, mode);
  struct Freed {
    bool is = false, marked = true;
    bool raced = false;  // and was told as a race
    Slow::Access by;
    Epoch epoch = 0;
  } freed[kBlocks];
  bool reported[kBytes / 8] = {};
  Known known;
  for (std::size_t i = 0; i < script.size(); ++i) {
    const Step& step = script[i];
    const auto wrong = [&](const std::string& what) { return "step " + std::to_string(i) + ": " + what; };
    reports.clear();
    step_now = static_cast<OriginId>(i + 1);
    known.push_back({fast.epoch(step.thread), {slow.person(step.thread), slow.now(step.thread)}});
    std::uint32_t from = 0, to = 0;
    switch (step.kind) {
      case Step::acquire:
        slow.acquire(step.thread, step.other), fast.acquire(step.thread, step.other);
        continue;
      case Step::release:
      case Step::release_joining:
        slow.release(step.thread, step.other, step.kind == Step::release_joining);
        fast.release(step.thread, step.other, step.kind == Step::release_joining);
        continue;
      case Step::respawn:
        if (step.thread == step.other) continue;
        slow.respawn(step.other, step.thread), fast.respawn(step.other, step.thread);
        continue;
      case Step::allocate:
        if (!freed[step.other].is) continue;
        for (std::uint32_t at = 0; at < kBlockBytes; ++at) slow.forget(step.other * kBlockBytes + at);
        fast.allocate(step.other);
        freed[step.other].is = false;
        for (std::uint32_t at = 0; at < kBlockBytes / 8; ++at)
          reported[step.other * kBlockBytes / 8 + at] = false;
        continue;
      case Step::free_block:
        if (freed[step.other].is) continue;
        fast.free_block(step.thread, step.other, step.sampled);
        from = step.other * kBlockBytes, to = from + kBlockBytes;
        freed[step.other] = {true,
                             step.sampled,
                             !reports.empty(),
                             {slow.person(step.thread), slow.now(step.thread)},
                             fast.epoch(step.thread)};
        break;
      case Step::access:
        fast.access(step);
        from = step.other, to = from + step.size;
        break;
    }
    const bool is_free = step.kind == Step::free_block;
    for (std::uint32_t granule = from / 8; granule <= (to - 1) / 8; ++granule) {
      const std::uint32_t low = std::max(from, granule * 8), high = std::min(to, granule * 8 + 8);
      const Freed& block = freed[granule * 8 / kBlockBytes];
      std::vector<Report> here;
      for (const Report& report : reports) {
        // A use after free carries the address of the access, not of the granule: the free tells.
        const bool is_here =
            report.freed ? block.is && block.marked && !is_free && (report.entry & kEpochMask) == block.epoch
                         : report.granule == address_of(granule * 8);
        if (is_here) here.push_back(report);
      }
      if (block.is && block.marked && !is_free) {
        if (here.empty() && block.raced && is_row(step)) continue;  // told before the free (told_ranges.h)
        if (here.empty() || !here[0].freed) return wrong("a use after free is not reported");
        if (here[0].unordered == slow.knows(step.thread, block.by)) return wrong("the free's order is wrong");
        continue;
      }
      bool races = false, again = false, must = false;
      for (std::uint32_t byte = low; byte < high; ++byte) {
        const auto racing = slow.racing(step.thread, byte, step.read, step.atomic);
        races = races || !racing.empty();
        must = must || (!racing.empty() && racing.back().sampled);
        again = again || slow.accessed_now(step.thread, byte);
      }
      must = must && (is_free || !block.is);  // a free that was not sampled leaves nothing behind
      if (must && here.empty() && !(again && reported[granule])) return wrong("a race is missed");
      if (!races && !here.empty()) return wrong("a race is reported where there is none");
      for (const Report& report : here) {
        if (!is_real(report, known, slow, step, low, high)) return wrong("what is said to race does not");
      }
      reported[granule] = reported[granule] || !here.empty();
      for (std::uint32_t byte = low; byte < high; ++byte)
        slow.access(step.thread, byte, step.read, step.atomic, step.sampled);
    }
  }
  return std::nullopt;
}

// `sampled`: of ten accesses, so many.
Script random_script(std::mt19937& random, std::uint32_t sampled) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  const std::uint32_t threads = 2 + below(kThreads - 1), bytes = below(2) == 0 ? 8 : kBytes;
  const std::uint32_t synchronisation = 1 + below(5), reads = 1 + below(8), frees = below(4);
  Script script;
  for (std::uint32_t length = 5 + below(60); length > 0; --length) {
    Step step;
    step.thread = below(threads);
    const std::uint32_t choice = below(12);
    if (choice < synchronisation) {
      const std::uint32_t which = below(10);
      step.kind = which < 4   ? Step::acquire
                  : which < 7 ? Step::release
                  : which < 9 ? Step::release_joining
                              : Step::respawn;
      step.other = below(step.kind == Step::respawn ? threads : kObjects);
    } else if (frees != 0 && choice == 11) {
      step.kind = below(2) == 0 ? Step::free_block : Step::allocate;
      step.other = below(kBlocks);
    } else {
      static const std::uint32_t sizes[] = {1, 2, 4, 8, 16};
      step.size = below(3) == 0 ? 1 + below(16) : sizes[below(5)];
      if (step.size > bytes) step.size = bytes;
      step.other = below(bytes - step.size + 1);
      step.read = below(9) < reads;
      step.atomic = below(4) == 0;
    }
    step.sampled = below(10) < sampled;
    script.push_back(step);
  }
  return script;
}

Script shrink(Script script, Mode mode) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (std::size_t i = script.size(); i-- > 0;) {
      Script without = script;
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
      if (play(without, mode)) script = without, smaller = true;
    }
  }
  return script;
}

void campaign(Mode mode, unsigned seed, int rounds, std::uint32_t sampled = 10) {
  std::mt19937 random(seed);
  int with_races = 0;
  for (int round = 0; round < rounds; ++round) {
    const Script script = random_script(random, sampled);
    if (play(script, mode)) {
      const Script small = shrink(script, mode);
      FAIL() << *play(small, mode) << "\n" << describe(small);
    }
    with_races += reports.empty() ? 0 : 1;
  }
  EXPECT_GT(with_races, rounds / 100) << "the scripts must race often enough to show anything";
}

// A thread that follows another in its slot published, by a short cut, what that one had known.
TEST(CellAgainstEveryAccess, ASlotsNextThreadPublishesItsOwnKnowledge) {
  const Script script = {
      {Step::release, 2, 1}, {Step::access, 1, 0, 8, true}, {Step::respawn, 1, 2},
      {Step::release, 2, 1}, {Step::acquire, 0, 1},         {Step::access, 0, 0, 8},
  };
  EXPECT_EQ(play(script, Mode::detecting), std::nullopt);
}
TEST(CellAgainstEveryAccess, WhatWasToldOfMemoryIsForgottenWithIt) {
  const Script script = {
      {Step::access, 0, 0, 16}, {Step::free_block, 0, 0}, {Step::allocate, 0, 0},
      {Step::access, 0, 0, 16}, {Step::access, 1, 0, 8},
  };
  EXPECT_EQ(play(script, Mode::detecting).value_or(""), "");
}
TEST(CellAgainstEveryAccess, Detecting) { campaign(Mode::detecting, 1, 40000); }
TEST(CellAgainstEveryAccess, RecordingEveryAccess) { campaign(Mode::every_access, 2, 20000); }
TEST(CellAgainstEveryAccess, SamplingAll) { campaign(Mode::sampling, 3, 20000); }
TEST(CellAgainstEveryAccess, SamplingHalf) { campaign(Mode::sampling, 4, 20000, 5); }
TEST(CellAgainstEveryAccess, SamplingFew) { campaign(Mode::sampling, 5, 20000, 1); }

}  // namespace
}  // namespace heddle::runtime
