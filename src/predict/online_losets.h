// SPDX-License-Identifier: Apache-2.0
// A predicate over marks watched while the events arrive, the locks in any order: `predict --when` (when.h) beside the
// running program.
//
// Whatever can be reached in a prefix of the execution can be reached in all of it, so prefixes are decided: the next one
// when the one before is, and when a quarter more events have come, by a thread of its own; and at the end the whole. So
// the answer is that of `heddle predict --when` on the recording, and all prefixes together cost five times the last one.
// A prefix is the record of an execution too, its end can be reached, so all that is known of valid losets holds of it.
// What locks force is found once, and grows with the prefixes. (Without lock order few events are ever in the past of all threads: nothing can be forgotten, as OnlineParaMount does.)
//
// Threads: the events and names belong to the listener's thread. A worker gets copies, the names without those of memory;
// what it finds is told in the listener's thread.
//
// What clean means: no schedule of the recorded steps has it. Past `kMostEvents` nothing more is looked at, which is a
// doubt, as is a last prefix that is not decided `kSecondsAtEnd` after the end.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "event/event.h"
#include "event/names.h"
#include "predict/watching.h"
#include "states/normal_form.h"

namespace heddle::predict {

class OnlineLosets final : public Watching {
 public:
  static constexpr std::size_t kMostEvents = 4'000'000;
  static constexpr int kSecondsAtEnd = 10;

  // `fewest`: events more before another prefix is worth a look.
  explicit OnlineLosets(WatchedPredicate predicate, std::size_t fewest = 256)
      : predicate_(std::move(predicate)), fewest_(fewest) {}
  ~OnlineLosets() override;

  void begin(const event::Names& names, finding::Sink sink) override;
  void on(event::Position first, std::span<const event::Event> events) override;
  void finish() override;

  std::vector<std::string> doubts() const override { return doubts_; }
  std::vector<finding::Statistic> statistics() const override;

 private:
  struct Prefix {
    std::vector<event::Event> events;
    event::Names names;
  };
  struct Answer {
    std::vector<finding::Finding> findings;
    std::vector<std::string> doubts;
    std::string decided_by;
  };
  Answer decide(std::span<const event::Event> events, const event::Names& names);
  void start();
  void take();  // what the worker came to
  void tell(std::size_t events);

  const WatchedPredicate predicate_;
  const std::size_t fewest_;
  const event::Names* names_ = nullptr;
  finding::Sink sink_;
  std::vector<event::Event> events_;
  bool full_ = false;  // there were more than kMostEvents
  bool told_ = false;
  std::size_t marks_ = 0;  // so far
  std::size_t asked_ = 0;  // events of the last prefix that was begun
  std::size_t asked_marks_ = 0;
  std::uint64_t prefixes_ = 0;
  std::vector<std::string> doubts_;
  std::string decided_by_;

  std::thread worker_;
  Prefix prefix_;  // the worker's, as is answer_ until it is done
  Answer answer_;
  states::NormalForm forced_;  // of whoever decides; so is this, and it is one at a time
  std::atomic<bool> done_ = false;
  std::atomic<std::int64_t> until_ = 0;  // steady nanoseconds; 0: as long as it takes
};

}  // namespace heddle::predict
