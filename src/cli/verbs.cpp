// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "cli/verb.h"

namespace heddle::cli {
namespace {

constexpr const char* kCheckExamples =
    "  heddle check mine.cpp                      every schedule of a source file\n"
    "  heddle check a.cpp b.cpp -Iinc -lz         of several, with compiler flags\n"
    "  heddle check ./app -- --its --arguments    of a program built by heddle c++\n"
    "  heddle check ./tests                       each test of a suite by itself\n"
    "  heddle check ./tests --test Queue.PushPop  one of them\n"
    "  heddle check --compile-commands build --test queue_test\n"
    "  heddle check mine.cpp --preemptions 2 --limit-seconds 60";
constexpr const char* kRunExamples =
    "  heddle run mine.cpp -- input.txt      a source file, its argument behind --\n"
    "  heddle run a.cpp b.cpp -Iinc -O2 -lz  several, with compiler flags\n"
    "  heddle run ./app                      a program built by heddle c++\n"
    "  heddle run --record trace.hdl ./app   and record it for races, predict, …\n"
    "  heddle run --repeat 50 --perturb ./app   fifty runs, delayed in fifty ways\n"
    "  heddle run --sample 1% ./app          remember one access in a hundred";
constexpr const char* kReplayExamples =
    "  heddle replay heddle-finding.json          the same failure again\n"
    "  heddle replay --gdb heddle-finding.json    stop at it in the debugger\n"
    "  heddle replay --show heddle-finding.json   only print it";
constexpr const char* kCompilerExamples =
    "  heddle c++ -std=c++20 -O1 app.cpp -o app   then: heddle run ./app\n"
    "  make CC='heddle cc' CXX='heddle c++'       a whole project\n"
    "  heddle c++ --sample app.cpp -o app         it watches itself: ./app";
constexpr const char* kTraceExamples = "  heddle run --record trace.hdl mine.cpp   record a run, then\n";

}  // namespace

std::span<const Verb> verbs() {
  static const std::string races =
      std::string(kTraceExamples) + "  heddle races trace.hdl                   what raced in it";
  static const std::string predict =
      std::string(kTraceExamples) +
      "  heddle predict trace.hdl                 what other schedules of it show\n"
      "  heddle predict trace.hdl --confirm ./app and which of that the program does";
  static const std::string states =
      std::string(kTraceExamples) + "  heddle states trace.hdl                  how many states it implies";
  static const std::string detect =
      std::string(kTraceExamples) + "  heddle detect trace.hdl --when 'x == 2'  could this have held?";
  static const std::vector<Verb> table = {
      {"run", "run a program and report its data races, deadlocks and misuse of locks and memory", add_run,
       "[OPTIONS] SOURCE… [COMPILER FLAGS] [-- ARGUMENTS]\nheddle run [OPTIONS] PROGRAM [-- ARGUMENTS]",
       kRunExamples,
       "--format --output --record --suppressions --limit-seconds --repeat --perturb --sample --compiler "
       "--help"},
      {"check", "run a program under every schedule that matters, and show one that fails", add_check,
       "[OPTIONS] SOURCE… [COMPILER FLAGS] [-- ARGUMENTS]\nheddle check [OPTIONS] PROGRAM [-- ARGUMENTS]",
       kCheckExamples,
       "--format --output --function --test --list-tests --limit-seconds --preemptions --memory-model --save "
       "--compile-commands --compiler --no-races --jobs --help",
       false, true},
      {"replay", "run a failing schedule again", add_replay, "[OPTIONS] FINDING", kReplayExamples},
      {"cc", "compile C with instrumentation, as cc does", add_cc, "COMPILER ARGUMENTS", kCompilerExamples},
      {"c++", "compile C++ with instrumentation, as c++ does", add_cpp, "COMPILER ARGUMENTS",
       kCompilerExamples},
      {"races", "find every variable that raced in a recorded execution", add_races, "[OPTIONS] TRACE",
       races.c_str()},
      {"predict", "find races and deadlocks that another schedule of a recorded execution shows", add_predict,
       "[OPTIONS] TRACE [-- ARGUMENTS]", predict.c_str(), "", false, true},
      {"states", "count or list every global state that a recorded execution implies", add_states,
       "[OPTIONS] TRACE", states.c_str(), "", false, true},
      {"detect", "tell whether a condition could have held in any of those states", add_detect,
       "[OPTIONS] TRACE --when PREDICATE", detect.c_str(), "", false, true},
      {"prove", "prove a stack, queue or set right for any number of threads", add_prove, "[OPTIONS] FILE.c",
       "  heddle prove stack.c              it includes <heddle/prove.h>\n"
       "  heddle prove --explain queue.c    and the steps to an alarm\n"
       "  heddle prove queue.cpp --type 'Queue<int>' --operations push,pop",
       "--format --output --memory --spec --operations --type --explain --html --confirm --help"},
      {"linearizable", "tell whether recorded calls on an object can be explained one after the other",
       add_linearizable, "[OPTIONS] HISTORY --model MODEL",
       "  heddle linearizable history.jsonl --model queue   is it a queue's?\n"
       "  heddle run --record run.hdl ./stress              record calls, then\n"
       "  heddle linearizable run.hdl --model map           are they a map's?"},
      {"merge", "put the reports of all shares of a work together", add_merge, "[OPTIONS] REPORT…",
       "  heddle check app --shard 1/2 --format json -o 1.json   on one machine\n"
       "  heddle check app --shard 2/2 --format json -o 2.json   on another\n"
       "  heddle merge 1.json 2.json                             what both say together"},
      {"view", "turn a JSON report into a page to look into, and open it", add_view, "[OPTIONS] REPORT",
       "  heddle check mine.cpp --format json -o report.json\n  heddle view report.json"},
      {"trace", "look at trace files, convert and generate them", add_trace, "COMMAND …",
       "  heddle trace info trace.hdl               what is in it\n"
       "  heddle trace convert trace.hdl trace.std  as text"},
      {"completion", "print what a shell needs to complete heddle's commands", add_completion,
       "bash|zsh|fish",
       "  heddle completion bash > ~/.local/share/bash-completion/completions/heddle\n"
       "  heddle completion fish > ~/.config/fish/completions/heddle.fish"},
      {"manual", "print a manual page, in roff", add_manual, "[COMMAND]", "  heddle manual check | man -l -",
       "", true},
      {"sampled", "what a program that heddle c++ --sample built has found, when it ends", add_sampled,
       "CHANNEL PROCESS", "  HEDDLE_FINDINGS=found.json ./app   such a program calls it", "", true},
  };
  return table;
}

}  // namespace heddle::cli
