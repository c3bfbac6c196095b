// SPDX-License-Identifier: Apache-2.0
// From the chunks of a running program to a trace file.
//
// Synchronisation has a place in one global order, 1, 2, 3 … without gaps; a thread's plain accesses stand
// between its own synchronisations. So the trace is the merge that emits place after place, and a thread's
// accesses as soon as its last synchronisation is out. Memory is bounded by the chunks in flight. When the
// program was killed, places it had taken and not written are skipped, and the file says so.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "event/event.h"
#include "event/names.h"
#include "runtime/host/words.h"
#include "runtime/watch/channel.h"
#include "trace/trace.h"

namespace heddle::runtime::host {

class Recording {
 public:
  // To a file, or to whatever takes events.
  static std::unique_ptr<Recording> create(std::unique_ptr<trace::TraceWriter> writer, Channel& channel,
                                           Words& words);

  // Takes what there is. True: there was something. On an error recording ends, and the program goes on.
  bool drain(bool ended);
  base::Result<void> finish(const std::vector<std::string>& doubts);

  const event::Names& names() const { return names_; }
  std::uint64_t events() const { return events_; }

 private:
  struct Stream {
    event::ThreadId id;
    std::deque<std::uint32_t> chunks;
    std::uint64_t at = 0;       // word in the first chunk
    std::uint64_t blocked = 0;  // place its next record waits for; 0: none
  };

  Recording(Channel& channel, Words& words) : channel_(channel), words_(words) {}

  bool advance(std::uint32_t thread, bool ended);
  void emit(const Stream& stream, const std::uint64_t* words);
  std::uint64_t emit_accesses(const Stream& stream, const std::uint64_t* from, const std::uint64_t* end);
  void push(const event::Event& event);
  void give_back(Stream& stream);
  void flush();
  void seal();
  void tell(base::Result<void> written);  // the user, the first time it goes wrong
  Stream& stream_of(std::uint32_t thread);
  void locate(event::Event& event, ContextId context);
  void name_memory(std::uint64_t address);
  void add_sighting(std::uint64_t number);
  void add_region(MemoryRegion found);
  void begin_block(std::uint64_t address, std::uint64_t size, event::StackId allocated);
  std::uint32_t object(std::uint64_t number, event::Operation operation);

  Channel& channel_;
  Words& words_;
  std::unique_ptr<trace::TraceWriter> writer_;
  event::Names names_;
  std::vector<event::Event> batch_;
  std::size_t filled_ = 0;
  bool unsealed_ = false;  // something is with the writer that cannot be read yet
  std::chrono::steady_clock::time_point sealed_at_ = std::chrono::steady_clock::now();
  std::deque<Stream> streams_;
  std::unordered_map<std::uint64_t, std::uint32_t> blocked_;  // place → thread
  struct Place {
    bool known = false;
    event::LocationId location;
    event::StackId stack;
  };
  std::vector<Place> places_;  // by context
  std::unordered_map<std::uint64_t, std::uint32_t> locks_, messages_, barriers_;
  std::unordered_map<std::uint64_t, bool> named_;
  // The last address looked at that belongs to no module, with what lies around it up to the next modules.
  std::uint64_t gap_low_ = 0, gap_high_ = 0;
  std::uint32_t gap_modules_ = 0;  // how many there were then
  std::uint64_t seen_ = 0;         // chunks begun
  std::uint64_t expected_ = 1;     // next place
  std::uint64_t skipped_ = 0;
  std::uint64_t events_ = 0;
  base::Result<void> trouble_;
};

}  // namespace heddle::runtime::host
