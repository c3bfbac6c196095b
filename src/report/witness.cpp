// SPDX-License-Identifier: Apache-2.0
#include "report/witness.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/sha256.h"
#include "report/reporter.h"

namespace heddle::report {
namespace {

std::string xml(std::string_view text) {
  std::string safe;
  for (const char c : text) switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  return safe;
}
std::string data(std::string_view key, std::string_view value) {
  return fmt::format("      <data key=\"{}\">{}</data>\n", key, xml(value));
}

// Numbers of threads, as they come: main is 0.
class ThreadNumbers {
 public:
  std::size_t of(const std::string& name) {
    const auto at = std::find(names_.begin(), names_.end(), name);
    if (at == names_.end()) names_.push_back(name);
    return static_cast<std::size_t>(std::find(names_.begin(), names_.end(), name) - names_.begin());
  }

 private:
  std::vector<std::string> names_ = {"main"};
};

const std::vector<finding::Step>& steps_of(const finding::Finding& finding) {
  return finding.schedule.empty() ? finding.steps : finding.schedule;
}

std::string keys() {
  std::string all;
  for (const auto& [of, names] :
       {std::pair{"graph",
                  "witness-type sourcecodelang producer specification programfile programhash "
                  "architecture creationtime"},
        std::pair{"node", "entry violation"},
        std::pair{"edge", "startline endline enterFunction threadId createThread"}}) {
    const std::string_view list = names;
    for (std::size_t from = 0; from < list.size();) {
      const std::size_t end = std::min(list.find(' ', from), list.size());
      const std::string_view name = list.substr(from, end - from);
      const bool is_flag = name == "entry" || name == "violation";
      all +=
          fmt::format("  <key id=\"{0}\" attr.name=\"{0}\" attr.type=\"{1}\" for=\"{2}\"{3}\n", name,
                      is_flag ? "boolean" : "string", of, is_flag ? "><default>false</default></key>" : "/>");
      from = end + 1;
    }
  }
  return all;
}

// The position of a step, as a YAML mapping in one line: JSON is YAML.
nlohmann::ordered_json location(const event::Location& place, const WitnessTask& task) {
  nlohmann::ordered_json at = {{"file_name", task.file}, {"line", place.line}};
  if (place.column != 0) at["column"] = place.column;
  if (!place.function.empty()) at["function"] = place.function;
  return at;
}

}  // namespace

std::string witness_graphml(const WitnessTask& task) {
  std::string out =
      "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
      "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n" +
      keys() + "  <graph edgedefault=\"directed\">\n";
  out += data("witness-type", task.violation != nullptr ? "violation_witness" : "correctness_witness");
  out += data("sourcecodelang", "C");
  out += data("producer", fmt::format("heddle {}", version()));
  out += data("specification", task.specification);
  out += data("programfile", task.file);
  out += data("programhash", base::sha256(task.text));
  out += data("architecture", "64bit");
  out += data("creationtime", task.time);
  out += "    <node id=\"N0\">\n" + data("entry", "true") + "    </node>\n";
  if (task.violation != nullptr) {
    const std::vector<finding::Step>& steps = steps_of(*task.violation);
    ThreadNumbers numbers;
    // A thread starts where main does, or where it was made.
    std::string edges = "    <edge source=\"N0\" target=\"N1\">\n" + data("enterFunction", "main") +
                        data("threadId", "0") + data("createThread", "0") + "    </edge>\n";
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const finding::Step& step = steps[i];
      out += fmt::format("    <node id=\"N{}\"/>\n", i + 1);
      edges += fmt::format("    <edge source=\"N{}\" target=\"N{}\">\n", i + 1, i + 2);
      if (step.location.line != 0)
        edges += data("startline", std::to_string(step.location.line)) +
                 data("endline", std::to_string(step.location.line));
      edges += data("threadId", std::to_string(numbers.of(step.thread)));
      if (step.operation == "fork") edges += data("createThread", std::to_string(numbers.of(step.target)));
      edges += "    </edge>\n";
    }
    out += fmt::format("    <node id=\"N{}\">\n", steps.size() + 1) + data("violation", "true") +
           "    </node>\n" + edges;
  }
  return out + "  </graph>\n</graphml>\n";
}

std::string witness_yaml(const WitnessTask& task) {
  const std::string hash = base::sha256(task.text);
  const std::string id = base::sha256(hash + task.specification + task.time);
  nlohmann::ordered_json content = nlohmann::ordered_json::array();
  if (task.violation != nullptr) {
    const std::vector<finding::Step>& steps = steps_of(*task.violation);
    const auto last = std::find_if(steps.rbegin(), steps.rend(),
                                   [](const finding::Step& step) { return step.location.line != 0; });
    if (last != steps.rend())
      content.push_back(
          {{"segment",
            {{{"waypoint",
               {{"type", "target"}, {"action", "follow"}, {"location", location(last->location, task)}}}}}}});
  }
  const nlohmann::ordered_json entry = {
      {"entry_type", task.violation != nullptr ? "violation_sequence" : "invariant_set"},
      {"metadata",
       {{"format_version", "2.0"},
        {"uuid", fmt::format("{}-{}-4{}-8{}-{}", id.substr(0, 8), id.substr(8, 4), id.substr(12, 3),
                             id.substr(15, 3), id.substr(18, 12))},
        {"creation_time", task.time},
        {"producer", {{"name", "heddle"}, {"version", std::string(version())}}},
        {"task",
         {{"input_files", {task.file}},
          {"input_file_hashes", {{task.file, hash}}},
          {"specification", task.specification},
          {"data_model", "LP64"},
          {"language", "C"}}}}},
      {"content", content}};
  return "- " + entry.dump() + "\n";  // JSON is YAML
}

}  // namespace heddle::report
