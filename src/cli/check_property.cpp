// SPDX-License-Identifier: Apache-2.0
#include "cli/check_property.h"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include "cli/written_files.h"
#include "program/machine/machine.h"
#include "report/witness.h"

namespace heddle::cli {
namespace {

using finding::Kind;

struct Property {
  const char* name;
  const char* formula;  // of the specification
  std::vector<Kind> kinds;
};

const std::vector<Property>& properties() {
  static const std::vector<Property> all = {
      {"unreach-call", "G ! call(reach_error())", {Kind::assertion}},
      {"no-data-race", "G ! data-race", {Kind::data_race}},
      {"no-overflow", "G ! overflow", {Kind::signal}},
      {"valid-deref", "G valid-deref", {Kind::use_after_free, Kind::out_of_bounds, Kind::null_dereference}},
      {"valid-free", "G valid-free", {Kind::double_free, Kind::invalid_free}},
      {"memsafety",
       "G valid-deref",
       {Kind::use_after_free, Kind::out_of_bounds, Kind::null_dereference, Kind::double_free,
        Kind::invalid_free}}};
  return all;
}
const Property& named(const std::string& name) {
  return *std::find_if(properties().begin(), properties().end(),
                       [&](const Property& each) { return each.name == name; });
}

bool violates(const Property& property, const finding::Finding& finding) {
  if (std::find(property.kinds.begin(), property.kinds.end(), finding.kind) == property.kinds.end())
    return false;
  return finding.kind != Kind::signal || finding.message.starts_with(program::kSignedOverflow);
}

// The thread it was found in goes on: what comes after it was looked at.
bool goes_on(Kind kind) {
  return kind == Kind::data_race || kind == Kind::deadlock || kind == Kind::livelock || kind == Kind::failure;
}

// Of memsafety a witness names the part that is violated.
const char* formula_of(const Property& property, const finding::Report& report) {
  if (report.findings.empty()) return property.formula;
  return std::find_if(properties().begin(), properties().end(),
                      [&](const Property& each) { return violates(each, report.findings.front()); })
      ->formula;
}

base::Result<void> write_witness(const PropertyOptions& options, const Property& property,
                                 const finding::Report& report) {
  std::ifstream program(report.input, std::ios::binary);
  const std::time_t now = std::time(nullptr);
  const report::WitnessTask task{
      .specification = fmt::format("CHECK( init(main()), LTL({}) )", formula_of(property, report)),
      .file = report.input,
      .text = {std::istreambuf_iterator<char>(program), {}},
      .violation = report.findings.empty() ? nullptr : &report.findings.front(),
      .time = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now))};
  const bool is_graphml = std::filesystem::path(options.witness).extension() == ".graphml";
  std::ofstream file(options.witness);
  file << (is_graphml ? report::witness_graphml(task) : report::witness_yaml(task));
  if (!file.flush()) return base::failure(base::ErrorCode::io, "cannot write the witness", options.witness);
  return {};
}

}  // namespace

void add_property_options(CLI::App& app, PropertyOptions& options) {
  std::set<std::string> names;
  for (const Property& property : properties()) names.emplace(property.name);
  app.add_option(
         "--property", options.property,
         "only this, as the software-verification competition has it: unreach-call (reach_error() is never "
         "called), no-data-race, no-overflow (of signed numbers), memsafety, or of it valid-deref or "
         "valid-free")
      ->check(CLI::IsMember(names));
  app.add_option("--witness", options.witness,
                 "of --property: where to write a witness, GraphML if the name ends in .graphml, else YAML")
      ->check(writable_file())
      ->needs("--property");
}

std::vector<std::string> flags_for(const PropertyOptions& options) {
  if (options.property != "no-overflow") return {};
  return {"-fsanitize=signed-integer-overflow", "-fsanitize-trap=signed-integer-overflow"};
}

program::FatalCalls fatal_calls_for(const PropertyOptions& options) {
  if (options.property.empty()) return program::FatalCalls::all;
  return options.property == "unreach-call" ? program::FatalCalls::error : program::FatalCalls::none;
}

base::Result<void> judge_property(const PropertyOptions& options, bool stopped_at_first,
                                  MachineAnswer& answer) {
  const Property& property = named(options.property);
  finding::Report& report = answer.report;
  std::vector<finding::Finding> findings;
  std::vector<std::string> schedules;
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    if (violates(property, report.findings[i])) {
      findings.push_back(std::move(report.findings[i]));
      schedules.push_back(std::move(answer.schedules[i]));
    } else if (!goes_on(report.findings[i].kind)) {
      report.verdict.doubt(fmt::format("what follows something else that is wrong was not looked at: {}",
                                       report.findings[i].message));
    }
  }
  if (stopped_at_first && !report.findings.empty() && findings.empty())
    report.verdict.doubt("stopped at the first finding, which is of another property (--first)");
  report.findings = std::move(findings);
  answer.schedules = std::move(schedules);
  if (options.property == "memsafety" && report.findings.empty())
    report.verdict.doubt("memory that is lost (valid-memtrack) is not looked for");
  const finding::Verdict::Outcome outcome = report.outcome();
  report.notes.push_back(fmt::format("{}: {}", options.property,
                                     outcome == finding::Verdict::Outcome::findings ? "false"
                                     : outcome == finding::Verdict::Outcome::clean  ? "true"
                                                                                    : "unknown"));
  if (options.witness.empty() || outcome == finding::Verdict::Outcome::inconclusive) return {};
  return write_witness(options, property, report);
}

}  // namespace heddle::cli
