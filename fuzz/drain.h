// SPDX-License-Identifier: Apache-2.0
// Reads a trace to its end and uses all that a reader gave, as an analysis would.
#pragma once

#include <cstdint>
#include <string>

#include "base/check.h"
#include "trace/formats.h"

namespace heddle::fuzz {

inline void drain(base::Result<std::unique_ptr<trace::TraceReader>> opened,
                  trace::TraceWriter* copy = nullptr) {
  if (!opened) {
    HEDDLE_CHECK(!opened.error().message.empty(), "an error says what is wrong");
    return;
  }
  trace::TraceReader& reader = **opened;
  event::Position position = 0;
  for (;;) {
    auto batch = reader.next();
    if (!batch) {
      HEDDLE_CHECK(!batch.error().where.empty(), "an error says where");
      break;
    }
    if (batch->empty()) break;
    for (const event::Event& event : *batch) {
      reader.names().describe_target(event);
      reader.names().describe(event.location);
      HEDDLE_CHECK(!event.stack.exists() || event.stack.index() < reader.names().stacks.size(),
                   "stacks are known");
      HEDDLE_CHECK(event.thread.index() < reader.names().threads.size(), "threads are known");
    }
    HEDDLE_CHECK(!reader.where(position + batch->size() - 1).empty(), "every event stands somewhere");
    position += batch->size();
    if (copy) HEDDLE_CHECK(copy->write(reader.names(), *batch), "what was read can be written");
  }
  if (copy) HEDDLE_CHECK(copy->finish(reader.doubts()), "what was read can be written");
}

}  // namespace heddle::fuzz
