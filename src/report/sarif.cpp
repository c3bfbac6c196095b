// SPDX-License-Identifier: Apache-2.0
// SARIF 2.1.0 (the OASIS standard that code-review tools read). A finding is a result of the rule named after
// its kind; its schedule, or its steps, are a code flow with one thread flow a thread; call stacks are stacks; what
// makes a verdict inconclusive is a notification. Names of files are relative to --source-root where they lie below
// it. Nothing that differs from run to run stands in it: no addresses, and the fingerprint is made of the kind and of
// the source text and the functions of the steps, so that it survives lines that move.
#include <algorithm>
#include <filesystem>
#include <regex>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "finding/attempts.h"
#include "report/kind_help.h"
#include "report/reporter.h"
#include "report/source_lines.h"

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

constexpr const char* kRoot = "SRCROOT";

// Where heddle stands, or what --source-root says.
std::filesystem::path root_of(const Style& style) {
  std::error_code error;
  const auto root = std::filesystem::absolute(style.source_root.empty() ? "." : style.source_root, error);
  return root.lexically_normal();
}

ordered_json artifact_json(const std::string& file, const Style& style) {
  std::error_code error;
  const auto relative =
      std::filesystem::absolute(file, error).lexically_normal().lexically_relative(root_of(style));
  if (relative.empty() || *relative.begin() == "..")
    return {{"uri", "file://" + uri_from(std::filesystem::absolute(file, error).string())}};
  return {{"uri", uri_from(relative.generic_string())}, {"uriBaseId", kRoot}};
}

std::string without_addresses(const std::string& text) {
  static const std::regex address("0x[0-9a-f]+");
  return std::regex_replace(text, address, "an address");
}

ordered_json physical_json(const event::Location& location, const finding::Report& report,
                           const Style& style) {
  ordered_json physical = ordered_json::object();
  const bool in_source = !location.file.empty() && location.line > 0;
  physical["artifactLocation"] = artifact_json(in_source ? location.file : report.input, style);
  if (in_source) {
    physical["region"]["startLine"] = location.line;
    if (location.column > 0) physical["region"]["startColumn"] = location.column;
  }
  return physical;
}

// A step without a source file stands at its event in the input.
ordered_json location_json(const finding::Step& step, const finding::Report& report, const Style& style) {
  ordered_json physical = physical_json(step.location, report, style);
  std::string words = fmt::format("{} {}", step.thread, step.operation);
  if (!step.target.empty()) words += " " + step.target;
  if (!step.shows.empty()) words += " = " + step.shows;
  if (const std::string at = event::text(step.location); step.location.line == 0 && !at.empty())
    words += " at " + at;
  if (step.event) words += fmt::format(" (event {})", *step.event);
  ordered_json json = ordered_json::object();
  json["physicalLocation"] = std::move(physical);
  if (!step.location.function.empty())
    json["logicalLocations"] = {{{"fullyQualifiedName", step.location.function}, {"kind", "function"}}};
  json["message"]["text"] = without_addresses(words);
  return json;
}

ordered_json stack_json(const finding::Step& step, const finding::Report& report, const Style& style) {
  ordered_json frames = ordered_json::array();
  for (const event::Location& frame : step.stack) {
    ordered_json location = {{"physicalLocation", physical_json(frame, report, style)}};
    if (!frame.function.empty())
      location["logicalLocations"] = {{{"fullyQualifiedName", frame.function}, {"kind", "function"}}};
    frames.push_back({{"location", std::move(location)}});
  }
  return {{"message", {{"text", without_addresses(step.thread + " " + step.operation)}}},
          {"frames", std::move(frames)}};
}

// What stays the same when the program is run again, or lines are added elsewhere in the file.
std::string fingerprint(const finding::Finding& finding, const Style& style) {
  SourceLines sources;
  std::vector<std::string> parts;
  for (const finding::Step& step : finding.steps) {
    std::string text(sources.line(step.location.file, step.location.line));
    std::erase_if(text, [](char c) { return c == ' ' || c == '\t'; });
    if (text.empty()) text = std::to_string(step.location.line);
    const ordered_json artifact = artifact_json(step.location.file, style);
    // Which of the accesses of `++x` comes first, and is the one that is told, differs from run to run.
    const std::string_view operation = finding.kind == finding::Kind::data_race ? "" : step.operation;
    parts.push_back(fmt::format("{}|{}|{}|{}", artifact["uri"].get<std::string>(), step.location.function,
                                operation, text));
  }
  if (finding.kind == finding::Kind::data_race || finding.kind == finding::Kind::deadlock)
    std::sort(parts.begin(), parts.end());
  if (parts.empty()) parts.push_back(without_addresses(finding.message));
  std::string all(finding::name(finding.kind));
  for (const std::string& part : parts) all += "\n" + part;
  return fmt::format("{:016x}{:016x}", base::hash_bytes(all, 1), base::hash_bytes(all, 2));
}

// Long schedules from their end: a reviewer's page holds so many places.
constexpr std::size_t kMostPlaces = 1000;

ordered_json code_flow_json(const finding::Finding& finding, const finding::Report& report,
                            const Style& style) {
  std::vector<finding::Step> steps = finding.schedule.empty() ? finding.steps : finding.schedule;
  if (steps.size() > kMostPlaces) steps.erase(steps.begin(), steps.end() - kMostPlaces);
  std::vector<std::string> threads;
  for (const finding::Step& step : steps)
    if (std::find(threads.begin(), threads.end(), step.thread) == threads.end())
      threads.push_back(step.thread);
  ordered_json flows = ordered_json::array();
  for (const std::string& thread : threads) {
    ordered_json places = ordered_json::array();
    for (std::size_t i = 0; i < steps.size(); ++i)
      if (steps[i].thread == thread)
        places.push_back(
            {{"location", location_json(steps[i], report, style)},
             {"executionOrder", i},
             {"importance", steps[i].decisive || finding.schedule.empty() ? "essential" : "important"}});
    flows.push_back({{"id", thread}, {"locations", std::move(places)}});
  }
  return {{"threadFlows", std::move(flows)}};
}

// A finding is shown at its last step, the one that made it one; of a deadlock, at a thread that waits for more than the
// end of another.
std::size_t main_step(const finding::Finding& finding) {
  for (std::size_t i = finding.steps.size(); i-- > 0;)
    if (!finding::waits_for_end(finding.steps[i])) return i;
  return finding.steps.size() - 1;
}

ordered_json result_json(const finding::Finding& finding, const finding::Report& report, const Style& style) {
  ordered_json json = ordered_json::object();
  json["ruleId"] = finding::name(finding.kind);
  json["level"] = finding.certainty == finding::Certainty::potential ? "warning" : "error";
  std::string message = finding.message;
  for (const std::string& note : finding.notes) message += "\n" + note;
  json["message"]["text"] = without_addresses(message);
  json["locations"] = ordered_json::array();
  if (!finding.steps.empty()) {
    const std::size_t main = main_step(finding);
    json["locations"].push_back(location_json(finding.steps[main], report, style));
    for (std::size_t i = 0; i < finding.steps.size(); ++i) {
      if (i == main) continue;
      ordered_json related = location_json(finding.steps[i], report, style);
      related["id"] = i;
      json["relatedLocations"].push_back(std::move(related));
    }
    json["codeFlows"] = ordered_json::array({code_flow_json(finding, report, style)});
    for (const finding::Step& step : finding.steps)
      if (!step.stack.empty()) json["stacks"].push_back(stack_json(step, report, style));
  }
  json["partialFingerprints"]["heddle/v1"] = fingerprint(finding, style);
  json["occurrenceCount"] = std::max<std::uint64_t>(finding.count, 1);
  json["properties"]["certainty"] = finding::name(finding.certainty);
  if (!finding.variable.empty()) json["properties"]["variable"] = without_addresses(finding.variable);
  return json;
}

ordered_json rules_json(const finding::Report& report) {
  ordered_json rules = ordered_json::array();
  for (const finding::Kind kind : finding::all_kinds()) {
    const bool used = std::any_of(report.findings.begin(), report.findings.end(),
                                  [&](const finding::Finding& finding) { return finding.kind == kind; });
    if (!used) continue;
    const std::string name(finding::name(kind));
    const std::string help = fmt::format(
        "{}\n\n`heddle check` explores every schedule of the program and shows the steps that lead to it; "
        "`heddle replay` runs such a schedule again.",
        help_of(kind));
    rules.push_back({{"id", name},
                     {"shortDescription", {{"text", finding::meaning(kind)}}},
                     {"fullDescription", {{"text", finding::meaning(kind)}}},
                     {"help", {{"text", help}, {"markdown", help}}},
                     {"defaultConfiguration", {{"level", "error"}}},
                     {"properties", {{"tags", {"concurrency"}}}}});
  }
  return rules;
}

}  // namespace

std::string format_sarif(const finding::Report& report, const Style& style) {
  ordered_json run = ordered_json::object();
  run["tool"]["driver"] = {{"name", "heddle"}, {"version", version()}, {"rules", rules_json(report)}};
  run["originalUriBaseIds"][kRoot]["uri"] = "file://" + uri_from((root_of(style) / "").string());
  run["automationDetails"]["id"] =
      fmt::format("heddle/{}/{}/", report.command, std::filesystem::path(report.input).filename().string());
  ordered_json invocation = {{"executionSuccessful", true}};
  for (const std::string& reason : report.verdict.reasons())
    invocation["toolExecutionNotifications"].push_back(
        {{"level", "warning"}, {"message", {{"text", "inconclusive: " + reason}}}});
  run["invocations"] = ordered_json::array({std::move(invocation)});
  run["results"] = ordered_json::array();
  for (const finding::Finding& finding : report.findings)
    run["results"].push_back(result_json(finding, report, style));
  run["properties"]["verdict"] = finding::name(report.outcome());
  const ordered_json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                            {"version", "2.1.0"},
                            {"runs", ordered_json::array({std::move(run)})}};
  return log.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::report
