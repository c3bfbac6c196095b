// SPDX-License-Identifier: Apache-2.0
// Trace files, whatever their format: a stream of events in, a stream of events out, in memory that does not
// grow with the length of the trace. The formats stand in one table (formats.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "event/event.h"
#include "event/names.h"

namespace heddle::trace {

// Bytes of the file done, of all there are now (0: unknown, as of a pipe).
struct Progress {
  std::uint64_t done = 0;
  std::uint64_t total = 0;
};

class TraceReader {
 public:
  TraceReader() = default;
  TraceReader(const TraceReader&) = delete;
  TraceReader& operator=(const TraceReader&) = delete;
  virtual ~TraceReader() = default;

  // Grows as events arrive; every id of an event handed out is in it.
  virtual const event::Names& names() const = 0;
  // The next events, some thousands at most; none at the end. They live until the next call.
  virtual base::Result<std::span<const event::Event>> next() = 0;
  // Where the event at `position`, one of the last batch handed out, stands: "run.std:12", "run.hdl:byte
  // 4711".
  virtual std::string where(event::Position position) const = 0;
  virtual Progress progress() const = 0;
  // After the end: why this is not all that happened (a break, skipped events, dropped ones). Empty: it is
  // all.
  virtual std::vector<std::string> doubts() const { return {}; }
};

class TraceWriter {
 public:
  TraceWriter() = default;
  TraceWriter(const TraceWriter&) = delete;
  TraceWriter& operator=(const TraceWriter&) = delete;
  virtual ~TraceWriter() = default;

  // `names` is the table that gives the events' ids their meaning, the same one in every call; it may have
  // grown, and is there until finish.
  virtual base::Result<void> write(const event::Names& names, std::span<const event::Event> events) = 0;
  // What was written so far can be read from now on, by others as well.
  virtual base::Result<void> flush(const event::Names&) { return {}; }
  // `doubts` are kept in the file: a reader of it has them too. Without finish the file ends as after a
  // crash: readable, and known to be incomplete.
  virtual base::Result<void> finish(std::span<const std::string> doubts = {}) = 0;
};

struct ReadOptions {
  bool (*stopped)() = nullptr;  // asked when a signal ends a wait for input: true ends the input there
  bool lenient = false;  // skip what no execution can produce, and say so in doubts(), instead of failing
};

// The format is told by the first bytes. "-" is standard input.
base::Result<std::unique_ptr<TraceReader>> open_trace(const std::string& path, ReadOptions options = {});
// All events that are left, or as many as there are when `go_on` says no; it is asked after some thousands each.
base::Result<std::vector<event::Event>> read_events(TraceReader& reader,
                                                    const std::function<bool(std::size_t read)>& go_on = {});
// The format is told by the extension: .hdl, .std. "-" is STD text on standard output.
base::Result<std::unique_ptr<TraceWriter>> create_trace(const std::string& path);

}  // namespace heddle::trace
