// SPDX-License-Identifier: Apache-2.0
#include "cli/watcher.h"

#include <algorithm>
#include <cstdio>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace heddle::cli {

base::Result<std::unique_ptr<Watcher>> Watcher::create(const std::string& when, const std::string& when_full,
                                                       std::unique_ptr<trace::TraceWriter> file) {
  auto predicate = predict::parse(when);
  if (!predicate) return base::failure(predicate.error());
  if (!predict::OnlineDetector::can_watch(*predicate)) {
    return base::failure(base::ErrorCode::usage, "races are reported without being asked for", "--when");
  }
  return std::unique_ptr<Watcher>(new Watcher(std::move(*predicate), when, when_full, std::move(file)));
}

Watcher::Watcher(predict::Expression predicate, const std::string& text, const std::string& when_full,
                 std::unique_ptr<trace::TraceWriter> file)
    : detector_(std::move(predicate), text,
                {.workers = std::max(std::thread::hardware_concurrency(), 1U),
                 .when_full = when_full == "drop" ? states::OnlineParaMount::WhenFull::drop
                                                  : states::OnlineParaMount::WhenFull::wait}),
      file_(std::move(file)) {}

base::Result<void> Watcher::write(const event::Names& names, std::span<const event::Event> events) {
  if (!begun_) {
    begun_ = true;
    detector_.begin(names, [this](finding::Finding found) {
      // The program may run for ever: say it now.
      fmt::print(stderr, "heddle: {}; the report follows when the program ends\n", found.message);
      findings_.push_back(std::move(found));
    });
  }
  detector_.on(position_, events);
  position_ += events.size();
  if (file_ == nullptr) return {};
  return file_->write(names, events);
}

base::Result<void> Watcher::finish(std::span<const std::string> doubts) {
  if (begun_) detector_.finish();
  if (file_ == nullptr) return {};
  return file_->finish(doubts);
}

void Watcher::add_to(finding::Report& report) {
  for (finding::Finding& found : findings_) report.findings.push_back(std::move(found));
  for (const std::string& doubt : detector_.doubts()) report.verdict.doubt(doubt);
  if (!begun_) report.verdict.doubt("no event of the program was seen, so --when was not decided");
  report.statistics.push_back({"states", detector_.states()});
}

}  // namespace heddle::cli
