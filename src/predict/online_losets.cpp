// SPDX-License-Identifier: Apache-2.0
#include "predict/online_losets.h"

#include <algorithm>

#include <fmt/format.h>

#include "predict/predict.h"

namespace heddle::predict {

namespace {

std::int64_t now() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

// All that the events mean: ids stay what they are, as they are given in order. Not what memory is called.
event::Names copy_of(const event::Names& names) {
  event::Names copy;
  const auto all = [](auto& to, const auto& from, auto id) {
    for (std::size_t i = 0; i < from.size(); ++i) to.intern(from[decltype(id)(i)]);
  };
  all(copy.threads, names.threads, event::ThreadId());
  all(copy.locks, names.locks, event::LockId());
  all(copy.conditions, names.conditions, event::ConditionId());
  all(copy.barriers, names.barriers, event::BarrierId());
  all(copy.messages, names.messages, event::MessageId());
  all(copy.locations, names.locations, event::LocationId());
  all(copy.stacks, names.stacks, event::StackId());
  all(copy.marks, names.marks, event::MarkId());
  return copy;
}

}  // namespace

OnlineLosets::~OnlineLosets() {
  until_ = 1;
  if (worker_.joinable()) worker_.join();
}

void OnlineLosets::begin(const event::Names& names, finding::Sink sink) {
  names_ = &names;
  sink_ = std::move(sink);
}

OnlineLosets::Answer OnlineLosets::decide(std::span<const event::Event> events, const event::Names& names) {
  PredictOptions options{.races = false, .deadlocks = false};
  options.when = {.text = predicate_.text,
                  .library = predicate_.function,
                  .grows = true,
                  .workers = 1,
                  .forced = &forced_};
  options.limits.reach.stop = [this] {
    const std::int64_t until = until_;
    return until != 0 && now() > until;
  };
  Answer answer;
  auto report = predict(events, names, options);
  if (!report) {
    answer.doubts.push_back("--when was not decided: " + base::describe(report.error()));
    return answer;
  }
  answer.findings = std::move(report->findings);
  answer.doubts = report->verdict.reasons();
  for (const finding::Statistic& one : report->statistics)
    if (one.name == "decided_by") answer.decided_by = std::get<std::string>(one.value);
  if (answer.findings.empty() && answer.decided_by.empty() && answer.doubts.empty())
    answer.doubts.emplace_back("--when was not decided in time");
  return answer;
}

void OnlineLosets::start() {
  asked_ = events_.size();
  asked_marks_ = marks_;
  ++prefixes_;
  prefix_ = {events_, copy_of(*names_)};
  done_ = false;
  worker_ = std::thread([this] {
    answer_ = decide(prefix_.events, prefix_.names);
    done_ = true;
  });
}

void OnlineLosets::take() {
  worker_.join();
  prefix_ = {};
  doubts_ = answer_.doubts;
  decided_by_ = answer_.decided_by;
  if (!answer_.findings.empty()) tell(asked_);
}

// Once more with all names: the finding says what memory is called.
void OnlineLosets::tell(std::size_t events) {
  told_ = true;
  until_ = 0;
  Answer answer = decide(std::span(events_).first(events), *names_);
  decided_by_ = answer.decided_by;
  for (finding::Finding& found : answer.findings) sink_(std::move(found));
}

void OnlineLosets::on(event::Position, std::span<const event::Event> events) {
  if (told_) return;
  const std::size_t room = kMostEvents - std::min(kMostEvents, events_.size());
  full_ = full_ || events.size() > room;
  events = events.first(std::min(room, events.size()));
  events_.insert(events_.end(), events.begin(), events.end());
  marks_ +=
      static_cast<std::size_t>(std::count_if(events.begin(), events.end(), [](const event::Event& event) {
        return event.operation == event::Operation::mark;
      }));
  if (worker_.joinable() && done_) take();
  const bool worth = events_.size() >= asked_ + std::max(fewest_, asked_ / 4);
  if (!told_ && !worker_.joinable() && worth && marks_ > asked_marks_) start();
}

void OnlineLosets::finish() {
  if (told_) return;
  until_ = now() + std::int64_t{kSecondsAtEnd} * 1'000'000'000;
  if (worker_.joinable()) take();
  if (!told_ && (prefixes_ == 0 || asked_ < events_.size())) {
    start();
    take();
  }
  if (told_) return;
  if (full_) doubts_.push_back(fmt::format("only the first {} events were looked at", kMostEvents));
}

std::vector<finding::Statistic> OnlineLosets::statistics() const {
  std::vector<finding::Statistic> result = {{"decisions", prefixes_}};
  if (!decided_by_.empty()) result.push_back({"decided_by", decided_by_});
  return result;
}

}  // namespace heddle::predict
