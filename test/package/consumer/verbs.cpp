// SPDX-License-Identifier: Apache-2.0
// Another project's use of <heddle/verbs.h>: each verb once. Prints what is not as it should be.
#include <iostream>

#include <heddle/verbs.h>

using namespace heddle::verbs;

namespace {

int wrong = 0;

void expect(bool condition, const char* what, const Report& report = {}) {
  if (condition) return;
  ++wrong;
  std::cout << "wrong: " << what << ": " << report.reason << ' ' << report.json << '\n';
}

}  // namespace

int main(int, char** argv) {
  const std::string examples = argv[1], finding = "verbs-finding.json", trace = "verbs.hdl";
  const Report office = check(examples + "/check/ticket_office.cpp", {.save = finding});
  expect(office.verdict == Verdict::findings && office.findings[0].kind == "assertion", "check finds",
         office);
  expect(office.findings.size() == 1 && office.findings[0].replay_file == finding, "and saves", office);
  expect(replay(finding).verdict == Verdict::findings, "replay fails again");
  const Report bounded = check(examples + "/check/ticket_office.cpp", {.function = "no_such_function"});
  expect(bounded.verdict == Verdict::bad_input && !bounded.reason.empty(), "bad input has a reason", bounded);
  expect(tests_of(examples + "/check/ticket_office.cpp").empty(), "no suite");
  const Report machine = check(examples + "/check/ticket_office.cpp", {.engine = "machine"});
  expect(machine.verdict == Verdict::findings, "the machine finds it, too", machine);
  const Report watched = run(examples + "/bank.cpp", {.record = trace});
  expect(watched.verdict == Verdict::findings || watched.verdict == Verdict::clean, "run", watched);
  expect(parsed(watched.json).findings.size() == watched.findings.size(), "a report is read again", watched);
  const Report raced = races(examples + "/bank.std");
  expect(raced.verdict == Verdict::findings && raced.findings[0].variable == "balance" &&
             raced.findings[0].steps.size() == 2 &&
             raced.findings[0].steps[0].location == "examples/bank.cpp:11",
         "races", raced);
  expect(races(trace).verdict != Verdict::bad_input, "races of what run recorded");
  expect(predict(examples + "/outside_check.std").verdict != Verdict::bad_input, "predict");
  const Report counted = states(examples + "/bank.std");
  expect(counted.statistics.count("states") == 1, "states", counted);
  const Report held = detect(examples + "/bank.std", "T1.held > 5");
  expect(held.verdict != Verdict::clean || held.findings.empty(), "detect", held);
  const Report proved = prove(examples + "/prove/treiber.c");
  expect(proved.verdict == Verdict::clean, "prove", proved);
  expect(formatted({"races", examples + "/bank.std", "--format", "sarif"}).find("2.1.0") != std::string::npos,
         "SARIF");
  expect(parsed("nonsense").verdict == Verdict::bad_input, "nonsense is none");
  std::cout << wrong << " wrong\n";
  return wrong;
}
