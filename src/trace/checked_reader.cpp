// SPDX-License-Identifier: Apache-2.0
#include "trace/checked_reader.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/count.h"
#include "trace/execution_rules.h"

namespace heddle::trace {
namespace {

using base::ErrorCode;
using base::failure;
using base::Result;
using event::Event;

constexpr std::size_t kNamed = 3;  // of the skipped events; the others are only counted

class CheckedReader final : public TraceReader {
 public:
  CheckedReader(std::unique_ptr<TraceReader> reader, ReadOptions options)
      : reader_(std::move(reader)), rules_(reader_->names()), options_(options) {}

  const event::Names& names() const override { return reader_->names(); }
  Progress progress() const override { return reader_->progress(); }

  Result<std::span<const Event>> next() override {
    first_ += count_;
    count_ = 0;
    for (;;) {
      inner_first_ += inner_count_;
      inner_count_ = 0;
      auto batch = reader_->next();
      if (!batch || batch->empty()) {
        stopped_ = options_.stopped != nullptr && options_.stopped();
        return stopped_ ? std::span<const Event>() : batch;  // the last line may be cut: no error then
      }
      inner_count_ = batch->size();
      kept_.clear();
      skips_.clear();
      for (std::size_t i = rules_.accept_common(*batch); i < batch->size();
           i += rules_.accept_common(batch->subspan(i))) {
        if (auto broken = rules_.broken_by((*batch)[i])) {
          const std::string where = reader_->where(inner_first_ + i);
          if (!options_.lenient) return failure(ErrorCode::impossible, std::move(*broken), where);
          if (skipped_++ < kNamed) named_.push_back(fmt::format("{}: {}", where, *broken));
          skips_.push_back(i);
        }
        ++i;
      }
      if (skips_.empty()) {
        count_ = batch->size();
        return batch;
      }
      leave_out_skips(*batch);
      count_ = left_.size();
      if (count_ > 0) return std::span<const Event>(left_);
    }
  }

  std::string where(event::Position position) const override {
    const std::uint64_t index = position - first_;
    return reader_->where(inner_first_ + (kept_.empty() || index >= kept_.size() ? index : kept_[index]));
  }

  std::vector<std::string> doubts() const override {
    std::vector<std::string> all = reader_->doubts();
    if (stopped_) all.emplace_back("interrupted while waiting for input");
    if (skipped_ > 0)
      all.push_back(fmt::format("{} {} skipped that no execution can produce: {}{}", base::grouped(skipped_),
                                skipped_ == 1 ? "event was" : "events were", fmt::join(named_, "; "),
                                skipped_ > kNamed ? "; …" : ""));
    return all;
  }

 private:
  void leave_out_skips(std::span<const Event> batch) {
    left_.clear();
    auto skip = skips_.begin();
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (skip != skips_.end() && *skip == i) {
        ++skip;
        continue;
      }
      kept_.push_back(i);
      left_.push_back(batch[i]);
    }
  }

  std::unique_ptr<TraceReader> reader_;
  ExecutionRules rules_;
  ReadOptions options_;
  event::Position first_ = 0, inner_first_ = 0;
  std::size_t count_ = 0, inner_count_ = 0;
  std::vector<std::size_t> skips_;  // events of the batch that break a rule
  std::vector<std::size_t> kept_;   // of a batch from which some were skipped: which are left
  std::vector<Event> left_;
  bool stopped_ = false;
  std::uint64_t skipped_ = 0;
  std::vector<std::string> named_;
};

}  // namespace

std::unique_ptr<TraceReader> check_execution(std::unique_ptr<TraceReader> reader, ReadOptions options) {
  return std::make_unique<CheckedReader>(std::move(reader), options);
}

}  // namespace heddle::trace
