// SPDX-License-Identifier: Apache-2.0
#include "finding/repeated.h"

#include <algorithm>
#include <utility>

#include "finding/same_places.h"

namespace heddle::finding {
namespace {

// Equal for two findings that are the same mistake. The thread numbers of two runs need not be the same.
std::string identity(const Finding& finding) {
  std::string key(name(finding.kind));
  if (const std::string places = places_of_race(finding); !places.empty()) return key + "\n" + places;
  key += "\n" + finding.variable;
  std::vector<std::string> places;
  for (const Step& step : finding.steps) places.push_back(event::text(step.location) + " " + step.operation);
  std::sort(places.begin(), places.end());
  for (const std::string& place : places) key += "\n" + place;
  return places.empty() ? key + "\n" + finding.message : key;
}

template <class T>
void add_new(std::vector<T>& all, const std::vector<T>& more) {
  for (const T& each : more)
    if (std::find(all.begin(), all.end(), each) == all.end()) all.push_back(each);
}

bool is_largest_of_runs(const std::string& name) { return name == "threads" || name == "peak_bytes"; }

}  // namespace

void Repeated::add(Report run, std::uint64_t seed) {
  ++runs_;
  whole_.command = run.command;
  whole_.input = run.input;
  for (Finding& finding : run.findings) {
    const auto [known, is_new] = known_.try_emplace(identity(finding), whole_.findings.size());
    if (is_new) {
      finding.runs = 1;
      if (with_seeds_) finding.seed = seed;
      whole_.findings.push_back(std::move(finding));
      continue;
    }
    Finding& first = whole_.findings[known->second];
    ++first.runs;
    add_same_places(first, finding);
  }
  for (const std::string& reason : run.verdict.reasons())
    if (std::find(whole_.verdict.reasons().begin(), whole_.verdict.reasons().end(), reason) ==
        whole_.verdict.reasons().end())
      whole_.verdict.doubt(reason);
  add_new(whole_.notes, run.notes);
  add_statistics(run);
}

void Repeated::add_statistics(const Report& run) {
  for (const Statistic& statistic : run.statistics) {
    const auto same = std::find_if(whole_.statistics.begin(), whole_.statistics.end(),
                                   [&](const Statistic& known) { return known.name == statistic.name; });
    if (same == whole_.statistics.end()) {
      whole_.statistics.push_back(statistic);
    } else if (auto* number = std::get_if<std::uint64_t>(&same->value)) {
      const auto more = std::get<std::uint64_t>(statistic.value);
      *number = is_largest_of_runs(statistic.name) ? std::max(*number, more) : *number + more;
    } else if (auto* real = std::get_if<double>(&same->value)) {
      *real += std::get<double>(statistic.value);
    }
  }
}

Report Repeated::report() const {
  Report report = whole_;
  report.statistics.insert(report.statistics.begin(), {"runs", runs_});
  for (Finding& finding : report.findings) {
    std::string note = "seen in " + std::to_string(finding.runs) + " of " + std::to_string(runs_) + " runs";
    if (finding.seed) note += ", first with --seed " + std::to_string(*finding.seed);
    finding.notes.push_back(std::move(note));
  }
  return report;
}

}  // namespace heddle::finding
