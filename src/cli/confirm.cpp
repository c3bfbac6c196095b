// SPDX-License-Identifier: Apache-2.0
#include "cli/confirm.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include "cli/limits.h"
#include "cli/output.h"
#include "cli/written_files.h"
#include "finding/same_places.h"
#include "predict/predict.h"
#include "runtime/host/check_words.h"
#include "runtime/host/confirm.h"
#include "runtime/host/controlled_run.h"
#include "trace/trace.h"

namespace heddle::cli {
namespace {

namespace host = runtime::host;
using finding::Certainty;
using finding::Finding;
using Outcome = host::Confirmation::Outcome;

// What can be tried: a schedule of the recording that leads to a race or a deadlock.
bool is_prediction(const Finding& finding) {
  return (finding.certainty == Certainty::certain || finding.certainty == Certainty::possible) &&
         finding.witness.kind == finding::Witness::Kind::schedule &&
         (finding.kind == finding::Kind::data_race || finding.kind == finding::Kind::deadlock);
}

class Confirming {
 public:
  Confirming(const ConfirmOptions& options, std::string program, Limits& limits, finding::Report& report)
      : options_(options), program_(std::move(program)), limits_(limits), report_(report) {}

  base::Result<void> run(std::span<const event::Event> events, const event::Names& names) {
    host::Confirmer confirmer(program_, options_.arguments, events, names);
    std::vector<Finding> all = std::move(report_.findings);
    report_.findings.clear();
    // Of one race of two places the first that happens stands for the others: it is the one that is surest.
    std::stable_sort(all.begin(), all.end(),
                     [](const Finding& a, const Finding& b) { return a.certainty < b.certainty; });
    for (Finding& each : all) {
      if (!is_prediction(each)) {
        happened_.push_back(std::move(each));
        continue;
      }
      if (is_known(each)) continue;
      auto confirmation =
          confirmer.confirm(each, options_.output_aside, [this] { return limits_.reached(); });
      if (!confirmation) return base::failure(confirmation.error());
      runs_ += confirmation->runs;
      take(std::move(each), *confirmation);
    }
    std::erase_if(open_, [this](const Finding& each) { return is_known(each); });
    const bool nothing_happened = confirmed_ == 0 && happened_.empty() && !open_.empty();
    if (nothing_happened && options_.search_seconds > 0 && !limits_.reached())
      if (const auto searched = search(); !searched) return base::failure(searched.error());
    deliver_all();
    return {};
  }

 private:
  // Another race of the same two places has happened: that one stands for it.
  bool is_known(const Finding& race) {
    const auto known = happened_at_.find(finding::places_of_race(race));
    if (known == happened_at_.end()) return false;
    finding::add_same_places(happened_[known->second], race);
    return true;
  }
  void has_happened(const Finding& race) {
    if (const std::string places = finding::places_of_race(race); !places.empty())
      happened_at_.try_emplace(places, happened_.size() - 1);
  }

  std::string saved(const host::CheckRecord& record) const {
    if (options_.save == "none") return "";
    std::filesystem::path path(options_.save);
    if (const std::size_t before = happened_.size(); before > 0)
      path.replace_filename(
          fmt::format("{}-predicted-{}{}", path.stem().string(), before + 1, path.extension().string()));
    return save_finding(path.string(), host::saved_finding(record, options_.source, options_.arguments));
  }

  // What happened, in the words of `heddle check`.
  void add_happened(const host::CheckRecord& record, const std::string& note) {
    finding::Report shown;
    host::add_checks({record}, shown);
    for (Finding& each : shown.findings) {
      each.notes.insert(each.notes.begin(), note);
      each.witness.file = saved(record);
      happened_.push_back(std::move(each));
    }
  }

  void take(Finding predicted, const host::Confirmation& confirmation) {
    const std::string how_sure = std::string(finding::name(predicted.certainty));
    switch (confirmation.outcome) {
      case Outcome::confirmed:
        ++confirmed_;
        add_happened(
            confirmation.record,
            fmt::format("confirmed: predicted from the recording ({}), and seen on the program itself",
                        how_sure));
        has_happened(predicted);
        return;
      case Outcome::fails_before:
        predicted.notes.push_back(fmt::format("not confirmed: on this schedule the program has a {} before",
                                              finding::name(confirmation.record.failure->kind)));
        if (std::none_of(happened_.begin(), happened_.end(),
                         [&](const Finding& each) { return each.kind == confirmation.record.failure->kind; }))
          add_happened(confirmation.record, "seen on the program itself, on the way to what was predicted");
        break;
      case Outcome::other_branch:
        predicted.notes.push_back("not confirmed: another branch was taken; " + confirmation.why);
        break;
      case Outcome::not_reached:
        predicted.notes.push_back("not confirmed: not reached; " + confirmation.why);
        break;
    }
    open_.push_back(std::move(predicted));
  }

  // All schedules, if that is soon done.
  base::Result<void> search() {
    host::ControlledRun run{
        .source = {.file = program_}, .arguments = options_.arguments, .output_aside = options_.output_aside};
    run.wishes.limit_seconds = options_.search_seconds;
    run.wishes.whole = true;
    run.watch = [this](const host::Watched&) { return limits_.reached(); };
    const auto result = host::run_controlled(run);
    if (!result) return base::failure(result.error());
    if (result->checks.empty()) return {};
    const host::CheckRecord& record = result->checks.front();
    if (record.failure) {
      const auto shown = std::find_if(open_.begin(), open_.end(),
                                      [&](const Finding& each) { return host::shows(record, each); });
      const bool is_predicted = shown != open_.end();
      confirmed_ += is_predicted;
      add_happened(record, is_predicted ? "confirmed, by another schedule than the predicted one"
                                        : "not predicted: seen when all schedules were tried");
      if (is_predicted) {
        has_happened(*shown);
        open_.erase(shown);
        std::erase_if(open_, [this](const Finding& each) { return is_known(each); });
      }
      return {};
    }
    finding::merge_same_places(open_);
    const bool is_whole = !record.stopped && record.bound.empty() && record.doubts.empty() &&
                          std::all_of(record.uninstrumented.begin(), record.uninstrumented.end(),
                                      [](const auto& code) { return host::describe(code).empty(); });
    if (is_whole) {
      refute(record);
      return {};
    }
    report_.verdict.doubt(fmt::format("{} {} not confirmed, and not all schedules of the program were tried",
                                      open_.size(),
                                      open_.size() == 1 ? "prediction was" : "predictions were"));
    return {};
  }

  // No schedule of the program shows what is only possible. What is certain stays: the recording was of another program, or
  // it does not depend on the schedule alone.
  void refute(const host::CheckRecord& record) {
    std::vector<Finding> kept;
    for (Finding& each : open_) {
      if (each.certainty != Certainty::possible) {
        kept.push_back(std::move(each));
        continue;
      }
      ++refuted_;
      std::string note =
          fmt::format("refuted: {}, {} and {}", each.message, event::text(each.steps.front().location),
                      event::text(each.steps.back().location));
      for (const std::string& line : each.notes)
        if (line.starts_with("on it ") || line.starts_with("not confirmed")) note += "\n  " + line;
      note += fmt::format("\n  and none of the {} schedules of the program shows it", record.executions);
      report_.notes.push_back(std::move(note));
    }
    open_ = std::move(kept);
  }

  void deliver_all() {
    finding::merge_same_places(open_);
    report_.findings = std::move(happened_);
    std::stable_sort(open_.begin(), open_.end(),
                     [](const Finding& a, const Finding& b) { return a.certainty < b.certainty; });
    for (Finding& each : open_) report_.findings.push_back(std::move(each));
    report_.statistics.push_back({"confirmed", confirmed_});
    report_.statistics.push_back({"refuted", refuted_});
    report_.statistics.push_back({"not_confirmed", std::uint64_t{open_.size()}});
    report_.statistics.push_back({"controlled_runs", runs_});
  }

  const ConfirmOptions& options_;
  std::string program_;
  Limits& limits_;
  finding::Report& report_;
  std::vector<Finding> happened_, open_;
  std::map<std::string, std::size_t> happened_at_;  // the places of a race that was confirmed → happened_
  std::uint64_t runs_ = 0, confirmed_ = 0, refuted_ = 0;
};

}  // namespace

void add_confirm_options(CLI::App& app, ConfirmOptions& options) {
  app.add_option("--save", options.save,
                 "file for what is confirmed, for `heddle replay`; several get numbers; none: do not save it")
      ->check(writable_file())
      ->capture_default_str();
  app.add_option("--search-seconds", options.search_seconds,
                 "if nothing is confirmed: so long all schedules of the program are tried")
      ->check(seconds_number())
      ->capture_default_str();
}

namespace {

std::vector<std::string> places_of(const Finding& finding) {
  std::vector<std::string> places;
  for (const finding::Step& step : finding.steps)
    places.push_back((finding.kind == finding::Kind::deadlock ? "" : step.operation + " ") +
                     event::text(step.location));
  std::sort(places.begin(), places.end());
  return places;
}
bool same_places(const Finding& a, const Finding& b) {
  return a.kind == b.kind && places_of(a) == places_of(b);
}
// What is only known as a pattern, and now seen: the ring is part of who waits for whom.
bool is_made_fact(const Finding& potential, const Finding& fact) {
  if (potential.certainty != Certainty::potential || potential.kind != fact.kind) return false;
  const std::vector<std::string> part = places_of(potential), whole = places_of(fact);
  return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

}  // namespace

base::Result<void> predict_from_run(const ConfirmOptions& options, const std::string& program,
                                    const std::string& trace, finding::Report& report) {
  auto reader = trace::open_trace(trace, {});
  if (!reader) return base::failure(reader.error());
  const auto events = trace::read_events(**reader);
  if (!events) return base::failure(events.error());
  Limits limits(0, 0);
  predict::PredictOptions wanted;
  wanted.limits.reach.stop = [&] { return limits.reached(); };
  auto predicted = predict::predict(*events, (*reader)->names(), wanted);
  if (!predicted) return base::failure(predicted.error());
  std::erase_if(predicted->findings, [&](const Finding& each) {
    return std::any_of(report.findings.begin(), report.findings.end(), [&](const Finding& known) {
      return known.certainty == Certainty::observed && same_places(known, each);
    });
  });
  ConfirmOptions tried = options;
  const bool has_failed =
      std::any_of(report.findings.begin(), report.findings.end(),
                  [](const Finding& known) { return known.certainty == Certainty::observed; });
  if (has_failed) tried.search_seconds = 0;  // it would find that first
  if (const auto done = confirm_predictions(tried, program, *events, (*reader)->names(), limits, *predicted);
      !done)
    return base::failure(done.error());
  for (Finding& each : predicted->findings) {
    std::erase_if(report.findings, [&](const Finding& known) { return is_made_fact(known, each); });
    report.findings.push_back(std::move(each));
  }
  for (const std::string& doubt : predicted->verdict.reasons()) report.verdict.doubt(doubt);
  for (std::string& note : predicted->notes) report.notes.push_back(std::move(note));
  for (finding::Statistic& each : predicted->statistics)
    if (each.name == "confirmed" || each.name == "refuted" || each.name == "not_confirmed")
      report.statistics.push_back(std::move(each));
  if (!limits.reason().empty()) report.verdict.doubt(limits.reason());
  return {};
}

base::Result<void> confirm_predictions(const ConfirmOptions& options, const std::string& program,
                                       std::span<const event::Event> events, const event::Names& names,
                                       Limits& limits, finding::Report& report) {
  return Confirming(options, program, limits, report).run(events, names);
}

}  // namespace heddle::cli
