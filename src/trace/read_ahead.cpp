// SPDX-License-Identifier: Apache-2.0
#include "trace/read_ahead.h"

#include <array>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include <sched.h>

#include "trace/checked_reader.h"
#include "trace/formats.h"
#include "trace/hdl.h"

namespace heddle::trace {
namespace {

using base::failure;
using base::Result;
using event::Event;

// What is handed over at a time: so much that waking a thread costs little beside it, so little that it stays
// in a cache both cores share.
constexpr std::size_t kBatchesHanded = 16;
constexpr std::size_t kHandedAhead = 4;

class ReadAhead final : public TraceReader {
 public:
  ReadAhead(HdlReader& decoder, std::unique_ptr<TraceReader> checked)
      : decoder_(decoder), checked_(std::move(checked)), thread_([this] { run(); }) {}
  ~ReadAhead() override {
    {
      const std::lock_guard lock(mutex_);
      abandoned_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  const event::Names& names() const override { return checked_->names(); }
  Progress progress() const override { return progress_; }
  std::vector<std::string> doubts() const override {
    return over_ ? checked_->doubts() : std::vector<std::string>();
  }
  std::string where(event::Position) const override { return decoder_.at_byte(offset_); }

  Result<std::span<const Event>> next() override {
    while (!over_) {
      if (mine_ != nullptr && taken_ < mine_->count) {
        const Batch& batch = mine_->batches[taken_++];
        offset_ = batch.offset;
        return batch.events;
      }
      if (mine_ != nullptr && mine_->last) return end();
      exchange();
    }
    return std::span<const Event>();
  }

 private:
  struct Batch {
    std::vector<Event> memory;
    std::span<const Event> events;  // in `memory`
    std::uint64_t offset = 0;       // of its block in the file
  };
  struct Group {
    std::array<Batch, kBatchesHanded> batches;
    std::size_t count = 0;
    Progress progress;
    bool last = false;  // after it comes nothing but one of these
    std::optional<base::Error> error;
    std::exception_ptr thrown;
  };

  // Of the caller.
  void exchange() {
    std::unique_lock lock(mutex_);
    if (mine_ != nullptr) ++emptied_;
    mine_ = nullptr;
    waits_ = true;
    changed_.notify_all();
    changed_.wait(lock, [&] { return filled_ > emptied_; });
    waits_ = false;
    mine_ = &groups_[emptied_ % kHandedAhead];
    taken_ = 0;
    progress_ = mine_->progress;
  }
  Result<std::span<const Event>> end() {
    over_ = true;
    if (mine_->thrown) std::rethrow_exception(mine_->thrown);
    if (mine_->error) return failure(std::move(*mine_->error));
    return std::span<const Event>();
  }

  // Of the thread.
  struct Abandoned {};
  void run() {
    try {
      decoder_.before_names([this] { let_names_change(); });
      begin_group();
      while (!fill()) {
      }
    } catch (const Abandoned&) {  // nobody wants the rest
    }
  }
  // One batch more; whether it was the end.
  bool fill() {
    try {
      auto events = checked_->next();
      if (events && !events->empty()) {
        keep(*events);
        return false;
      }
      if (!events) filling_->error = std::move(events.error());
    } catch (const Abandoned&) {
      throw;
    } catch (...) {
      filling_->thrown = std::current_exception();
    }
    filling_->last = true;
    hand_over();
    return true;
  }
  void keep(std::span<const Event> events) {
    Batch& batch = filling_->batches[filling_->count++];
    std::vector<Event>& decoded = decoder_.buffer();
    if (events.data() == decoded.data())
      batch.memory.swap(decoded);  // what is decoded next goes elsewhere
    else
      batch.memory.assign(events.begin(), events.end());
    batch.events = {batch.memory.data(), events.size()};
    batch.offset = decoder_.block_offset();
    if (filling_->count < kBatchesHanded) return;
    hand_over();
    begin_group();
  }
  void begin_group() {
    std::unique_lock lock(mutex_);
    wait(lock, [&] { return filled_ - emptied_ < kHandedAhead; });
    filling_ = &groups_[filled_ % kHandedAhead];
    filling_->count = 0;
  }
  void hand_over() {
    filling_->progress = checked_->progress();
    {
      const std::lock_guard lock(mutex_);
      ++filled_;
    }
    changed_.notify_all();
  }
  // The caller may look at the names until it asks for events that are not there yet.
  void let_names_change() {
    if (filling_->count > 0) {
      hand_over();
      begin_group();
    }
    std::unique_lock lock(mutex_);
    wait(lock, [&] { return waits_ && filled_ == emptied_; });
  }
  template <class Condition>
  void wait(std::unique_lock<std::mutex>& lock, Condition holds) {
    changed_.wait(lock, [&] { return abandoned_ || holds(); });
    if (abandoned_) throw Abandoned();
  }

  HdlReader& decoder_;  // inside `checked_`
  std::unique_ptr<TraceReader> checked_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<Group, kHandedAhead> groups_;  // filled_ and emptied_ say whose each is
  std::uint64_t filled_ = 0, emptied_ = 0;  // groups so far, by the thread and by the caller
  bool waits_ = false;                      // the caller, for a group
  bool abandoned_ = false;

  Group* mine_ = nullptr;  // of the caller, as those below
  std::size_t taken_ = 0;
  std::uint64_t offset_ = 0;
  Progress progress_;
  bool over_ = false;

  Group* filling_ = nullptr;  // of the thread
  std::thread thread_;        // the last: it uses all others
};

// That this process may run on.
int cores() {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

}  // namespace

Result<std::unique_ptr<TraceReader>> read_hdl_ahead(ByteSource source, ReadOptions options) {
  auto decoder = HdlReader::open(std::move(source));
  if (!decoder) return failure(std::move(decoder.error()));
  HdlReader& inner = **decoder;
  return std::make_unique<ReadAhead>(inner, check_execution(std::move(*decoder), options));
}

Result<std::unique_ptr<TraceReader>> open_trace_ahead(const std::string& path, ReadOptions options) {
  auto source = ByteSource::open(path);
  if (!source) return failure(std::move(source.error()));
  source->stop_when(options.stopped);
  auto first = source->peek(hdl::kMagic.size());
  if (!first) return failure(std::move(first.error()));
  // A wait for more of a pipe must end with a signal, which comes to the thread that started all.
  const bool helps = *first == hdl::kMagic && source->size() > 0 && cores() > 1;
  return helps ? read_hdl_ahead(std::move(*source), options) : open_trace_from(std::move(*source), options);
}

}  // namespace heddle::trace
