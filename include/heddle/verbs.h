// SPDX-License-Identifier: Apache-2.0
// Every verb of heddle from C++: what the commands do, with their reports as data.
//
//   const heddle::verbs::Report report = heddle::verbs::check("tests/queue_test", {.test = "Queue.PushPop"});
//   if (report.verdict == heddle::verbs::Verdict::findings) std::cerr << report.findings[0].message << '\n';
//
// Link with heddle::verbs (CMake), which stands on nothing but the standard library. Each function starts the `heddle`
// command and waits for it: whatever happens to the program that is looked at, yours goes on. The command is that of
// $HEDDLE_COMMAND, or the first on the PATH. Safe to call from several threads at once. No exception is thrown for
// anything that a file or program can do; what goes wrong is a verdict and its reason.
//
// <heddle/races.h> finds races inside the process instead.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace heddle::verbs {

enum class Verdict {
  clean,         // there is none, within what the verb guarantees
  findings,      // see findings
  inconclusive,  // none was found, but something may be hidden: see reason
  bad_input,     // nothing was looked at: see reason
};

struct Step {
  std::string thread;     // "T1", "main"
  std::string operation;  // "write"
  std::string target;     // "balance"; empty if it has none
  std::string location;   // "bank.cpp:11"; empty if unknown
};

// Of an object that is not linearizable: one of the calls that no order explains.
struct Call {
  std::string thread;  // "P0"
  std::string call;    // "push(1)"
  std::string result;  // "2"; empty if it returned nothing, or did not return
};

struct Finding {
  std::string kind;         // "data-race", "deadlock", "assertion", …
  std::string certainty;    // "observed", "certain", "possible", "potential"
  std::string message;      // one line
  std::string variable;     // what raced, where the kind has one
  std::vector<Step> steps;  // in the order they happened; a race has two
  std::vector<Call> calls;  // in the order they began; empty: it is about something else
  std::vector<std::string> notes;
  std::string replay_file;  // for replay(); empty: none was written
};

struct Report {
  Verdict verdict = Verdict::clean;
  std::string reason;  // why it is not the whole truth; also set beside findings when something was lost
  std::vector<Finding> findings;
  std::vector<std::string> notes;  // what the verdict rests on, such as the assumptions of a proof
  std::map<std::string, std::string> statistics;  // "states" → "8"
  std::string json;                               // all of it, as --format json writes it (doc/json.md)
};

// Options of the command that have no field below, as they stand on a command line: {"--lenient"}.
using Words = std::vector<std::string>;

// ---- programs: a source file, or a program built with `heddle cc` or heddle_instrument ----

// Every field has a value of its own: who sets only some of them gets no warning.
struct RunOptions {
  Words arguments = {};     // of the program
  std::string record = {};  // write a trace here
  std::string suppressions = {};
  Words more = {};
};
Report run(const std::string& program, const RunOptions& options = {});

struct CheckOptions {
  Words arguments = {};           // of the program
  std::string test = {};          // one test of a suite
  std::string function = {};      // instead of main
  std::string memory_model = {};  // as `heddle check --memory-model`
  std::string engine = {};        // "native", "machine"; empty: chosen by what the program is
  std::string save = {};          // where a failing schedule goes; empty: nowhere
  std::string suppressions = {};  // a file of findings to leave out
  double limit_seconds = 0;       // 0: none
  int preemptions = -1;           // below 0: any number
  Words more = {};
};
Report check(const std::string& program, const CheckOptions& options = {});
Report replay(const std::string& finding_file, const Words& more = {});
std::vector<std::string> tests_of(const std::string& program);  // of a suite; empty: it is none

// ---- recorded executions ----

Report races(const std::string& trace, const Words& more = {});
Report predict(const std::string& trace, const Words& more = {});
// How many global states it implies: statistics["states"].
Report states(const std::string& trace, const Words& more = {});
// Whether the predicate could have held in any of them.
Report detect(const std::string& trace, const std::string& when, const Words& more = {});

// Whether some order of the calls in a history explains their results; the model is "queue", "stack", "set", "map",
// "register", "counter" or "lock". (The tests that make such histories are written with <heddle/linearizable.h>.)
Report linearizable(const std::string& history, const std::string& model, const Words& more = {});

// ---- proofs ----

Report prove(const std::string& file, const Words& more = {});

// ---- reports ----

// The reports of all shares of a work (--shard), which were written as JSON files, as one.
Report merge(const Words& report_files);
// What `heddle COMMAND …` prints, in its own format: formatted({"check", "mine.cpp", "--format", "sarif"}). Empty if it
// could not do that.
std::string formatted(const Words& command);
// A report that --format json wrote, read again. bad_input if it is none.
Report parsed(const std::string& text);

}  // namespace heddle::verbs
