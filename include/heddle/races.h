// SPDX-License-Identifier: Apache-2.0
// Races in a recorded execution, from C++: what `heddle races` does.
//
//   const heddle::RaceReport report = heddle::find_races("run.hdl");
//   for (const heddle::Race& race : report.races) std::cout << race.variable << '\n';
//
// Link with heddle::heddle. Safe to call from several threads at once. Nothing is printed; no exception is
// thrown for anything a file can contain.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle {

struct RaceOptions {
  std::string engine = "epochs";  // or "goldilocks", "summary": the same races
  // Or "exclusive": unordered reads count too; or "writes-first": no races of a read with a later write, so that a report
  // without races is inconclusive.
  std::string discipline = "shared-reads";
  bool lenient = false;  // skip what no execution can produce, instead of failing
};

struct Access {
  std::uint64_t event = 0;  // 0-based position in the trace
  std::string thread;
  std::string operation;  // "read", "write", "atomic store" …
  std::string location;   // "bank.cpp:11"; empty if unknown
};

struct Race {
  std::string variable;
  Access first;
  Access second;
};

struct RaceReport {
  enum class Verdict { clean, findings, inconclusive, bad_input };
  Verdict verdict = Verdict::clean;
  std::string reason;  // why it is inconclusive or bad input; also set beside races when something was lost
  std::vector<Race> races;
  std::uint64_t events = 0;
};

// Reads the trace (.hdl or STD text, told by its first bytes) once. For each variable that raced: its first
// racy access in trace order and the latest earlier access it races with.
RaceReport find_races(const std::string& trace_file, const RaceOptions& options = {});

}  // namespace heddle
