// SPDX-License-Identifier: Apache-2.0
// Another project's use of <heddle/verbs.h>: a test for each verb, right and wrong input each. Prints what is not as it
// should be.
//
//   verbs EXAMPLES
#include <fstream>
#include <iostream>

#include <heddle/verbs.h>

using namespace heddle::verbs;

namespace {

std::string examples;
int wrong = 0;

void expect(bool condition, const char* what, const Report& report = {}) {
  if (condition) return;
  ++wrong;
  std::cout << "wrong: " << what << ": " << report.reason << ' ' << report.json << '\n';
}

void expect_reason(const Report& report, const char* part, const char* what) {
  expect(report.verdict == Verdict::bad_input && report.reason.find(part) != std::string::npos, what, report);
}

void test_check() {
  const std::string office = examples + "/check/ticket_office.cpp", finding = "verbs-finding.json";
  const Report found = check(office, {.save = finding});
  expect(found.verdict == Verdict::findings && found.findings.size() == 1 &&
             found.findings[0].kind == "assertion" && found.findings[0].replay_file == finding,
         "check finds and saves", found);
  expect(replay(finding).verdict == Verdict::findings, "replay fails again");
  expect_reason(replay("missing.json"), "missing.json", "replay of nothing");
  expect(check(office, {.preemptions = 0}).verdict == Verdict::inconclusive, "a bound is no proof");
  expect(check(office, {.engine = "machine"}).verdict == Verdict::findings, "the machine finds it, too");
  expect_reason(check(office, {.function = "no_such_function"}), "no_such_function", "check of no function");
  expect(tests_of(office).empty(), "no suite");
}

void test_run() {
  const Report raced = run(examples + "/bank.cpp", {.record = "verbs.hdl"});
  expect(raced.verdict == Verdict::findings && raced.findings[0].kind == "data-race", "run", raced);
  expect(races("verbs.hdl").findings.size() == raced.findings.size(), "races of what run recorded");
  std::ofstream("verbs.supp") << "data-race variable:balance\n";
  expect(run(examples + "/bank.cpp", {.suppressions = "verbs.supp"}).verdict == Verdict::clean, "suppressed");
  expect_reason(run("missing.cpp"), "missing.cpp", "run of nothing");
}

void test_races() {
  const Report raced = races(examples + "/bank.std");
  expect(raced.verdict == Verdict::findings && raced.findings[0].variable == "balance" &&
             raced.findings[0].certainty == "observed" && raced.findings[0].steps.size() == 2 &&
             raced.findings[0].steps[0].location == "examples/bank.cpp:11",
         "races", raced);
  expect(races(examples + "/transfers.std", {"--engine", "goldilocks"}).verdict == Verdict::clean, "no race");
  expect_reason(races(examples + "/bank.cpp"), "source code", "races of source code");
}

void test_predict() {
  const Report predicted = predict(examples + "/opposite_locks.std");
  expect(predicted.verdict == Verdict::findings && predicted.findings[0].kind == "deadlock" &&
             predicted.findings[0].certainty == "certain",
         "predict", predicted);
  expect(predict(examples + "/transfers.std").verdict == Verdict::clean, "nothing to predict");
  expect_reason(predict("missing.std"), "missing.std", "predict of nothing");
}

void test_states() {
  const Report counted = states(examples + "/bank.std");
  expect(counted.verdict == Verdict::clean && counted.statistics.at("states") == "23", "states", counted);
  const Report listed = states(examples + "/bank.std", {"--algorithm", "bfs"});
  expect(listed.statistics.at("states") == "23", "states, one by one", listed);
  expect_reason(states("missing.std"), "missing.std", "states of nothing");
}

void test_detect() {
  const Report held = detect(examples + "/log_file.std", "count(open == 1) >= 2");
  expect(held.verdict == Verdict::findings && held.findings[0].kind == "predicate" &&
             !held.findings[0].steps.empty(),
         "detect", held);
  expect(detect(examples + "/log_file.std", "count(open == 1) >= 3").verdict == Verdict::clean, "never held");
  expect_reason(detect(examples + "/log_file.std", "open =="), "predicate", "half a predicate");
}

void test_linearizable() {
  const std::string history = examples + "/linearizable/overtaken.jsonl";
  const Report overtaken = linearizable(history, "queue");
  expect(overtaken.verdict == Verdict::findings && overtaken.findings[0].kind == "linearizability" &&
             overtaken.findings[0].calls.size() == 3 && overtaken.findings[0].calls[2].call == "pop()" &&
             overtaken.findings[0].calls[2].result == "2" && !overtaken.findings[0].notes.empty(),
         "linearizable", overtaken);
  expect(linearizable(history, "stack").verdict == Verdict::clean, "it is a stack's");
  expect_reason(linearizable(history, "heap"), "heap", "no such model");
}

void test_prove() {
  const Report proved = prove(examples + "/prove/treiber.c");
  expect(proved.verdict == Verdict::clean && !proved.notes.empty(), "prove", proved);
  expect(prove(examples + "/prove/treiber_plain.c").verdict == Verdict::findings, "refuted");
  expect(prove(examples + "/prove/treiber_unmarked.c").verdict == Verdict::inconclusive, "unknown");
  expect_reason(prove("missing.c"), "missing.c", "prove of nothing");
}

void test_reports() {
  const std::string trace = examples + "/bank.std";
  const Report raced = races(trace), again = parsed(raced.json);
  expect(again.findings.size() == 1 && again.findings[0].message == raced.findings[0].message, "read again");
  expect(parsed("nonsense").verdict == Verdict::bad_input, "nonsense is none");
  const auto printed = [&](const char* format) { return formatted({"races", trace, "--format", format}); };
  expect(printed("sarif").find("2.1.0") != std::string::npos, "SARIF");
  expect(printed("junit").find("<testsuite") != std::string::npos, "JUnit");
  expect(printed("html").find("<html") != std::string::npos, "a page");
  expect(printed("no-such-format").empty(), "no such format");
  for (const char* share : {"1/2", "2/2"})
    std::ofstream(std::string("share") + share[0] + ".json") << states(trace, {"--shard", share}).json;
  const Report whole = merge({"share1.json", "share2.json"});
  expect(whole.verdict == Verdict::clean && whole.statistics.at("states") == "23", "merge", whole);
  expect(merge({"share1.json"}).verdict == Verdict::bad_input, "a share is missing");
}

}  // namespace

int main(int, char** argv) {
  examples = argv[1];
  for (const auto test : {test_check, test_run, test_races, test_predict, test_states, test_detect,
                          test_linearizable, test_prove, test_reports})
    test();
  std::cout << wrong << " wrong\n";
  return wrong;
}
