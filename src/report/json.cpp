// SPDX-License-Identifier: Apache-2.0
// The JSON report: one object, the keys of doc/json.md. Written in a fixed order, so that reports can be
// compared.
#include <nlohmann/json.hpp>

#include "report/reporter.h"

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
  json["message"] = finding.message;
  if (!finding.notes.empty()) json["notes"] = finding.notes;
  json["count"] = finding.count;
  if (ordered_json witness = witness_json(finding.witness); !witness.is_null())
    json["witness"] = std::move(witness);
  return json;
}

}  // namespace

std::string format_json(const finding::Report& report, const Style&) {
  ordered_json json = ordered_json::object();
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
  if (!report.notes.empty()) json["notes"] = report.notes;
  json["statistics"] = ordered_json::object();
  for (const finding::Statistic& statistic : report.statistics)
    std::visit([&](const auto& value) { json["statistics"][statistic.name] = value; }, statistic.value);
  // Names come from the user's files and need not be UTF-8.
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::report
