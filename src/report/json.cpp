// SPDX-License-Identifier: Apache-2.0
// The JSON report: one object, the keys of doc/json.md. Written in a fixed order, so that reports can be
// compared.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/reporter.h"
#include "report/share_digest.h"

namespace heddle::report {
namespace {

using nlohmann::ordered_json;

ordered_json frame_json(const event::Location& frame) {
  ordered_json json = ordered_json::object();
  if (!frame.function.empty()) json["function"] = frame.function;
  json["location"] = event::text(frame);
  return json;
}

ordered_json step_json(const finding::Step& step) {
  ordered_json json = ordered_json::object();
  if (step.event) json["event"] = *step.event;
  json["thread"] = step.thread;
  json["operation"] = step.operation;
  if (!step.target.empty()) json["target"] = step.target;
  json["location"] = event::text(step.location);
  if (!step.location.function.empty()) json["function"] = step.location.function;
  if (step.value) json["value"] = *step.value;
  if (!step.shows.empty()) json["shows"] = step.shows;
  if (!step.order.empty()) json["order"] = step.order;
  if (!step.sees.empty()) json["sees"] = step.sees;
  if (!step.why.empty()) json["why"] = step.why;
  if (!step.baseless.empty()) json["baseless"] = step.baseless;
  if (!step.heap.empty()) json["heap"] = step.heap;
  if (step.decisive) json["decisive"] = true;
  if (!step.holding.empty()) json["holding"] = step.holding;
  for (const event::Location& frame : step.stack) json["stack"].push_back(frame_json(frame));
  return json;
}

ordered_json witness_json(const finding::Witness& witness) {
  using Kind = finding::Witness::Kind;
  ordered_json json = ordered_json::object();
  switch (witness.kind) {
    case Kind::none:
      return nullptr;
    case Kind::positions:
      json["kind"] = "positions";
      break;
    case Kind::state:
      json["kind"] = "state";
      break;
    case Kind::schedule:
      json["kind"] = "schedule";
      break;
  }
  for (const auto& [thread, events] : witness.state) json["state"][thread] = events;
  for (const auto& [thread, events] : witness.start) json["start"][thread] = events;
  for (const finding::Slice& slice : witness.run)
    json["run"].push_back({{"thread", slice.thread}, {"steps", slice.steps}});
  if (!witness.file.empty()) json["file"] = witness.file;
  return json;
}

ordered_json history_json(const finding::History& history) {
  ordered_json json = ordered_json::object();
  json["object"] = history.object;
  json["calls"] = ordered_json::array();
  for (const finding::HistoryCall& call : history.calls) {
    ordered_json each = {{"thread", call.thread}, {"call", call.call}, {"begin", call.begin}};
    if (call.end) {
      each["end"] = *call.end;
      each["result"] = call.result;
    } else {
      each["waits"] = call.waits;
    }
    json["calls"].push_back(std::move(each));
  }
  json["core"] = history.core;
  json["order"] = history.order;
  json["states"] = history.states;
  json["why"] = history.why;
  if (!history.scenario.empty()) json["scenario"] = history.scenario;
  if (!history.found.empty()) json["found"] = history.found;
  return json;
}

ordered_json thread_json(const finding::ThreadNote& thread) {
  ordered_json json = {{"name", thread.name}};
  if (!thread.runs.empty()) json["runs"] = thread.runs;
  if (!thread.label.empty()) json["label"] = thread.label;
  if (const std::string at = event::text(thread.created); !at.empty()) json["created"] = at;
  if (!thread.by.empty()) json["by"] = thread.by;
  return json;
}

ordered_json finding_json(const finding::Finding& finding) {
  ordered_json json = ordered_json::object();
  json["kind"] = finding::name(finding.kind);
  json["certainty"] = finding::name(finding.certainty);
  if (!finding.variable.empty()) json["variable"] = finding.variable;
  if (!finding.predicate.empty()) json["predicate"] = finding.predicate;
  if (finding.kind == finding::Kind::data_race && finding.steps.size() == 2) {
    json["first"] = step_json(finding.steps[0]);
    json["second"] = step_json(finding.steps[1]);
  } else {
    json["steps"] = ordered_json::array();
    for (const finding::Step& step : finding.steps) json["steps"].push_back(step_json(step));
  }
  for (const finding::Step& step : finding.schedule) json["schedule"].push_back(step_json(step));
  for (const finding::Step& step : finding.passing) json["passing"].push_back(step_json(step));
  for (const finding::Relation& each : finding.graph)
    json["graph"]["edges"].push_back({{"relation", each.relation}, {"from", each.from}, {"to", each.to}});
  for (const finding::ThreadNote& thread : finding.threads) json["threads"].push_back(thread_json(thread));
  json["message"] = finding.message;
  if (!finding.test.empty()) json["test"] = finding.test;
  if (finding.history) json["history"] = history_json(*finding.history);
  if (!finding.notes.empty()) json["notes"] = finding.notes;
  json["count"] = finding.count;
  if (finding.runs != 0) json["runs"] = finding.runs;
  if (finding.seed) json["seed"] = *finding.seed;
  if (ordered_json witness = witness_json(finding.witness); !witness.is_null())
    json["witness"] = std::move(witness);
  return json;
}

ordered_json test_json(const finding::Test& test) {
  ordered_json json = {{"name", test.name}, {"seconds", test.seconds}};
  if (!test.doubts.empty()) json["reason"] = fmt::format("{}", fmt::join(test.doubts, "; "));
  if (test.skipped) json["skipped"] = *test.skipped;
  return json;
}

ordered_json lattice_json(const finding::Lattice& lattice) {
  ordered_json json = {{"states", ordered_json::array()}, {"edges", ordered_json::array()}};
  for (std::size_t i = 0; i < lattice.states.size(); ++i) {
    const finding::Lattice::State& each = lattice.states[i];
    ordered_json state = {{"id", i}, {"level", each.level}};
    for (const auto& [thread, events] : each.events) state["state"][thread] = events;
    if (each.holds) state["holds"] = true;
    if (each.on_path) state["on_path"] = true;
    json["states"].push_back(std::move(state));
  }
  for (const auto& [from, to] : lattice.edges) json["edges"].push_back({from, to});
  return json;
}

ordered_json protection_json(const finding::Protection& each) {
  ordered_json json = {
      {"variable", each.variable}, {"rule", finding::name(each.rule)}, {"words", each.words}};
  if (!each.declared.empty()) json["declared"] = each.declared;
  if (!each.field.empty()) json["field"] = each.field;
  if (!each.locks.empty()) json["locks"] = each.locks;
  for (const finding::Step& access : each.accesses) json["accesses"].push_back(step_json(access));
  if (!each.annotation.empty()) json["annotation"] = each.annotation;
  if (!each.guarded_by.empty()) json["guarded_by"] = each.guarded_by;
  if (each.count > 1) json["count"] = each.count;
  return json;
}

}  // namespace

std::string format_json(const finding::Report& report, const Style&) {
  ordered_json json = ordered_json::object();
  json["schema_version"] = kSchemaVersion;
  json["tool"] = "heddle";
  json["version"] = version();
  json["command"] = report.command;
  json["input"] = report.input;
  json["verdict"] = finding::name(report.outcome());
  std::string reason;
  for (const std::string& doubt : report.verdict.reasons()) reason += (reason.empty() ? "" : "; ") + doubt;
  json["reason"] = reason.empty() ? ordered_json(nullptr) : ordered_json(reason);
  json["findings"] = ordered_json::array();
  for (const finding::Finding& finding : report.findings) json["findings"].push_back(finding_json(finding));
  for (const finding::Test& test : report.tests) json["tests"].push_back(test_json(test));
  if (!report.notes.empty()) json["notes"] = report.notes;
  for (const finding::Protection& each : report.protections)
    json["protections"].push_back(protection_json(each));
  if (!report.lattice.states.empty()) json["lattice"] = lattice_json(report.lattice);
  if (!report.levels.empty()) json["levels"] = report.levels;
  if (report.share) {
    json["share"] = {{"number", report.share->number},
                     {"count", report.share->count},
                     {"outline", report.share->outline},
                     {"options", report.share->options},
                     {"guarantee", report.share->guarantee}};
    if (!report.share->places.empty()) json["share"]["places"] = report.share->places;
  }
  json["statistics"] = ordered_json::object();
  for (const finding::Statistic& statistic : report.statistics)
    std::visit([&](const auto& value) { json["statistics"][statistic.name] = value; }, statistic.value);
  if (report.share) json["share"]["digest"] = share_digest(json);
  // Names come from the user's files and need not be UTF-8.
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::report
