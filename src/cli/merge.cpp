// SPDX-License-Identifier: Apache-2.0
// heddle merge REPORT…: what the shares of a work (--shard) say together. Clean only if every share is there, once, of
// the same whole, and clean.
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <sstream>

#include <CLI/Option.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/read_file.h"
#include "cli/output.h"
#include "cli/shards.h"
#include "cli/verb.h"
#include "finding/same_places.h"
#include "schedule/places.h"
#include "states/count.h"

namespace heddle::cli {
namespace {

using base::ErrorCode;
using base::failure;

struct MergeOptions {
  std::vector<std::string> reports;
  OutputOptions output;
};

struct Part {
  std::string file;
  finding::Report report;
};

base::Result<Part> read(const std::string& file) {
  const auto text = base::read_file(file);
  if (!text) return failure(text.error());
  auto report = report::read_json(*text);
  if (!report) return failure(report.error().code, report.error().message, file);
  if (!report->share)
    return failure(ErrorCode::malformed, "expected the report of one share: it was made without --shard",
                   file);
  return Part{file, std::move(*report)};
}

using Words = std::vector<std::string>;

Words split(const std::string& text, char between) {
  Words words;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, between);) words.push_back(word);
  return words;
}

// The options of each that the other does not have so: "spurious=2 here, memory_model=sc there".
std::string difference(const finding::Share& share, const finding::Share& other) {
  const Words here = split(share.options, ' '), there = split(other.options, ' ');
  std::string text;
  const auto tell = [&](const Words& all, const Words& without, const char* where) {
    for (const std::string& each : all)
      if (std::find(without.begin(), without.end(), each) == without.end())
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", each, where);
  };
  tell(here, there, "here");
  tell(there, here, "there");
  return text.empty() ? "in another order" : text;
}

std::string identity_of(const Part& part) {
  const std::string& outline = part.report.share->outline;
  const std::size_t end = outline.find('/');
  return end == std::string::npos ? "" : outline.substr(0, end + 1);
}

std::vector<Words> outlines_of(const Part& part) {
  std::vector<Words> runs;
  const std::string outline = part.report.share->outline.substr(identity_of(part).size());
  for (const std::string& run : split(outline, ' ')) runs.push_back(split(run, ','));
  return runs;
}

bool ends_early(const Words& run) { return run.empty() || run.back() == kNoOutline; }

// Of each run the longest outline that some share has: a run that a failure or a limit ended has a part of it.
std::vector<Words> whole_outline(const std::vector<Part>& parts) {
  std::vector<Words> whole;
  for (const Part& part : parts) {
    const std::vector<Words> runs = outlines_of(part);
    if (runs.size() > whole.size()) whole.resize(runs.size(), Words{std::string(kNoOutline)});
    for (std::size_t i = 0; i < runs.size(); ++i)
      if (ends_early(whole[i]) && (!ends_early(runs[i]) || runs[i].size() > whole[i].size()))
        whole[i] = runs[i];
  }
  return whole;
}

// All that the share has shared out is as the others have it, and it is all, unless the share has a finding.
base::Result<void> fit(const Part& part, const std::vector<Words>& whole) {
  const std::vector<Words> runs = outlines_of(part);
  const bool may_end = !part.report.findings.empty();
  bool ended = runs.size() < whole.size();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool is_cut = ends_early(runs[i]);
    const std::size_t size = runs[i].size() - (is_cut ? 1 : 0);
    ended |= is_cut;
    if (size > whole[i].size() || (!is_cut && size != whole[i].size()) ||
        !std::equal(runs[i].begin(), runs[i].begin() + static_cast<std::ptrdiff_t>(size), whole[i].begin()))
      return failure(ErrorCode::malformed,
                     "what was shared out is not the same: it is of another program, trace, machine or build "
                     "than others",
                     part.file);
  }
  if (ended && !may_end)
    return failure(ErrorCode::malformed, "it was stopped before the shares were made", part.file);
  return {};
}

// All of the same whole, each share once.
base::Result<void> check_shares(const std::vector<Part>& parts) {
  const Part& first = parts.front();
  std::map<std::uint32_t, std::string> files;
  const std::vector<Words> outline = whole_outline(parts);
  for (const Part& part : parts) {
    const finding::Share& share = *part.report.share;
    const finding::Share& other = *first.report.share;
    const auto differs = [&](std::string_view what) {
      return failure(ErrorCode::malformed, fmt::format("{} than {}", what, first.file), part.file);
    };
    if (part.report.command != first.report.command) return differs("it is of another command");
    if (share.count != other.count)
      return failure(
          ErrorCode::malformed,
          fmt::format("it is one of {} shares, and {} is one of {}", share.count, first.file, other.count),
          part.file);
    if (share.options != other.options)
      return failure(
          ErrorCode::malformed,
          fmt::format("it was made with other options than {}: {}", first.file, difference(share, other)),
          part.file);
    if (identity_of(part) != identity_of(first))
      return differs("it is of another program, machine or build, or of other arguments");
    if (const auto fits = fit(part, outline); !fits) return fits;
    if (share.number < 1 || share.number > share.count || share.count > schedule::kMostShards)
      return failure(ErrorCode::malformed,
                     fmt::format("there is no share {} of {}", share.number, share.count), part.file);
    if (const auto [at, is_new] = files.emplace(share.number, part.file); !is_new)
      return failure(ErrorCode::malformed,
                     fmt::format("it is share {} of {}, and so is {}", share.number, share.count, at->second),
                     part.file);
  }
  std::vector<std::uint32_t> missing;
  for (std::uint32_t number = 1; number <= first.report.share->count; ++number)
    if (!files.contains(number)) missing.push_back(number);
  if (missing.empty()) return {};
  const bool many = missing.size() > 10;
  const std::size_t shown = many ? 10 : missing.size();
  return failure(
      ErrorCode::usage,
      fmt::format("{} of {} shares {} missing: {}{}", missing.size(), first.report.share->count,
                  missing.size() == 1 ? "is" : "are",
                  fmt::join(missing.begin(), missing.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                  many ? ", …" : ""),
      first.file);
}

bool is_added(const std::string& name) {
  static const std::set<std::string> names = {
      "executions", "redundant_executions", "steps",    "states",    "states_counted",
      "seconds",    "candidates",           "meetings", "reordered", "undecided"};
  return names.contains(name);
}

states::Count whole_number(const finding::StatisticValue& value) {
  if (const auto* number = std::get_if<std::uint64_t>(&value)) return *number;
  if (const auto* digits = std::get_if<std::string>(&value)) return states::Count(*digits);
  return 0;
}

// Counts add up; of memory the most; the rest only where all say the same.
void merge_statistic(finding::Statistic& into, const finding::Statistic& more) {
  if (std::holds_alternative<double>(into.value) && std::holds_alternative<double>(more.value)) {
    into.value = std::get<double>(into.value) + std::get<double>(more.value);
    return;
  }
  if (into.name == "peak_bytes") {
    if (whole_number(more.value) > whole_number(into.value)) into.value = more.value;
    return;
  }
  const states::Count sum = whole_number(into.value) + whole_number(more.value);
  if (sum <= std::numeric_limits<std::uint64_t>::max())
    into.value = static_cast<std::uint64_t>(sum);
  else
    into.value = sum.str();
}

void add_statistics(const std::vector<Part>& parts, finding::Report& whole) {
  for (const Part& part : parts) {
    for (const finding::Statistic& each : part.report.statistics) {
      if (!is_added(each.name) && each.name != "peak_bytes") continue;
      const auto at = std::find_if(whole.statistics.begin(), whole.statistics.end(),
                                   [&](const finding::Statistic& known) { return known.name == each.name; });
      if (at == whole.statistics.end())
        whole.statistics.push_back(each);
      else
        merge_statistic(*at, each);
    }
  }
  const std::string& guarantee = parts.front().report.share->guarantee;
  if (whole.outcome() == finding::Verdict::Outcome::clean && !guarantee.empty())
    whole.statistics.push_back({"guarantee", guarantee});
}

// A test is in all shares, and has the doubts of all of them.
void add_tests(const std::vector<Part>& parts, finding::Report& whole) {
  for (const Part& part : parts)
    for (const finding::Test& each : part.report.tests) {
      const auto at = std::find_if(whole.tests.begin(), whole.tests.end(),
                                   [&](const finding::Test& known) { return known.name == each.name; });
      if (at == whole.tests.end()) {
        whole.tests.push_back(each);
        continue;
      }
      at->seconds += each.seconds;
      for (const std::string& doubt : each.doubts)
        if (std::find(at->doubts.begin(), at->doubts.end(), doubt) == at->doubts.end())
          at->doubts.push_back(doubt);
    }
}

// What every share found before the shares were made is one finding.
std::string digest(const finding::Finding& finding) {
  std::string text = fmt::format("{} {} {} {}", finding.test, finding::name(finding.kind), finding.message,
                                 finding.predicate);
  for (const finding::Step& step : finding.steps)
    text +=
        fmt::format("\n{} {} {} {}", step.thread, step.operation, step.target, event::text(step.location));
  return text;
}

// A share that stopped letting something fail at a place has looked at what it saw there itself, and is clean if that makes
// no difference. What all shares saw there decides, as in one process: its question (FailurePlace::may_matter) is asked
// of the union of what they saw, and the union of the shares' executions is that of one process. So two shares that are
// clean, of which one was cut at a place and the other went astray there, are not clean together. A place has the same key
// in all shares: keys are made of addresses, and shares whose programs lie elsewhere have other outlines.
void doubt_places(const std::vector<Part>& parts, finding::Verdict& verdict) {
  std::map<std::pair<std::size_t, std::uint64_t>, schedule::FailurePlace> places;  // by check and key
  for (const Part& part : parts)
    for (std::size_t check = 0; check < part.report.share->places.size(); ++check) {
      std::istringstream words(part.report.share->places[check]);
      for (std::string word; words >> word;) {
        unsigned kind = 0, idle = 0, busy = 0, astray = 0, cut = 0;
        std::uint64_t key = 0;
        if (std::sscanf(word.c_str(), "%lx.%x.%x.%x.%x.%x", &key, &kind, &idle, &busy, &astray, &cut) != 6)
          return verdict.doubt("a share tells of places that cannot be read");
        schedule::FailurePlace& all = places[{check, key}];
        all.kind = static_cast<std::uint8_t>(kind);
        all.idle |= static_cast<std::uint8_t>(idle);
        all.busy |= static_cast<std::uint8_t>(busy);
        all.astray |= astray != 0;
        all.cut |= cut != 0;
      }
    }
  if (std::any_of(places.begin(), places.end(), [](const auto& each) { return each.second.may_matter(); }))
    verdict.doubt(
        "what failed without a reason was not tried more often in one share, and made a difference in "
        "another "
        "(--spurious, --timeouts)");
}

// What several shares tell of the same mistake is told once: races of the same two places, and of states in which a
// predicate holds the one that is reached first.
void tell_once(std::vector<finding::Finding>& findings) {
  finding::merge_same_places(findings);
  const auto events = [](const finding::Finding& each) {
    std::uint64_t sum = 0;
    for (const auto& [thread, done] : each.witness.state) sum += done;
    return sum;
  };
  const auto is_state = [](const finding::Finding& each) { return each.kind == finding::Kind::predicate; };
  const auto first = std::find_if(findings.begin(), findings.end(), is_state);
  if (first == findings.end()) return;
  for (auto each = first + 1; each != findings.end(); ++each)
    if (is_state(*each) && events(*each) < events(*first)) std::swap(*each, *first);
  findings.erase(std::remove_if(first + 1, findings.end(), is_state), findings.end());
}

base::Result<int> merge(const MergeOptions& options) {
  std::vector<Part> parts;
  std::set<std::filesystem::path> files;
  for (const std::string& file : options.reports) {
    std::error_code none;
    if (!files.insert(std::filesystem::weakly_canonical(file, none)).second)
      return failure(ErrorCode::usage, "it is there twice", file);
    auto part = read(file);
    if (!part) return failure(part.error());
    parts.push_back(std::move(*part));
  }
  if (const auto fit = check_shares(parts); !fit) return failure(fit.error());
  std::sort(parts.begin(), parts.end(),
            [](const Part& a, const Part& b) { return a.report.share->number < b.report.share->number; });
  finding::Report whole;
  whole.command = parts.front().report.command;
  whole.input = parts.front().report.input;
  std::set<std::string> known, doubts, notes;
  for (const Part& part : parts) {
    std::map<std::string, int>
        times;  // checks without a name may fail alike: a share that has two of them has two
    for (const finding::Finding& finding : part.report.findings) {
      const std::string text = digest(finding);
      if (known.insert(fmt::format("{} {}", ++times[text], text)).second) whole.findings.push_back(finding);
    }
    for (const std::string& doubt : part.report.verdict.reasons())
      if (doubts.insert(doubt).second) whole.verdict.doubt(doubt);
    for (const std::string& note : part.report.notes)
      if (notes.insert(note).second) whole.notes.push_back(note);
  }
  if (whole.command == "predict" || whole.command == "detect") tell_once(whole.findings);
  if (whole.verdict.reasons().empty()) doubt_places(parts, whole.verdict);
  add_tests(parts, whole);
  add_statistics(parts, whole);
  return deliver(whole, options.output);
}

}  // namespace

Action add_merge(CLI::App& app) {
  auto options = std::make_shared<MergeOptions>();
  app.add_option("reports", options->reports, "the JSON report of each share (--shard i/n --format json)")
      ->required()
      ->type_name("REPORT");
  add_output_options(app, options->output);
  app.footer(
      "Executions, steps, states and seconds add up. The verdict is clean if every share is there, all "
      "of them are of the\n"
      "same program or trace, options and build, and each is clean. A share that is missing or there twice, "
      "or "
      "one of another whole,\n"
      "is an error: exit status 2.");
  return [options] { return merge(*options); };
}

}  // namespace heddle::cli
