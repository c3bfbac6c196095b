// SPDX-License-Identifier: Apache-2.0
// A history that was recorded elsewhere: a file of operations as Jepsen, Knossos and Porcupine write them, one JSON object
// a line, or the marks that heddle_call and heddle_return of <heddle/record.h> left in a recording of `heddle run`.
//
//   {"process": 0, "type": "invoke", "f": "push", "value": 1, "time": 12}
//   {"process": 0, "type": "ok",     "f": "push", "value": 1, "time": 15}
//
// type: invoke; then ok, fail (it did not happen) or info (nobody knows whether it did). A call that never ends is like
// one with info. Without times the order of the lines counts.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "heddle/linearizable/typed.h"

namespace heddle::linearize {

struct RecordedHistory {
  Kind kind = Kind::queue;
  TypedHistory calls;                // times are dense: 0, 1, 2 …
  std::vector<std::string> threads;  // names
  std::vector<std::string> values;   // of the numbers in `calls`, as JSON
  std::vector<std::string> keys;
  std::vector<std::string> words;   // for operations, as they are written
  std::uint64_t failed = 0;         // left out: they did not happen
  std::vector<std::string> doubts;  // why this is not all that happened
};

base::Result<Kind> kind_named(const std::string& name);
std::vector<std::string> kind_names();

// `bool stopped()` ends the reading of a pipe. "-" is standard input.
base::Result<RecordedHistory> read_history(const std::string& path, Kind kind);

}  // namespace heddle::linearize
