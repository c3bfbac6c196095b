// SPDX-License-Identifier: Apache-2.0
// SARIF 2.1.0 (the OASIS standard that code-review tools read). A finding is a result of the rule named after
// its kind; its steps are a code flow with one thread flow a thread; what makes a verdict inconclusive is a
// notification.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/reporter.h"

namespace heddle::report {
namespace {

using nlohmann::ordered_json;

std::string uri_from(std::string_view path) {
  std::string uri;
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/+@=,").find(c) != std::string_view::npos;
    if (plain)
      uri += c;
    else
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

// A step without a source file stands at its event in the input.
ordered_json location_json(const finding::Step& step, const finding::Report& report) {
  ordered_json physical = ordered_json::object();
  const bool in_source = !step.location.file.empty() && step.location.line > 0;
  physical["artifactLocation"]["uri"] = uri_from(in_source ? step.location.file : report.input);
  if (in_source) {
    physical["region"]["startLine"] = step.location.line;
    if (step.location.column > 0) physical["region"]["startColumn"] = step.location.column;
  }
  std::string words = fmt::format("{} {}", step.thread, step.operation);
  if (!step.target.empty()) words += " " + step.target;
  if (const std::string at = event::text(step.location); !at.empty()) words += " at " + at;
  if (step.event) words += fmt::format(" (event {})", *step.event);
  ordered_json json = ordered_json::object();
  json["physicalLocation"] = std::move(physical);
  if (!step.location.function.empty())
    json["logicalLocations"] = {{{"fullyQualifiedName", step.location.function}, {"kind", "function"}}};
  json["message"]["text"] = std::move(words);
  return json;
}

ordered_json code_flow_json(const finding::Finding& finding, const finding::Report& report) {
  std::vector<std::string> threads;
  for (const finding::Step& step : finding.steps)
    if (std::find(threads.begin(), threads.end(), step.thread) == threads.end())
      threads.push_back(step.thread);
  ordered_json flows = ordered_json::array();
  for (const std::string& thread : threads) {
    ordered_json places = ordered_json::array();
    for (std::size_t i = 0; i < finding.steps.size(); ++i)
      if (finding.steps[i].thread == thread)
        places.push_back({{"location", location_json(finding.steps[i], report)}, {"executionOrder", i}});
    flows.push_back({{"id", thread}, {"locations", std::move(places)}});
  }
  return {{"threadFlows", std::move(flows)}};
}

ordered_json result_json(const finding::Finding& finding, const finding::Report& report) {
  ordered_json json = ordered_json::object();
  json["ruleId"] = finding::name(finding.kind);
  json["level"] = finding.certainty == finding::Certainty::potential ? "warning" : "error";
  json["message"]["text"] = finding.message;
  // A finding is shown at its last step: the one that made it one.
  json["locations"] = ordered_json::array();
  if (!finding.steps.empty()) {
    json["locations"].push_back(location_json(finding.steps.back(), report));
    for (std::size_t i = 0; i + 1 < finding.steps.size(); ++i) {
      ordered_json related = location_json(finding.steps[i], report);
      related["id"] = i;
      json["relatedLocations"].push_back(std::move(related));
    }
    json["codeFlows"] = ordered_json::array({code_flow_json(finding, report)});
  }
  json["occurrenceCount"] = std::max<std::uint64_t>(finding.count, 1);
  json["properties"]["certainty"] = finding::name(finding.certainty);
  if (!finding.variable.empty()) json["properties"]["variable"] = finding.variable;
  return json;
}

ordered_json rules_json(const finding::Report& report) {
  ordered_json rules = ordered_json::array();
  for (const finding::Kind kind : finding::all_kinds()) {
    const bool used = std::any_of(report.findings.begin(), report.findings.end(),
                                  [&](const finding::Finding& finding) { return finding.kind == kind; });
    if (used)
      rules.push_back(
          {{"id", finding::name(kind)}, {"shortDescription", {{"text", finding::meaning(kind)}}}});
  }
  return rules;
}

}  // namespace

std::string format_sarif(const finding::Report& report, const Style&) {
  ordered_json run = ordered_json::object();
  run["tool"]["driver"] = {{"name", "heddle"}, {"version", version()}, {"rules", rules_json(report)}};
  ordered_json invocation = {{"executionSuccessful", true}};
  for (const std::string& reason : report.verdict.reasons())
    invocation["toolExecutionNotifications"].push_back(
        {{"level", "warning"}, {"message", {{"text", "inconclusive: " + reason}}}});
  run["invocations"] = ordered_json::array({std::move(invocation)});
  run["results"] = ordered_json::array();
  for (const finding::Finding& finding : report.findings)
    run["results"].push_back(result_json(finding, report));
  run["properties"]["verdict"] = finding::name(report.outcome());
  const ordered_json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                            {"version", "2.1.0"},
                            {"runs", ordered_json::array({std::move(run)})}};
  return log.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::report
