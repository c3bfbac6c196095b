// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/check_record.h"

#include <charconv>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <type_traits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "runtime/host/program_mark.h"

namespace heddle::runtime::host {
namespace {

using nlohmann::json;
using schedule::Wishes;
using schedule::WishRow;
using schedule::Word;

finding::Kind kind_named(const std::string& name) {
  for (const finding::Kind kind : finding::all_kinds())
    if (finding::name(kind) == name) return kind;
  return finding::Kind::abort;
}

CheckPlace place_in(const json& object) {
  CheckPlace place;
  place.thread = object.at("thread");
  place.operation = object.at("operation");
  place.address = object.value("address", std::uint64_t{0});
  if (object.contains("waits_for")) place.waits_for = object["waits_for"].get<std::uint32_t>();
  if (object.contains("value")) place.value = object["value"].get<std::uint64_t>();
  place.size = object.value("size", std::uint64_t{0});
  place.unseen = object.value("unseen", false);
  place.baseless = object.value("baseless", "");
  if (object.contains("event")) place.event = object["event"].get<std::uint32_t>();
  place.stack = object.value("stack", std::vector<std::uint64_t>{});
  place.holds = object.value("holds", std::vector<std::uint64_t>{});
  place.holds_shared = object.value("holds_shared", 0U);
  if (object.contains("order")) place.order = object["order"].get<std::uint8_t>();
  return place;
}

std::vector<CheckPlace> places_in(const json& object, const char* key) {
  std::vector<CheckPlace> places;
  for (const json& each : object.value(key, json::array())) places.push_back(place_in(each));
  return places;
}

std::vector<CheckWindow> windows_in(const json& object) {
  std::vector<CheckWindow> windows;
  for (const json& each : object.value("windows", json::array()))
    windows.push_back({each.at("address"), each.at("low"), each.at("thread"), each.at("words"),
                       each.value("frames", std::vector<std::uint64_t>{})});
  return windows;
}

std::vector<Module> modules_in(const json& object) {
  std::vector<Module> modules;
  for (const json& each : object.value("modules", json::array())) {
    const std::string path = each.value("path", "");
    Module module{.bias = each.value("bias", std::uint64_t{0}),
                  .low = each.value("low", std::uint64_t{0}),
                  .high = each.value("high", std::uint64_t{0})};
    if (path.empty() || path.size() >= sizeof module.path) continue;
    std::strcpy(module.path, path.c_str());
    modules.push_back(module);
  }
  return modules;
}

std::vector<UninstrumentedCode> uninstrumented_in(const json& object) {
  std::vector<UninstrumentedCode> all;
  for (const json& each : object.value("uninstrumented", json::array())) {
    UninstrumentedCode& code = all.emplace_back();
    code.path = each.at("module");
    code.whole = each.at("whole");
    code.stripped = each.at("stripped");
    code.lacks_members = each.at("lacks_members");
    code.count = each.at("count");
    for (const json& function : each.at("functions"))
      code.functions.push_back({function.at("name"), function.at("address")});
  }
  return all;
}

std::optional<finding::History> history_in(const json& failure) {
  if (!failure.contains("history")) return std::nullopt;
  const json& object = failure["history"];
  finding::History history;
  history.object = object.at("object");
  for (const json& each : object.at("calls")) {
    finding::HistoryCall& call = history.calls.emplace_back();
    call.thread = each.at("thread");
    call.call = each.at("call");
    call.result = each.value("result", "");
    call.begin = each.at("begin");
    if (each.contains("end")) call.end = each["end"].get<std::uint64_t>();
    call.waits = each.value("waits", false);
  }
  history.core = object.value("core", std::vector<std::uint32_t>{});
  history.order = object.value("order", std::vector<std::uint32_t>{});
  history.states = object.value("states", std::vector<std::string>{});
  history.why = object.value("why", std::vector<std::string>{});
  history.scenario = object.value("scenario", "");
  history.found = object.value("found", "");
  return history;
}

event::MemoryOrder order_in(const json& object) {
  return event::memory_order_named(object.value("order", "relaxed")).value_or(event::MemoryOrder::relaxed);
}

WitnessGraph graph_in(const json& object) {
  WitnessGraph graph;
  for (const json& each : object.at("events")) {
    const std::string kind = each.at("kind");
    using Kind = WitnessEvent::Kind;
    graph.events.push_back({.kind = kind == "read"    ? Kind::read
                                    : kind == "write" ? Kind::write
                                    : kind == "fence" ? Kind::fence
                                                      : Kind::after,
                            .order = order_in(each),
                            .thread = each.at("thread"),
                            .location = each.value("location", std::uint32_t{0}),
                            .value = each.value("value", std::uint64_t{0}),
                            .rank = each.value("rank", std::uint32_t{0}),
                            .from = each.value("from", WitnessEvent::kNothing),
                            .modifies = each.value("modifies", false),
                            .locked = each.value("locked", false),
                            .among_readers = each.value("readers", false)});
  }
  for (const json& each : object.at("initial")) graph.initial[each.at(0)] = each.at(1);
  return graph;
}

CheckFailure failure_in(const json& failure) {
  return {.kind = kind_named(failure.at("kind")),
          .message = failure.value("message", ""),
          .address = failure.value("address", std::uint64_t{0}),
          .size = failure.value("size", std::uint64_t{0}),
          .places = places_in(failure, "places"),
          .history = history_in(failure),
          .scenario = failure.value("scenario", "")};
}

// What an execution did, and where: all but what the program is.
void read_execution(const json& object, CheckRecord& record) {
  if (object.contains("failure")) record.failure = failure_in(object["failure"]);
  record.schedule = object.value("schedule", "");
  record.steps = places_in(object, "steps");
  record.passing = places_in(object, "passing");
  record.allocations = places_in(object, "allocations");
  record.windows = windows_in(object);
  for (const json& each : object.value("threads", json::array()))
    record.threads.push_back(
        {.path = static_cast<std::uint64_t>(each.value("parent", std::int64_t{-1}) + 1) << 32 |
                 each.value("child", std::uint32_t{1}),
         .pointer = each.value("pointer", std::uint64_t{0}),
         .label = each.value("label", "")});
  if (object.contains("graph")) record.graph = graph_in(object["graph"]);
}

std::vector<AdvisedPart> advised_parts_in(const json& place) {
  std::vector<AdvisedPart> parts;
  for (const json& each : place.at("parts")) {
    parts.push_back({.part = each.at("part"),
                     .now = each.at("now"),
                     .better = each.at("better"),
                     .tried = each.value("tried", ""),
                     .fails = each.value("fails", ""),
                     .message = each.value("message", ""),
                     .execution = nullptr});
    if (!each.contains("execution")) continue;
    auto execution = std::make_shared<CheckRecord>();
    read_execution(each["execution"], *execution);
    execution->wishes.memory_model.set(each["execution"].at("memory_model").get<std::string>());
    parts.back().execution = std::move(execution);
  }
  return parts;
}

CheckAdvice advice_in(const json& object) {
  CheckAdvice advice{.repairs = object.at("repairs"),
                     .possible = object.at("possible"),
                     .whole = object.at("whole"),
                     .trials = object.at("trials")};
  for (const json& each : object.at("places"))
    advice.places.push_back({.pc = each.at("pc"),
                             .address = each.at("address"),
                             .kind = each.at("kind"),
                             .compares = each.at("compares"),
                             .parts = advised_parts_in(each)});
  return advice;
}

Wishes wishes_in(const json& object) {
  Wishes wishes;
  schedule::for_each(wishes, [&](const WishRow& row, auto& field) {
    const auto given = object.find(row.name);
    if (given == object.end()) return;
    if constexpr (std::is_same_v<std::decay_t<decltype(field)>, Word>)
      field.set(given->template get<std::string>());
    else
      given->get_to(field);
  });
  return wishes;
}

json json_of(const Wishes& wishes) {
  json object = json::object();
  schedule::for_each(wishes, [&](const WishRow& row, const auto& field) {
    if constexpr (std::is_same_v<std::decay_t<decltype(field)>, Word>)
      object[std::string(row.name)] = field.view();
    else if (!std::is_same_v<std::decay_t<decltype(field)>, std::uint64_t> ||
             field != static_cast<std::decay_t<decltype(field)>>(schedule::kAny))
      object[std::string(row.name)] = field;
  });
  return object;
}

void add_program(json& object, const compile::Source& source, const std::vector<std::string>& arguments) {
  const bool is_recorded = !source.compile_commands.empty();
  object["program"] = is_recorded ? source.file : std::filesystem::absolute(source.file).string();
  if (is_recorded) object["compile_commands"] = std::filesystem::absolute(source.compile_commands).string();
  if (!source.more.empty()) object["more"] = source.more;
  std::error_code gone;  // the directory may be
  object["directory"] = std::filesystem::current_path(gone).string();
  object["compiler"] = source.compiler;
  object["flags"] = source.flags;
  object["arguments"] = arguments;
  if (const std::uint64_t mark = program_mark(source)) object["mark"] = mark;
}

// Two places each; of an older heddle a number each.
std::vector<schedule::KeptRace> kept_in(const json& object) {
  std::vector<schedule::KeptPlace> places;
  for (const json& place : object.value("kept", json::array()))
    places.push_back(schedule::kept_place(place.is_array() ? place.get<std::vector<std::uint64_t>>()
                                                           : std::vector{place.get<std::uint64_t>()}));
  std::vector<schedule::KeptRace> races;
  for (std::size_t i = 0; i + 1 < places.size(); i += 2) races.push_back({places[i], places[i + 1]});
  return races;
}

CheckRecord record_in(const json& object) {
  CheckRecord record;
  record.engine = object.at("engine");
  record.wishes = wishes_in(object.at("wishes"));
  record.check = object.value("check", std::uint64_t{0});
  record.name = object.value("name", "");
  record.tried = object.value("tried", "");
  record.replays = object.value("replays", false);
  record.executions = object.value("executions", std::uint64_t{0});
  record.redundant = object.value("redundant", std::uint64_t{0});
  record.steps_total = object.value("steps_total", std::uint64_t{0});
  record.identical = object.value("identical", std::uint64_t{0});
  record.done = object.value("done", 0.0);
  record.status = object.value("status", 0);
  record.stopped = object.value("stopped", false);
  record.estimate = object.value("estimate", 0.0);
  record.estimate_error = object.value("estimate_error", 0.0);
  record.sampled = object.value("sampled", std::uint64_t{0});
  record.search_bytes = object.value("search_bytes", std::uint64_t{0});
  record.is_whole = object.value("is_whole", false);
  record.outline = object.value("outline", "");
  record.places = object.value("places", "");
  record.found_by = object.value("found_by", "");
  record.isolated_because = object.value("isolated_because", "");
  record.repeats = object.value("repeats", false);
  record.racing = object.value("racing", false);
  record.bound = object.value("bound", "");
  record.doubts = object.value("doubts", std::vector<std::string>{});
  record.uninstrumented = uninstrumented_in(object);
  read_execution(object, record);
  if (object.contains("expectation")) {
    const json& expectation = object["expectation"];
    record.expectation = {.file = expectation.at("file"),
                          .line = expectation.at("line"),
                          .source = expectation.value("source", ""),
                          .says = expectation.value("says", std::vector<std::string>{})};
  }
  record.racy = object.value("racy", std::vector<std::uint64_t>{});
  record.watched = object.value("watched", std::vector<std::uint64_t>{});
  record.kept = kept_in(object);
  if (object.contains("following")) {
    const json& following = object["following"];
    record.following = {.passed = following.at("passed"),
                        .is_over = following.at("is_over"),
                        .expected = following.value("expected", std::uint64_t{0}),
                        .strayed = places_in(following, "strayed"),
                        .unknown = places_in(following, "unknown")};
  }
  record.halted = places_in(object, "halted");
  record.modules = modules_in(object);
  for (const json& each : object.value("passed_over", json::array()))
    record.passed_over.push_back({.failure = {.kind = finding::Kind::data_race,
                                              .address = each.at("address"),
                                              .size = each.at("size"),
                                              .places = places_in(each, "places")},
                                  .allocations = places_in(each, "allocations"),
                                  .windows = windows_in(each)});
  record.passes_over_more = object.value("passes_over_more", false);
  if (object.contains("advice")) record.advice = advice_in(object["advice"]);
  record.source = {.file = object.value("program", ""),
                   .compiler = object.value("compiler", ""),
                   .flags = object.value("flags", std::vector<std::string>{}),
                   .more = object.value("more", std::vector<std::string>{}),
                   .directory = object.value("directory", ""),
                   .compile_commands = object.value("compile_commands", "")};
  record.arguments = object.value("arguments", std::vector<std::string>{});
  return record;
}

}  // namespace

bool is_saved_finding(const std::string& text) {
  if (!text.starts_with('{')) return false;
  const json object = json::parse(text, nullptr, false);
  return object.is_object() && object.contains("schedule") && object.contains("failure") &&
         object.contains("wishes");
}

base::Result<CheckRecord> read_record(const std::string& line) {
  const json object = json::parse(line, nullptr, false);
  if (!object.is_object() || !object.contains("version") || !object["version"].is_number_integer())
    return base::failure(base::ErrorCode::malformed, "expected a finding that `heddle check` saved");
  if (object["version"] != schedule::kRecordVersion)
    return base::failure(base::ErrorCode::unsupported,
                         fmt::format("its version is {}, and this heddle reads {}",
                                     object["version"].get<std::int64_t>(), schedule::kRecordVersion));
  try {
    CheckRecord record = record_in(object);
    record.text = line;
    return record;
  } catch (const json::exception& wrong) {
    // "[json.exception.out_of_range.403] key 'engine' not found": what is in the brackets is for programmers
    const std::string_view what = wrong.what();
    const std::size_t bracket = what.find("] ");
    return base::failure(base::ErrorCode::malformed,
                         fmt::format("expected a finding that `heddle check` saved, but {}",
                                     what.substr(bracket == std::string_view::npos ? 0 : bracket + 2)));
  }
}

std::string saved_finding(const CheckRecord& record, const compile::Source& source,
                          const std::vector<std::string>& arguments) {
  json object = json::parse(record.text);
  if (!record.name.empty()) object["name"] = record.name;  // of a test that is checked as a whole
  add_program(object, source, arguments);
  return object.dump() + "\n";
}

std::string saved_finding(const OtherFinding& finding, const compile::Source& source) {
  json object = {{"version", schedule::kRecordVersion},
                 {"engine", finding.engine},
                 {"wishes", json_of(finding.wishes)},
                 {"schedule", finding.schedule},
                 {"failure", {{"kind", finding::name(finding.kind)}, {"message", finding.message}}}};
  add_program(object, source, {});
  return object.dump() + "\n";
}

std::vector<std::uint64_t> paths_of(const CheckRecord& record) {
  std::vector<std::uint64_t> paths;
  for (const CheckThread& thread : record.threads) paths.push_back(thread.path);
  return paths;
}

base::Result<std::vector<schedule::Decision>> decisions_in(const std::string& schedule) {
  std::vector<schedule::Decision> decisions;
  std::istringstream words(schedule);
  for (std::string word; words >> word;) {
    schedule::Decision decision;
    const char* const end = word.data() + word.size();
    auto read = std::from_chars(word.data(), end, decision.thread);
    if (read.ec == std::errc() && read.ptr != end && *read.ptr == ':')
      read = std::from_chars(read.ptr + 1, end, decision.outcome);
    if (read.ec != std::errc() || read.ptr != end)
      return base::failure(
          base::ErrorCode::malformed,
          fmt::format("step {} of the schedule: expected a thread or thread:outcome, not `{}`",
                      decisions.size() + 1, word));
    decisions.push_back(decision);
  }
  return decisions;
}

}  // namespace heddle::runtime::host
