// SPDX-License-Identifier: Apache-2.0
#include "linearize/marks.h"

#include <limits>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "trace/trace.h"

namespace heddle::linearize {
namespace {

using nlohmann::json;

constexpr std::int64_t kNothing = std::numeric_limits<std::int64_t>::min();  // HEDDLE_NOTHING

json value_of(std::int64_t value) { return value == kNothing ? json() : json(value); }

}  // namespace

// "call:push" with its argument, "return:push" with its result, "key:put" just before a call that has a key.
base::Result<void> read_marks(const std::string& path, std::vector<std::string>& doubts,
                              const std::function<base::Result<void>(const json&)>& line) {
  auto reader = trace::open_trace(path);
  if (!reader) return base::failure(reader.error());
  std::map<event::ThreadId, std::int64_t> keys;
  std::uint64_t marks = 0;
  event::Position position = 0;
  while (true) {
    const auto events = (*reader)->next();
    if (!events) return base::failure(events.error());
    if (events->empty()) break;
    for (const event::Event& event : *events) {
      ++position;
      if (event.operation != event::Operation::mark) continue;
      const event::Names& names = (*reader)->names();
      const event::Mark& mark = names.marks[event.mark()];
      // `heddle run` writes the value under the label, a trace by hand may write it so too.
      std::string label = mark.label;
      std::int64_t value = kNothing;
      if (!mark.values.empty()) {
        if (label.empty()) label = mark.values.front().name;
        value = mark.values.front().value;
      }
      const std::size_t colon = label.find(':');
      if (colon == std::string::npos) continue;
      const std::string what = label.substr(0, colon), function = label.substr(colon + 1);
      if (what == "key") keys[event.thread] = value;
      if (what != "call" && what != "return") continue;
      ++marks;
      json object = {{"process", std::string(names.threads[event.thread])},
                     {"type", what == "call" ? "invoke" : "ok"},
                     {"f", function},
                     {"time", position}};
      const auto key = keys.find(event.thread);
      if (what == "call" && key != keys.end() && value != kNothing)
        object["value"] = {key->second, value};
      else if (what == "call" && key != keys.end())
        object["value"] = key->second;
      else
        object["value"] = value_of(value);
      if (what == "return" && key != keys.end()) keys.erase(key);
      if (const auto taken = line(object); !taken)
        return base::failure(base::ErrorCode::malformed, taken.error().message,
                             (*reader)->where(position - 1));
    }
  }
  doubts = (*reader)->doubts();
  if (marks == 0)
    return base::failure(base::ErrorCode::malformed,
                         "has no calls; mark them with heddle_call and heddle_return of <heddle/record.h>",
                         path);
  return {};
}

}  // namespace heddle::linearize
