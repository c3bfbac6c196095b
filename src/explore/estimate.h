// SPDX-License-Identifier: Apache-2.0
// How many executions an exhaustive search has: an estimate without bias, from random probes.
//
// Knuth (Estimating the efficiency of backtrack programs, 1975): a random way down a tree that takes each branch with
// some probability reaches a leaf; one over the probability with which it came there is, on average, the number of
// leaves. The tree here is that of sleep sets (Godefroid, 1996): at each state the ready threads that do not sleep
// are its branches, in an order; behind a branch those before it sleep until an operation conflicts with theirs. Each
// equivalence class of executions has exactly one complete path in it, so what is estimated is what optimal reduction
// (dpor.h) runs. Ways that end where every thread sleeps, and those that look in vain in a loop that waits, count
// zero.
//
// Any probabilities will do; good ones keep the spread small. Only threads of one persistent set are tried,
// nearly always: those that conflict with each other's next operations, as far as earlier probes showed what
// is to come. Sleepers belong to it: who wakes one may have to come first. Behind other branches these nearly
// always sleep to the end. A branch is taken as often as there is much behind it: half as much for each
// expected conflict that it decides, and less for each sleeper, by how many conflicts could wake it and how
// often that came about before. A look of a loop that waits is known again by its thread, its object and the value
// that is there: where it was in vain before it is hardly ever taken, and that it sleeps leaves nothing out. A fifth
// of the probes only learn: they do not count, whatever they find, so the mean of the others has no bias; and they go
// on after a look in vain. Persistent sets need to know what is to come: there are none before a probe came to the end.
//
// What an operation touches may depend on the state: a compare-exchange or a try that is about to fail only reads.
// Sleepers are kept as what they would do where they were put to sleep; whatever could change that wakes them.
//
// The spread is the standard error of the mean, but of as many probes as carry the sum (Kish's effective sample size,
// the square of the sum over the sum of squares): where few do, rarer and larger ones were likely not met yet, and the
// plain standard error knows nothing of them. With few classes hit by chance, both are too small all the same: what was
// found is a lower bound more often than an upper one. Time: threads² for each step.
#pragma once

#include "explore/profile.h"
#include "explore/sampling.h"

namespace heddle::explore {

class Estimate final : public Sampling {
 public:
  Estimate(Arena& arena, const Options& options)
      : Sampling(arena, options),
        profile_(arena),
        sleepers_(arena),
        candidates_(arena),
        looks_(arena),
        members_(arena),
        naps_(arena),
        training_(options.executions / 5) {
    naps_.resize(kNaps, {});
    looks_.resize(kLooks, {});
  }
  void begin() override;
  Thread choose(const Moment& moment) override;
  unsigned outcome(unsigned count) override;
  void performed(const Operation& operation) override;
  void taken_back() override;
  bool leaves_out_rounds() const override { return true; }
  bool finish(const Moment& moment) override;

  double mean() const { return probes_ == 0 ? 0 : sum_ / static_cast<double>(probes_); }
  double error() const;  // standard, of the mean; at least the mean itself if hardly any probe came through

 private:
  struct Sleeper {
    Thread thread;
    Operation operation;
    std::size_t nap;
  };
  struct Candidate {
    Thread thread;
    Operation operation;   // as it would be now
    std::size_t look = 0;  // in looks_
    std::size_t nap = 0;
    double weight = 1;  // what is behind it, and how much of that is left if it sleeps
    double asleep = 1;
  };
  struct Nap {  // of threads in one situation: how often an operation ended it
    std::uint32_t all = 0, ended = 0;
    double ends() const { return (ended + 1.0) / (all + 2.0); }
  };
  static constexpr std::size_t kNaps = 1024;  // two situations in one place only cost precision
  bool sleeps(Thread thread) const;
  bool close(const Moment& moment, Thread seed, std::size_t& size);
  bool is_member(Thread thread) const;
  std::size_t choose_set(const Moment& moment);
  void judge(Candidate& candidate) const;
  void sort(std::size_t begin, std::size_t end);
  double weigh(std::size_t tried);

  Profile profile_;
  Array<Sleeper> sleepers_;
  struct Looks {  // of one thread at one object with one value: how often in vain
    std::uint32_t all = 0, in_vain = 0;
    bool is_vain() const { return all > 0 && all == in_vain; }
    double chance() const { return is_vain() ? 0.05 / in_vain : (all - in_vain + 1.0) / (all + 1.0); }
  };
  static constexpr std::size_t kLooks = 4096;  // as kNaps
  static Operation foresee(const Moment& moment, Thread thread);
  static std::size_t look(const Moment& moment, Thread thread);
  void was_in_vain();

  Array<Candidate> candidates_;
  Array<Looks> looks_;
  Array<Thread> members_;
  Array<Nap> naps_;
  std::size_t last_look_ = 0;   // the last operation's
  std::uint64_t training_;      // probes that do not count
  std::uint64_t complete_ = 0;  // probes that came through
  double weight_ = 1;
  bool in_vain_ = false;
  bool gave_up_ = false;     // one of its threads did, or all that are ready sleep
  std::uint64_t whole_ = 0;  // probes that came to an end of the program
  std::uint64_t probes_ = 0;
  double sum_ = 0, squares_ = 0;
};

}  // namespace heddle::explore
