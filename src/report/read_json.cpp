// SPDX-License-Identifier: Apache-2.0
// A JSON report → the report it was made of. Pictures of lattices stay behind: nobody asks for them again.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/reporter.h"
#include "report/share_digest.h"

namespace heddle::report {
namespace {

using nlohmann::ordered_json;

std::string text_in(const ordered_json& json, const char* key) { return json.value(key, std::string()); }

finding::Step step_in(const ordered_json& json) {
  finding::Step step;
  if (json.contains("event")) step.event = json["event"].get<event::Position>();
  step.thread = json.at("thread");
  step.operation = json.at("operation");
  step.target = text_in(json, "target");
  step.location = event::location_from(json.at("location").get<std::string>());
  step.location.function = text_in(json, "function");
  if (json.contains("value")) step.value = json["value"].get<std::uint64_t>();
  step.shows = text_in(json, "shows");
  step.order = text_in(json, "order");
  step.sees = text_in(json, "sees");
  step.why = text_in(json, "why");
  step.heap = text_in(json, "heap");
  step.decisive = json.value("decisive", false);
  step.holding = json.value("holding", std::vector<std::string>{});
  for (const ordered_json& frame : json.value("stack", ordered_json::array())) {
    step.stack.push_back(event::location_from(frame.at("location").get<std::string>()));
    step.stack.back().function = text_in(frame, "function");
  }
  return step;
}

std::vector<finding::Step> steps_in(const ordered_json& json, const char* key) {
  std::vector<finding::Step> steps;
  for (const ordered_json& each : json.value(key, ordered_json::array())) steps.push_back(step_in(each));
  return steps;
}

finding::Witness witness_in(const ordered_json& json) {
  using Kind = finding::Witness::Kind;
  finding::Witness witness;
  const std::string kind = json.at("kind");
  witness.kind = kind == "positions" ? Kind::positions : kind == "state" ? Kind::state : Kind::schedule;
  const auto counts_in = [&](const char* key) {
    std::vector<std::pair<std::string, std::uint64_t>> counts;
    if (!json.contains(key)) return counts;
    for (const auto& [thread, events] : json[key].items())
      counts.emplace_back(thread, events.get<std::uint64_t>());
    return counts;
  };
  witness.state = counts_in("state");
  witness.start = counts_in("start");
  for (const ordered_json& slice : json.value("run", ordered_json::array()))
    witness.run.push_back({slice.at("thread"), slice.at("steps")});
  witness.file = text_in(json, "file");
  return witness;
}

finding::History history_in(const ordered_json& json) {
  finding::History history;
  history.object = json.at("object");
  for (const ordered_json& each : json.at("calls")) {
    finding::HistoryCall call{
        .thread = each.at("thread"), .call = each.at("call"), .begin = each.at("begin")};
    if (each.contains("end")) call.end = each["end"].get<std::uint64_t>();
    call.result = text_in(each, "result");
    call.waits = each.value("waits", false);
    history.calls.push_back(std::move(call));
  }
  history.core = json.at("core").get<std::vector<std::uint32_t>>();
  history.order = json.at("order").get<std::vector<std::uint32_t>>();
  history.states = json.at("states").get<std::vector<std::string>>();
  history.why = json.at("why").get<std::vector<std::string>>();
  history.scenario = text_in(json, "scenario");
  history.found = text_in(json, "found");
  return history;
}

template <class Enumerator>
Enumerator named(const std::vector<Enumerator>& all, const std::string& word) {
  for (const Enumerator each : all)
    if (finding::name(each) == word) return each;
  throw ordered_json::other_error::create(501, fmt::format("there is no \"{}\"", word), nullptr);
}

finding::Finding finding_in(const ordered_json& json) {
  using finding::Certainty;
  finding::Finding finding;
  finding.kind = named(finding::all_kinds(), json.at("kind").get<std::string>());
  finding.certainty =
      named<Certainty>({Certainty::observed, Certainty::certain, Certainty::possible, Certainty::potential},
                       json.at("certainty").get<std::string>());
  finding.message = json.at("message");
  finding.test = text_in(json, "test");
  finding.variable = text_in(json, "variable");
  finding.predicate = text_in(json, "predicate");
  finding.steps = steps_in(json, "steps");
  if (json.contains("first")) finding.steps = {step_in(json["first"]), step_in(json.at("second"))};
  finding.schedule = steps_in(json, "schedule");
  finding.passing = steps_in(json, "passing");
  if (json.contains("graph"))
    for (const ordered_json& edge : json["graph"].at("edges"))
      finding.graph.push_back({edge.at("relation"), edge.at("from"), edge.at("to")});
  for (const ordered_json& each : json.value("threads", ordered_json::array())) {
    finding::ThreadNote thread{.name = each.at("name"), .runs = text_in(each, "runs")};
    thread.label = text_in(each, "label");
    thread.created = event::location_from(text_in(each, "created"));
    thread.by = text_in(each, "by");
    finding.threads.push_back(std::move(thread));
  }
  if (json.contains("history")) finding.history = history_in(json["history"]);
  finding.notes = json.value("notes", std::vector<std::string>{});
  finding.count = json.value("count", std::uint64_t{1});
  finding.runs = json.value("runs", std::uint64_t{0});
  if (json.contains("seed")) finding.seed = json["seed"];
  if (json.contains("witness")) finding.witness = witness_in(json["witness"]);
  return finding;
}

finding::Test test_in(const ordered_json& json) {
  finding::Test test{.name = json.at("name"), .seconds = json.at("seconds")};
  if (json.contains("reason")) test.doubts.push_back(json["reason"]);
  if (json.contains("skipped")) test.skipped = json["skipped"];
  return test;
}

finding::Protection protection_in(const ordered_json& json) {
  using Rule = finding::Protection::Rule;
  finding::Protection each{.variable = json.at("variable"), .words = json.at("words")};
  each.declared = text_in(json, "declared");
  each.field = text_in(json, "field");
  for (const Rule rule : {Rule::locks, Rule::thread_local_, Rule::read_only, Rule::handed_over, Rule::atomic,
                          Rule::pairwise, Rule::shared})
    if (finding::name(rule) == json.at("rule").get<std::string>()) each.rule = rule;
  each.locks = json.value("locks", std::vector<std::string>{});
  each.accesses = steps_in(json, "accesses");
  each.annotation = text_in(json, "annotation");
  each.guarded_by = text_in(json, "guarded_by");
  each.count = json.value("count", std::uint64_t{1});
  return each;
}

finding::Report report_in(const ordered_json& json) {
  finding::Report report;
  report.command = json.at("command");
  report.input = json.at("input");
  for (const ordered_json& each : json.at("findings")) report.findings.push_back(finding_in(each));
  if (!json.at("reason").is_null()) report.verdict.doubt(json["reason"]);
  if (finding::name(report.outcome()) != json.at("verdict").get<std::string>())
    throw ordered_json::other_error::create(501, "its verdict is not what its findings and reason say",
                                            nullptr);
  for (const ordered_json& each : json.value("tests", ordered_json::array()))
    report.tests.push_back(test_in(each));
  report.notes = json.value("notes", std::vector<std::string>{});
  for (const ordered_json& each : json.value("protections", ordered_json::array()))
    report.protections.push_back(protection_in(each));
  if (json.contains("share")) {
    const ordered_json& share = json["share"];
    report.share = {.number = share.at("number"),
                    .count = share.at("count"),
                    .outline = share.at("outline"),
                    .options = share.at("options"),
                    .guarantee = share.at("guarantee"),
                    .places = share.value("places", std::vector<std::string>())};
  }
  for (const auto& [name, value] : json.at("statistics").items()) {
    if (value.is_number_unsigned())
      report.statistics.push_back({name, value.get<std::uint64_t>()});
    else if (value.is_number())
      report.statistics.push_back({name, value.get<double>()});
    else
      report.statistics.push_back({name, value.get<std::string>()});
  }
  return report;
}

// Without what the library calls it: "[json.exception.out_of_range.403] key 'digest' not found".
std::string in_words(const ordered_json::exception& error) {
  const std::string_view text = error.what();
  const std::size_t end = text.find("] ");
  return std::string(text.substr(end == std::string_view::npos ? 0 : end + 2));
}

}  // namespace

base::Result<finding::Report> read_json(const std::string& text) {
  const auto malformed = [](const std::string& what) {
    return base::failure(base::ErrorCode::malformed, what);
  };
  const ordered_json json = ordered_json::parse(text, nullptr, false);
  if (json.is_discarded()) return malformed("expected JSON");
  if (!json.is_object() || !json.contains("tool") || json["tool"] != "heddle")
    return malformed("expected a report that `heddle … --format json` wrote");
  if (!json.contains("schema_version") || json["schema_version"] != kSchemaVersion)
    return malformed(fmt::format("its schema_version is not {}, which this heddle reads", kSchemaVersion));
  if (!json.contains("version") || json["version"] != std::string(version()))
    return malformed(fmt::format("it is of another version of heddle than {}", version()));
  try {
    if (json.contains("share")) {
      ordered_json signed_part = json;
      signed_part["share"].erase("digest");
      if (json["share"].at("digest") != share_digest(signed_part))
        return malformed("it was damaged or changed: expected it as it was written");
    }
    return report_in(json);
  } catch (const ordered_json::exception& error) {
    return malformed("expected a whole report: " + in_words(error));
  }
}

}  // namespace heddle::report
