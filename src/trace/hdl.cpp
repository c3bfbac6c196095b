// SPDX-License-Identifier: Apache-2.0
#include "trace/hdl.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/count.h"

namespace heddle::trace {
namespace {

using base::ErrorCode;
using base::failure;
using base::Result;
using event::Event;
using hdl::BlockKind;

constexpr std::size_t kDecodedBatch = 512;
constexpr std::size_t kWholeBlock = hdl::kMostEvents;  // the more, the more share its tables

}  // namespace

Result<void> HdlWriter::begin() {
  if (sink_.offset() > 0) return {};
  return sink_.write(hdl::file_header());
}

Result<void> HdlWriter::put_block(BlockKind kind, std::uint32_t events, std::string_view payload) {
  if (auto done = begin(); !done) return done;
  if (payload.size() > hdl::kMostPayload)
    return failure(ErrorCode::limit,
                   fmt::format("a block of {} bytes does not fit the format", payload.size()), sink_.name());
  index_.push_back({kind, sink_.offset(), position_});
  return sink_.write(hdl::seal(kind, position_, events, payload));
}

Result<void> HdlWriter::put_names(const event::Names& names) {
  for (;;) {
    auto payload = names_encoder_.encode(names);
    if (!payload) return failure(std::move(payload.error()));
    if (payload->empty()) return {};
    if (auto done = put_block(BlockKind::names, 0, *payload); !done) return done;
  }
}

Result<void> HdlWriter::put_events(const event::Names& names, std::span<const Event> events) {
  if (auto done = put_names(names); !done) return done;
  auto payload = events_encoder_.encode(events);
  if (!payload) return failure(std::move(payload.error()));
  if (auto done = put_block(BlockKind::events, static_cast<std::uint32_t>(events.size()), *payload); !done)
    return done;
  position_ += events.size();
  return {};
}

Result<void> HdlWriter::flush(const event::Names& names) {
  if (auto done = begin(); !done) return done;
  if (pending_.empty()) return {};
  if (auto done = put_events(names, pending_); !done) return done;
  pending_.clear();
  return {};
}

Result<void> HdlWriter::write(const event::Names& names, std::span<const Event> events) {
  if (auto done = begin(); !done) return done;
  last_names_ = &names;
  while (!events.empty()) {
    const std::size_t count = std::min(events.size(), hdl::kMostEvents - pending_.size());
    const auto now = events.first(count);
    events = events.subspan(count);
    if (pending_.empty() && count >= kWholeBlock) {  // as it comes, without a copy
      if (auto done = put_events(names, now); !done) return done;
      continue;
    }
    pending_.insert(pending_.end(), now.begin(), now.end());
    if (pending_.size() >= kWholeBlock)
      if (auto done = flush(names); !done) return done;
  }
  return {};
}

Result<void> HdlWriter::note_dropped(const event::Names& names, std::uint64_t count,
                                     std::string_view reason) {
  if (auto done = flush(names); !done) return done;
  std::string payload;
  hdl::put_number(payload, static_cast<std::uint64_t>(hdl::NoticeKind::dropped));
  hdl::put_number(payload, count);
  hdl::put_string(payload, reason);
  return put_block(BlockKind::notice, 0, payload);
}

Result<void> HdlWriter::finish(std::span<const std::string> doubts) {
  if (auto done = begin(); !done) return done;
  if (last_names_) {
    if (auto done = flush(*last_names_); !done) return done;
    // Names that no event uses: regions, and what marks or reports may still refer to.
    if (auto done = put_names(*last_names_); !done) return done;
  }
  for (const std::string& doubt : doubts) {
    std::string payload;
    hdl::put_number(payload, static_cast<std::uint64_t>(hdl::NoticeKind::doubt));
    hdl::put_string(payload, doubt);
    if (auto done = put_block(BlockKind::notice, 0, payload); !done) return done;
  }
  std::string column;
  hdl::put_number(column, position_);
  hdl::put_number(column, index_.size());
  Entry last{BlockKind::names, 0, 0};
  for (const Entry& entry : index_) {
    hdl::put_number(column, static_cast<std::uint64_t>(entry.kind));
    hdl::put_number(column, entry.offset - last.offset);
    hdl::put_number(column, entry.position - last.position);
    last = entry;
  }
  const std::uint64_t offset = sink_.offset();
  std::string payload;
  hdl::ColumnWriter().put(payload, column);
  if (auto done = put_block(BlockKind::index, 0, payload); !done) return done;
  if (auto done = sink_.write(hdl::file_trailer(offset)); !done) return done;
  return sink_.close();
}

Result<std::unique_ptr<HdlReader>> HdlReader::open(ByteSource source) {
  std::unique_ptr<HdlReader> reader(new HdlReader(std::move(source)));
  std::string header(hdl::kHeaderBytes, '\0');
  auto read = reader->source_.read(header);
  if (!read) return failure(std::move(read.error()));
  header.resize(*read);
  const std::string& name = reader->source_.name();
  if (!header.starts_with(hdl::kMagic.substr(0, header.size())))
    return failure(ErrorCode::malformed, "found other first bytes, expected those of an .hdl trace",
                   name + ":byte 0");
  if (header.size() < hdl::kHeaderBytes) {  // the recording died at once
    reader->break_off();
    return reader;
  }
  const std::uint64_t version = hdl::fixed(header, 8, 4);
  if (version != 1 && version != 2 && version != 4 && version != hdl::kVersion)
    return failure(
        ErrorCode::unsupported,
        fmt::format("found version {} of the .hdl format, expected at most {}", version, hdl::kVersion),
        name + ":byte 8");
  if (hdl::fixed(header, 12, 4) != 0)
    return failure(ErrorCode::unsupported, "found flags this version does not know, expected 0",
                   name + ":byte 12");
  return reader;
}

std::string HdlReader::at_byte(std::uint64_t offset) const {
  return fmt::format("{}:byte {}", source_.name(), offset);
}

std::string HdlReader::where(event::Position position) const {
  return fmt::format("{}, event {}", at_byte(block_offset_), position);
}

void HdlReader::break_off() {
  ended_ = true;
  doubts_.push_back(
      position_ == 0
          ? std::string("the trace breaks off before its first event: the recording did not finish")
          : fmt::format("the trace breaks off after event {}: the recording did not finish",
                        base::grouped(position_)));
}

void HdlReader::damage(std::string_view how) {
  ended_ = true;
  doubts_.push_back(fmt::format("the trace is damaged after event {}, at byte {}: {}; the rest is lost",
                                base::grouped(position_), block_offset_, how));
}

// Reads and uses one block; false at the end, whatever its reason.
Result<bool> HdlReader::read_block() {
  block_offset_ = source_.offset();
  frame_.resize(hdl::kFrameBytes);
  auto read = source_.read(frame_);
  if (!read) return failure(std::move(read.error()));
  if (*read < hdl::kFrameBytes) {
    break_off();
    return false;
  }
  hdl::Frame frame;
  if (!hdl::read_frame(frame_, frame)) {
    damage("found something else, expected a block");
    return false;
  }
  payload_.resize(frame.payload_bytes);
  read = source_.read(payload_);
  if (!read) return failure(std::move(read.error()));
  if (*read < payload_.size()) {
    break_off();
    return false;
  }
  if (!hdl::checksum_holds(frame_, payload_)) {
    damage("a checksum is wrong");
    return false;
  }
  if (auto used = use_block(frame); !used) {
    used.error().where = at_byte(block_offset_);
    return failure(std::move(used.error()));
  }
  return !ended_;
}

Result<void> HdlReader::use_block(const hdl::Frame& frame) {
  if (frame.position != position_)
    return failure(ErrorCode::malformed, fmt::format("found a block for event {}, expected one for event {}",
                                                     frame.position, position_));
  switch (static_cast<BlockKind>(frame.kind)) {
    case BlockKind::names:
      if (block_offset_ < names_until_) return {};  // known from before a seek
      names_until_ = block_offset_ + 1;
      if (before_names_) before_names_();
      return names_decoder_.decode(payload_, names_);
    case BlockKind::events:
      return events_decoder_.begin(payload_, frame.events, names_);
    case BlockKind::notice:
      return read_notice();
    case BlockKind::index:
      return read_end();
  }
  doubts_.push_back(
      fmt::format("a block of the unknown kind {} was skipped, at byte {}", frame.kind, block_offset_));
  return {};
}

Result<void> HdlReader::read_notice() {
  hdl::Cursor cursor(payload_);
  const std::uint64_t kind = cursor.number();
  const bool dropped = kind == static_cast<std::uint64_t>(hdl::NoticeKind::dropped);
  const std::uint64_t count = dropped ? cursor.number() : 0;
  std::string text(cursor.string());
  if (!cursor.ok() || !cursor.at_end()) return failure(ErrorCode::malformed, "a notice with a wrong length");
  if (dropped)
    text = fmt::format("{} dropped before event {}: {}",
                       count == 0   ? "an unknown number of events was"
                       : count == 1 ? "1 event was"
                                    : base::grouped(count) + " events were",
                       base::grouped(position_), text);
  doubts_.push_back(std::move(text));
  return {};
}

Result<void> HdlReader::read_end() {
  hdl::Cursor outside(payload_);
  std::string column;
  hdl::ColumnReader reader;
  const auto bytes = reader.take(outside, hdl::kMostColumn, column);
  if (!bytes || !outside.at_end()) return failure(ErrorCode::malformed, "an index with a damaged column");
  hdl::Cursor cursor(*bytes);
  if (const std::uint64_t events = cursor.number(); events != position_)
    return failure(ErrorCode::malformed,
                   fmt::format("an index of {} events, expected {}", events, position_));
  std::string trailer(hdl::kTrailerBytes + 1, '\0');
  auto read = source_.read(trailer);
  if (!read) return failure(std::move(read.error()));
  trailer.resize(*read);
  const std::string expected = hdl::file_trailer(block_offset_);
  if (trailer.size() < expected.size() && expected.starts_with(trailer)) {
    break_off();
    return {};
  }
  ended_ = true;
  if (!trailer.starts_with(expected)) damage("found something else, expected the trailer");
  if (trailer.size() > hdl::kTrailerBytes)
    doubts_.emplace_back("the file goes on after the end of its trace: what follows was not read");
  return {};
}

Result<std::span<const Event>> HdlReader::next() {
  while (events_decoder_.left() == 0) {
    if (ended_) return std::span<const Event>();
    auto more = read_block();
    if (!more) {
      ended_ = true;
      return failure(std::move(more.error()));
    }
  }
  events_.resize(kDecodedBatch);  // stays: what take() fills need not be cleared first
  const std::span<Event> batch(events_.data(), std::min(kDecodedBatch, events_decoder_.left()));
  if (!events_decoder_.take(batch)) {
    ended_ = true;
    return failure(ErrorCode::malformed, "an events block with a number out of its table",
                   at_byte(block_offset_));
  }
  position_ += batch.size();
  return std::span<const Event>(batch);
}

// The blocks of a finished file.
Result<std::vector<HdlReader::Entry>> HdlReader::index_entries() {
  const auto unfinished = [&] {
    return failure(ErrorCode::unsupported, "there is no index: the recording did not finish", source_.name());
  };
  const std::uint64_t size = source_.size();
  if (size < hdl::kHeaderBytes + hdl::kFrameBytes + hdl::kTrailerBytes) return unfinished();
  const auto read_at = [&](std::uint64_t offset, std::string& bytes) {
    auto moved = source_.seek(offset);
    if (!moved) return false;
    auto read = source_.read(bytes);
    return read && *read == bytes.size();
  };
  std::string trailer(hdl::kTrailerBytes, '\0'), frame_bytes(hdl::kFrameBytes, '\0');
  hdl::Frame frame;
  if (!read_at(size - hdl::kTrailerBytes, trailer) || !trailer.ends_with(hdl::kEndMark) ||
      !read_at(hdl::fixed(trailer, 0, 8), frame_bytes) || !hdl::read_frame(frame_bytes, frame) ||
      frame.kind != static_cast<std::uint8_t>(BlockKind::index))
    return unfinished();
  std::string payload(frame.payload_bytes, '\0'), column;
  auto read = source_.read(payload);
  if (!read || *read != payload.size() || !hdl::checksum_holds(frame_bytes, payload)) return unfinished();
  hdl::Cursor outside(payload);
  hdl::ColumnReader reader;
  const auto bytes = reader.take(outside, hdl::kMostColumn, column);
  if (!bytes) return unfinished();
  hdl::Cursor cursor(*bytes);
  total_ = cursor.number();
  const std::uint64_t count = cursor.number();
  std::vector<Entry> entries;
  Entry entry{BlockKind::names, 0, 0};
  for (std::uint64_t i = 0; cursor.ok() && i < count; ++i) {
    entry.kind = static_cast<BlockKind>(cursor.number());
    entry.offset += cursor.number();
    entry.position += cursor.number();
    entries.push_back(entry);
  }
  if (!cursor.ok() || !cursor.at_end()) return unfinished();
  return entries;
}

std::optional<std::uint64_t> HdlReader::total_events() {
  const std::uint64_t before = source_.offset();
  if (source_.size() == 0) return std::nullopt;
  auto entries = index_entries();
  if (!source_.seek(before) || !entries) return std::nullopt;
  return total_;
}

Result<void> HdlReader::seek(event::Position position) {
  auto entries = index_entries();
  if (!entries) return failure(std::move(entries.error()));
  if (position > total_)
    return failure(ErrorCode::usage, fmt::format("there is no event {}: the trace has {}", position, total_),
                   source_.name());
  ended_ = false;
  doubts_.clear();
  // The last events block that starts at or before the position, after the names before it.
  std::size_t target = entries->size();
  for (std::size_t i = 0; i < entries->size(); ++i)
    if ((*entries)[i].kind == BlockKind::events && (*entries)[i].position <= position) target = i;
  for (std::size_t i = 0; i < entries->size() && (i <= target || target == entries->size()); ++i) {
    const Entry& entry = (*entries)[i];
    if (entry.kind == BlockKind::names && entry.offset < names_until_) continue;
    if (entry.kind == BlockKind::events && i != target) continue;
    position_ = entry.position;
    if (auto moved = source_.seek(entry.offset); !moved) return moved;
    auto more = read_block();
    if (!more) return failure(std::move(more.error()));
  }
  while (position_ < position) {
    if (events_decoder_.left() == 0)
      return failure(ErrorCode::malformed, "the index is wrong", source_.name());
    std::vector<Event> skipped(
        std::min<std::uint64_t>({kDecodedBatch, events_decoder_.left(), position - position_}));
    if (!events_decoder_.take(skipped))
      return failure(ErrorCode::malformed, "an events block with a number out of its table",
                     at_byte(block_offset_));
    position_ += skipped.size();
  }
  return {};
}

}  // namespace heddle::trace
