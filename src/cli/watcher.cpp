// SPDX-License-Identifier: Apache-2.0
#include "cli/watcher.h"

#include <algorithm>
#include <cstdio>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "predict/online_detector.h"
#include "predict/online_losets.h"
#include "predict/state_finding.h"

namespace heddle::cli {

namespace {

// A recording up to a finding that is longer is not replayed for a check: memory for it is 200 bytes an
// event.
constexpr event::Position kMostChecked = 4'000'000;

std::unique_ptr<predict::Watching> detector_for(const Watcher::Options& options,
                                                const predict::WatchedPredicate& predicate) {
  using states::OnlineParaMount;
  if (!options.lock_order) return std::make_unique<predict::OnlineLosets>(predicate);
  return std::make_unique<predict::OnlineDetector>(
      predicate,
      OnlineParaMount::Options{.workers = std::max(std::thread::hardware_concurrency(), 1U),
                               .when_full = options.when_full == "drop" ? OnlineParaMount::WhenFull::drop
                                                                        : OnlineParaMount::WhenFull::wait});
}

}  // namespace

base::Result<std::unique_ptr<Watcher>> Watcher::create(const Options& options) {
  predict::WatchedPredicate predicate{.text = options.when};
  std::optional<predict::LibraryPredicate> library;
  if (!options.library.empty()) {
    if (!options.when.empty())
      return base::failure(base::ErrorCode::usage, "expected either --when or --when-library",
                           "--when-library");
    auto loaded = predict::LibraryPredicate::load(options.library);
    if (!loaded) return base::failure(loaded.error());
    library.emplace(std::move(*loaded));
    predicate.text = library->name();
    predicate.function = library->function();
  } else {
    auto expression = predict::parse(options.when);
    if (!expression) return base::failure(expression.error());
    if (!predict::OnlineDetector::can_watch(*expression))
      return base::failure(base::ErrorCode::usage, "asks for races of more than 64 variables", "--when");
    if (!options.lock_order && predict::speaks_of_races(*expression))
      return base::failure(base::ErrorCode::usage,
                           "races under another lock order are what `heddle run --predict` predicts",
                           "--when");
    predicate.expression = std::move(*expression);
  }
  auto file = trace::create_trace(options.record.empty() ? options.scratch : options.record);
  if (!file) return base::failure(file.error());
  return std::unique_ptr<Watcher>(
      new Watcher(options, std::move(library), std::move(predicate), std::move(*file)));
}

Watcher::Watcher(const Options& options, std::optional<predict::LibraryPredicate> library,
                 predict::WatchedPredicate predicate, std::unique_ptr<trace::TraceWriter> file)
    : options_(options),
      library_(std::move(library)),
      predicate_(std::move(predicate)),
      detector_(detector_for(options, predicate_)),
      file_(std::move(file)) {}

base::Result<void> Watcher::write(const event::Names& names, std::span<const event::Event> events) {
  if (!begun_) {
    begun_ = true;
    detector_->begin(names, [this](finding::Finding found) {
      // The program may run for ever: say it now.
      fmt::print(stderr, "heddle: {}; the report follows when the program ends\n", found.message);
      findings_.push_back(std::move(found));
    });
  }
  // What nobody asked for is kept only as far as a check needs it.
  const bool keep = !options_.record.empty() || (findings_.empty() && position_ <= kMostChecked);
  detector_->on(position_, events);
  position_ += events.size();
  return keep ? file_->write(names, events) : base::Result<void>();
}

base::Result<void> Watcher::finish(std::span<const std::string> doubts) {
  if (begun_) detector_->finish();
  if (auto finished = file_->finish(doubts); !finished) return finished;
  if (options_.lock_order)  // else the referee has judged it
    for (finding::Finding& found : findings_) check(found);
  return {};
}

void Watcher::check(finding::Finding& found) const {
  const bool observed = found.certainty == finding::Certainty::observed;
  const auto unchecked = [&](const std::string& why) {
    predict::judge_run({.broken = {}, .unchecked = why, .other_read = {}}, observed, found);
  };
  event::Position last = 0;
  for (const finding::Step& step : found.steps) last = std::max(last, *step.event);
  if (last >= kMostChecked) return unchecked(fmt::format("it came after {} events", last));
  auto reader = trace::open_trace(options_.record.empty() ? options_.scratch : options_.record, {});
  if (!reader) return unchecked(base::describe(reader.error()));
  const auto read = trace::read_events(**reader, [&](std::size_t count) { return count <= last; });
  if (!read) return unchecked(base::describe(read.error()));
  const std::vector<event::Event>& events = *read;
  const auto run = predict::positions_of(found.witness, events, (*reader)->names());
  if (!run) return unchecked(base::describe(run.error()));
  const predict::Claim claim{.expression = predicate_.expression ? &*predicate_.expression : nullptr,
                             .function = predicate_.function};
  const predict::Checked checked = predict::check_run(events, (*reader)->names(), *run, claim);
  HEDDLE_CHECK(checked.broken.empty(), checked.broken.c_str());
  predict::judge_run(checked, observed, found);
}

void Watcher::add_to(finding::Report& report) {
  for (finding::Finding& found : findings_) report.findings.push_back(std::move(found));
  for (const std::string& doubt : detector_->doubts()) report.verdict.doubt(doubt);
  if (!begun_) report.verdict.doubt("no event of the program was seen, so --when was not decided");
  for (finding::Statistic& one : detector_->statistics()) report.statistics.push_back(std::move(one));
}

}  // namespace heddle::cli
