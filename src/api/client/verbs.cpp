// SPDX-License-Identifier: Apache-2.0
// <heddle/verbs.h>: starts the command, reads its JSON.
#include "heddle/verbs.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"

namespace heddle::verbs {
namespace {

using nlohmann::json;

struct Output {
  std::string standard, error;
  int status = -1;
};

// Both pipes to their ends, whichever has something first.
void read_both(int standard, int error, Output& output) {
  fd_set waiting;
  bool open_standard = true, open_error = true;
  std::array<char, 4096> piece;
  const auto take = [&](int from, std::string& to, bool& open) {
    const ssize_t got = read(from, piece.data(), piece.size());
    if (got > 0) to.append(piece.data(), static_cast<std::size_t>(got));
    if (got == 0 || (got < 0 && errno != EINTR)) open = false;
  };
  while (open_standard || open_error) {
    FD_ZERO(&waiting);
    if (open_standard) FD_SET(standard, &waiting);
    if (open_error) FD_SET(error, &waiting);
    if (select((standard > error ? standard : error) + 1, &waiting, nullptr, nullptr, nullptr) < 0) {
      if (errno == EINTR) continue;
      return;
    }
    if (open_standard && FD_ISSET(standard, &waiting)) take(standard, output.standard, open_standard);
    if (open_error && FD_ISSET(error, &waiting)) take(error, output.error, open_error);
  }
}

Output output_of(const Words& words) {
  const char* named = std::getenv("HEDDLE_COMMAND");
  Words command = {named != nullptr && *named != 0 ? named : "heddle"};
  command.insert(command.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  Output output;
  int standard[2], error[2];
  if (pipe2(standard, O_CLOEXEC) != 0) {
    output.error = "no pipe could be made";
    return output;
  }
  if (pipe2(error, O_CLOEXEC) != 0) {
    close(standard[0]);
    close(standard[1]);
    output.error = "no pipe could be made";
    return output;
  }
  const pid_t child = base::fork_child();
  if (child == 0) {
    dup2(standard[1], STDOUT_FILENO);
    dup2(error[1], STDERR_FILENO);
    execvp(arguments[0], arguments.data());
    constexpr char kText[] =
        "the command heddle does not start: it is not on the PATH, nor is $HEDDLE_COMMAND set\n";
    if (write(STDERR_FILENO, kText, sizeof kText - 1) < 0) _exit(126);
    _exit(127);
  }
  close(standard[1]);
  close(error[1]);
  if (child > 0) read_both(standard[0], error[0], output);
  close(standard[0]);
  close(error[0]);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (child > 0) output.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return output;
}

std::string text_in(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return "";
  return found->is_string() ? found->get<std::string>() : found->dump();
}

Words words_in(const json& object, const char* key) {
  Words words;
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array()) return words;
  for (const json& each : *found) words.push_back(each.is_string() ? each.get<std::string>() : each.dump());
  return words;
}

Step step_in(const json& object) {
  return {text_in(object, "thread"), text_in(object, "operation"), text_in(object, "target"),
          text_in(object, "location")};
}

// The calls of its core, and why they have no order.
void add_history(const json& history, Finding& finding) {
  const json calls = history.value("calls", json::array());
  for (const json& position : history.value("core", json::array()))
    if (position.is_number_unsigned() && position.get<std::size_t>() < calls.size()) {
      const json& call = calls[position.get<std::size_t>()];
      finding.calls.push_back({text_in(call, "thread"), text_in(call, "call"), text_in(call, "result")});
    }
  for (std::string& why : words_in(history, "why")) finding.notes.push_back(std::move(why));
}

Finding finding_in(const json& object) {
  Finding finding;
  finding.kind = text_in(object, "kind");
  finding.certainty = text_in(object, "certainty");
  finding.message = text_in(object, "message");
  finding.variable = text_in(object, "variable");
  for (const char* key : {"first", "second"})
    if (object.contains(key) && object[key].is_object()) finding.steps.push_back(step_in(object[key]));
  if (object.contains("steps") && object["steps"].is_array())
    for (const json& step : object["steps"])
      if (step.is_object()) finding.steps.push_back(step_in(step));
  finding.notes = words_in(object, "notes");
  if (object.contains("history") && object["history"].is_object()) add_history(object["history"], finding);
  if (object.contains("witness") && object["witness"].is_object())
    finding.replay_file = text_in(object["witness"], "file");
  return finding;
}

Report report_of(Words words, const Words& more, const Words& arguments = {}) {
  words.insert(words.end(), more.begin(), more.end());
  words.insert(words.end(), {"--format", "json"});
  if (!arguments.empty()) words.emplace_back("--");
  words.insert(words.end(), arguments.begin(), arguments.end());
  const Output output = output_of(words);
  Report report = parsed(output.standard);
  if (report.verdict != Verdict::bad_input) return report;
  constexpr int kInconclusive = 3;
  if (output.status == kInconclusive)
    report.verdict = Verdict::inconclusive;  // without a report: out of memory
  report.reason = output.error;
  while (!report.reason.empty() && report.reason.back() == '\n') report.reason.pop_back();
  if (report.reason.empty()) report.reason = "heddle ended with status " + std::to_string(output.status);
  return report;
}

void add(Words& words, const char* option, const std::string& value) {
  if (!value.empty()) words.insert(words.end(), {option, value});
}

}  // namespace

Report parsed(const std::string& text) {
  Report report;
  report.json = text;
  const std::size_t begin = text.find('{');  // a program may have printed before it
  const json object = begin == std::string::npos ? json() : json::parse(text.substr(begin), nullptr, false);
  if (!object.is_object() || !object.contains("verdict")) {
    report.verdict = Verdict::bad_input;
    report.reason = "this is no report of heddle";
    return report;
  }
  const std::string verdict = text_in(object, "verdict");
  report.verdict = verdict == "clean"      ? Verdict::clean
                   : verdict == "findings" ? Verdict::findings
                                           : Verdict::inconclusive;
  report.reason = text_in(object, "reason");
  report.notes = words_in(object, "notes");
  if (object.contains("findings") && object["findings"].is_array())
    for (const json& finding : object["findings"])
      if (finding.is_object()) report.findings.push_back(finding_in(finding));
  if (object.contains("statistics") && object["statistics"].is_object())
    for (const auto& [name, value] : object["statistics"].items())
      report.statistics[name] = value.is_string() ? value.get<std::string>() : value.dump();
  return report;
}

Report run(const std::string& program, const RunOptions& options) {
  Words words = {"run", program};
  add(words, "--record", options.record);
  add(words, "--suppressions", options.suppressions);
  return report_of(words, options.more, options.arguments);
}

Report check(const std::string& program, const CheckOptions& options) {
  Words words = {"check", program};
  add(words, "--test", options.test);
  add(words, "--function", options.function);
  add(words, "--memory-model", options.memory_model);
  add(words, "--engine", options.engine);
  add(words, "--save", options.save.empty() ? "none" : options.save);
  add(words, "--suppressions", options.suppressions);
  if (options.limit_seconds > 0) add(words, "--limit-seconds", std::to_string(options.limit_seconds));
  if (options.preemptions >= 0) add(words, "--preemptions", std::to_string(options.preemptions));
  return report_of(words, options.more, options.arguments);
}

Report replay(const std::string& finding_file, const Words& more) {
  return report_of({"replay", finding_file}, more);
}

std::vector<std::string> tests_of(const std::string& program) {
  const Output output = output_of({"check", "--list-tests", program});
  Words tests;
  if (output.status != 0) return tests;
  std::istringstream lines(output.standard);
  for (std::string line; std::getline(lines, line);) tests.push_back(line);
  return tests;
}

Report races(const std::string& trace, const Words& more) { return report_of({"races", trace}, more); }
Report predict(const std::string& trace, const Words& more) { return report_of({"predict", trace}, more); }
Report states(const std::string& trace, const Words& more) { return report_of({"states", trace}, more); }
Report detect(const std::string& trace, const std::string& when, const Words& more) {
  return report_of({"detect", trace, "--when", when}, more);
}
Report linearizable(const std::string& history, const std::string& model, const Words& more) {
  return report_of({"linearizable", history, "--model", model}, more);
}
Report prove(const std::string& file, const Words& more) { return report_of({"prove", file}, more); }

Report merge(const Words& report_files) { return report_of({"merge"}, report_files); }
std::string formatted(const Words& command) { return output_of(command).standard; }

}  // namespace heddle::verbs
