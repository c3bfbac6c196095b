// SPDX-License-Identifier: Apache-2.0
// .hdl: heddle's own trace files, compact and readable up to wherever the writing stopped. A block is written
// as soon as it is full, so the file can be read while it grows and after a crash; finish adds an index and
// the mark that says: this is all.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trace/bytes.h"
#include "trace/hdl_events.h"
#include "trace/hdl_format.h"
#include "trace/hdl_names.h"
#include "trace/trace.h"

namespace heddle::trace {

class HdlWriter final : public TraceWriter {
 public:
  explicit HdlWriter(ByteSink sink) : sink_(std::move(sink)) {}

  base::Result<void> write(const event::Names& names, std::span<const event::Event> events) override;
  base::Result<void> finish(std::span<const std::string> doubts = {}) override;
  base::Result<void> flush(const event::Names& names) override;  // ends the current block
  // Says in the file that events are missing here: how many (0: unknown) and why. Only tests write it: heddle drops none.
  base::Result<void> note_dropped(const event::Names& names, std::uint64_t count, std::string_view reason);
  std::uint64_t bytes() const { return sink_.offset(); }

 private:
  struct Entry {
    hdl::BlockKind kind;
    std::uint64_t offset = 0, position = 0;
  };
  base::Result<void> begin();
  base::Result<void> put_block(hdl::BlockKind kind, std::uint32_t events, std::string_view payload);
  base::Result<void> put_names(const event::Names& names);
  base::Result<void> put_events(const event::Names& names, std::span<const event::Event> events);

  ByteSink sink_;
  hdl::NamesEncoder names_encoder_;
  hdl::EventsEncoder events_encoder_;
  std::vector<event::Event> pending_;
  std::vector<Entry> index_;
  event::Position position_ = 0;  // of the first pending event
  const event::Names* last_names_ = nullptr;
};

class HdlReader final : public TraceReader {
 public:
  // Fails if this is no .hdl file or one of another version.
  static base::Result<std::unique_ptr<HdlReader>> open(ByteSource source);

  const event::Names& names() const override { return names_; }
  base::Result<std::span<const event::Event>> next() override;
  std::string where(event::Position position) const override;
  Progress progress() const override { return {source_.offset(), source_.size()}; }
  std::vector<std::string> doubts() const override { return doubts_; }

  // The number of events of a finished file, from its index, without reading it; none otherwise. Tests ask.
  std::optional<std::uint64_t> total_events();
  // Goes on with the event at `position`, of a finished file: reads the names before it and nothing else.
  // next() then hands out that event first.
  base::Result<void> seek(event::Position position);

  // For a reader that is ahead of its user: what is called before names() changes; where the last batch is, to
  // be swapped for another; the block it is from, and what a place in the file is called.
  void before_names(std::function<void()> call) { before_names_ = std::move(call); }
  std::vector<event::Event>& buffer() { return events_; }
  std::uint64_t block_offset() const { return block_offset_; }
  std::string at_byte(std::uint64_t offset) const;

 private:
  struct Entry {
    hdl::BlockKind kind;
    std::uint64_t offset = 0, position = 0;
  };
  explicit HdlReader(ByteSource source) : source_(std::move(source)) {}
  base::Result<bool> read_block();
  base::Result<void> use_block(const hdl::Frame& frame);
  base::Result<void> read_notice();
  base::Result<void> read_end();
  base::Result<std::vector<Entry>> index_entries();
  void break_off();
  void damage(std::string_view how);

  ByteSource source_;
  event::Names names_;
  hdl::NamesDecoder names_decoder_;
  hdl::EventsDecoder events_decoder_;
  std::string frame_, payload_;
  std::vector<event::Event> events_;
  std::function<void()> before_names_;
  event::Position position_ = 0;  // of the next event
  std::uint64_t block_offset_ = 0;
  std::uint64_t names_until_ = 0;  // offset up to which the dictionary was read
  std::uint64_t total_ = 0;        // events, as the index says
  bool ended_ = false;
  std::vector<std::string> doubts_;
};

}  // namespace heddle::trace
