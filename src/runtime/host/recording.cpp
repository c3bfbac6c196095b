// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/recording.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "event/thread_labels.h"
#include "runtime/host/variables.h"

namespace heddle::runtime::host {
namespace {

using event::Operation;

constexpr std::size_t kBatch = std::size_t{1} << 16;  // a block of the file
constexpr std::chrono::seconds kLatest(1);            // by then what was recorded can be read

Operation operation_of(const std::uint64_t* words) { return static_cast<Operation>(words[0] & 0xff); }
bool is_plain(Operation operation) { return operation == Operation::read || operation == Operation::write; }
bool is_sighting(const std::uint64_t* words) { return words[0] == kSighted; }
constexpr std::uint64_t kAccessWords = 2, kOrderedWords = 4;

}  // namespace

std::unique_ptr<Recording> Recording::create(std::unique_ptr<trace::TraceWriter> writer, Channel& channel,
                                             Words& words) {
  std::unique_ptr<Recording> recording(new Recording(channel, words));
  recording->writer_ = std::move(writer);
  recording->batch_.resize(kBatch);
  channel.record = 1;
  return recording;
}

Recording::Stream& Recording::stream_of(std::uint32_t thread) {
  while (streams_.size() <= thread) {
    Stream stream;
    stream.id = names_.threads.intern(words_.thread(static_cast<std::uint32_t>(streams_.size())));
    streams_.push_back(std::move(stream));
  }
  return streams_[thread];
}

// A chunk that was read to its end goes back to the program.
void Recording::give_back(Stream& stream) {
  const std::uint32_t number = stream.chunks.front();
  stream.chunks.pop_front();
  stream.at = 0;
  channel_.ring[channel_.returned % kMaxChunks] = number;
  __atomic_store_n(&channel_.returned, channel_.returned + 1, __ATOMIC_RELEASE);
}

bool Recording::advance(std::uint32_t thread, bool ended) {
  bool worked = false;
  Stream& stream = stream_of(thread);
  while (!stream.chunks.empty()) {
    const Chunk& chunk = channel_.chunk[stream.chunks.front()];
    // `closed` is read first: what was used by then is all.
    const bool closed = __atomic_load_n(&chunk.closed, __ATOMIC_ACQUIRE) != 0 || ended;
    const std::uint64_t open = ended ? __atomic_load_n(&chunk.open, __ATOMIC_ACQUIRE) : 0;
    const std::uint64_t used =
        std::min<std::uint64_t>(__atomic_load_n(&chunk.used, __ATOMIC_ACQUIRE) + open, Chunk::kWords);
    while (stream.at < used) {
      const std::uint64_t* words = chunk.words + stream.at;
      if (is_sighting(words)) {
        if (trouble_ && stream.at + kAccessWords <= used) add_sighting(words[1]);
        stream.at = std::min<std::uint64_t>(stream.at + kAccessWords, used);
        continue;
      }
      if (is_plain(operation_of(words))) {
        const std::uint64_t read = emit_accesses(stream, words, chunk.words + used);
        stream.at = read > 0 ? stream.at + read : used;  // half a record: the program wrote there itself
        worked = true;
        continue;
      }
      if (words[2] != expected_) {
        if (stream.blocked == 0) {
          stream.blocked = words[2];
          blocked_.emplace(words[2], thread);
        }
        return worked;
      }
      ++expected_;
      stream.blocked = 0;
      emit(stream, words);
      stream.at += kOrderedWords;
      worked = true;
    }
    if (!closed) return worked;
    // The last chunk of a program that is gone stays: nobody wants it back.
    give_back(stream);
    worked = true;
  }
  return worked;
}

bool Recording::drain(bool ended) {
  bool worked = false;
  const std::uint64_t started = __atomic_load_n(&channel_.started, __ATOMIC_ACQUIRE);
  for (; seen_ < started; ++seen_) {
    const std::uint32_t number = channel_.starts[seen_ % kMaxChunks];
    stream_of(channel_.chunk[number].thread).chunks.push_back(number);
  }
  for (std::uint32_t thread = 0; thread < streams_.size(); ++thread) {
    if (streams_[thread].blocked == 0 && !streams_[thread].chunks.empty()) worked |= advance(thread, ended);
    for (auto next = blocked_.find(expected_); next != blocked_.end(); next = blocked_.find(expected_)) {
      const std::uint32_t waiting = next->second;
      blocked_.erase(next);
      streams_[waiting].blocked = 0;
      worked |= advance(waiting, ended);
    }
  }
  if (ended && !worked && !blocked_.empty()) {  // a place that was taken and never written
    std::uint64_t first = ~std::uint64_t{0};
    for (const auto& [place, thread] : blocked_) first = std::min(first, place);
    skipped_ += first - expected_;
    expected_ = first;
    worked = true;
    const std::uint32_t waiting = blocked_[first];
    blocked_.erase(first);
    streams_[waiting].blocked = 0;
    advance(waiting, ended);
  }
  if (filled_ > 0 && (!worked || filled_ >= kBatch)) flush();
  if (unsealed_ && !worked && std::chrono::steady_clock::now() - sealed_at_ >= kLatest) {
    if (trouble_) tell(writer_->flush(names_));
    sealed_at_ = std::chrono::steady_clock::now();
    unsealed_ = false;
  }
  return worked;
}

void Recording::flush() {
  for (std::size_t i = 0; i < streams_.size() && i < kMaxThreads; ++i)
    if (const char* label = channel_.thread[i].label; label[0] != 0)
      event::set_label(names_, streams_[i].id,
                       std::string(label, strnlen(label, sizeof(ThreadRecord::label))));
  if (trouble_ && filled_ > 0) tell(writer_->write(names_, std::span(batch_).first(filled_)));
  filled_ = 0;
  unsealed_ = true;
}

// What was recorded keeps the names that it has now, whatever comes.
void Recording::seal() {
  flush();
  if (trouble_) tell(writer_->flush(names_));
}

void Recording::tell(base::Result<void> written) {
  if (!trouble_ || written) return;
  trouble_ = std::move(written);
  channel_.record = 0;
  fmt::print(stderr, "heddle: {}; recording ends here, the program goes on\n",
             base::describe(trouble_.error()));
}

void Recording::locate(event::Event& event, ContextId context) {
  if (context >= places_.size() || !places_[context].known) [[unlikely]] {
    if (context == 0 || context >= kMaxContexts) return;
    if (context >= places_.size()) places_.resize(std::max<std::size_t>(context + 1, places_.size() * 2));
    Place& place = places_[context];
    place.known = true;
    std::vector<event::LocationId> frames;
    const auto stack = words_.stack(context);
    // How the library does what it was asked for helps nobody.
    for (const event::Location& frame : stack)
      if (!is_system_file(frame.file)) frames.push_back(names_.locations.intern(frame));
    if (frames.empty())
      for (const event::Location& frame : stack) frames.push_back(names_.locations.intern(frame));
    if (const event::Location* where = Words::place(stack)) place.location = names_.locations.intern(*where);
    if (!frames.empty()) place.stack = names_.stacks.intern(frames);
  }
  event.location = places_[context].location;
  event.stack = places_[context].stack;
}

void Recording::name_memory(std::uint64_t address) {
  const std::uint32_t modules = std::min(channel_.modules, kMaxModules);
  if (address >= gap_low_ && address < gap_high_ && modules == gap_modules_) [[likely]]
    return;
  std::uint64_t low = 0, high = ~std::uint64_t{0};
  for (std::uint32_t i = 0; i < modules; ++i) {
    const Module& module = channel_.module[i];
    if (address < module.low) {
      high = std::min(high, module.low);
      continue;
    }
    if (address >= module.high) {
      low = std::max(low, module.high);
      continue;
    }
    if (names_.region_at(address) != nullptr || !named_.emplace(address, true).second) return;
    if (auto found = words_.memory().global_region(address)) add_region(std::move(*found));
    return;
  }
  gap_low_ = low, gap_high_ = high, gap_modules_ = modules;
}

void Recording::add_region(MemoryRegion found) {
  if (found.declared.line != 0) found.region.declared = names_.locations.intern(found.declared);
  names_.add_region(std::move(found.region));
}

// The names stand before the events: those that still wait are of what was there before.
void Recording::add_sighting(std::uint64_t number) {
  if (number >= kMaxSightings) return;
  auto found = words_.region(channel_.sighting[number]);
  if (!found || found->region.name.empty()) return;
  if (const ContextId allocated = channel_.sighting[number].block.allocated; allocated != 0) {
    event::Event allocation;
    locate(allocation, allocated);
    found->region.allocated = allocation.stack;
  }
  const event::Region* before = names_.region_at(channel_.sighting[number].address);
  if (before != nullptr && before->address == found->region.address && before->name == found->region.name &&
      before->size == found->region.size)
    return;
  if (before != nullptr && !before->name.empty()) seal();
  add_region(std::move(*found));
}

// What had a name there is gone. A block that is allocated at the same place is called the same: loops make many.
void Recording::begin_block(std::uint64_t address, std::uint64_t size, event::StackId allocated) {
  const event::Region* before = names_.region_at(address);
  if (before == nullptr || before->name.empty()) return;
  const bool alike = before->kind == event::Region::Kind::heap && before->address == address &&
                     before->allocated == allocated;
  if (alike) return;
  seal();
  names_.add_region({.address = address, .size = size, .kind = event::Region::Kind::heap});
}

std::uint32_t Recording::object(std::uint64_t number, Operation operation) {
  const auto name = [&](auto& table, std::unordered_map<std::uint64_t, std::uint32_t>& known) {
    const auto [entry, is_new] = known.try_emplace(number);
    if (is_new) {
      std::string text = words_.name_of_lock(number);
      if (table.find(text).exists()) text += fmt::format(" #{}", number);
      entry->second = table.intern(text).number();
    }
    return entry->second;
  };
  switch (event::target_kind(operation)) {
    case event::TargetKind::lock:
      return name(names_.locks, locks_);
    case event::TargetKind::barrier:
      return name(names_.barriers, barriers_);
    default:
      return name(names_.messages, messages_);
  }
}

void Recording::emit(const Stream& stream, const std::uint64_t* words) {
  if (!trouble_) return;
  event::Event event;
  event.operation = operation_of(words);
  event.thread = stream.id;
  event.order = static_cast<event::MemoryOrder>(words[0] >> 8 & 0xf);
  event.extent = static_cast<std::uint32_t>(words[0] >> 13 & 0x7ffff);
  event.target = words[1];
  locate(event, static_cast<ContextId>(words[0] >> 32));
  if (!is_plain(event.operation) && (words[0] >> 12 & 1) != 0) {
    event.has_value = true;
    event.value = words[3];
  }
  switch (event::target_kind(event.operation)) {
    case event::TargetKind::variable:
      if (event.operation == Operation::alloc || event.operation == Operation::free) {
        // Blocks beyond 4 GiB come in pieces.
        constexpr std::uint64_t kPiece = std::uint64_t{1} << 31;
        std::uint64_t left = words[3];
        if (event.operation == Operation::alloc && left != 0) begin_block(words[1], left, event.stack);
        for (; left > kPiece; left -= kPiece) {
          event.extent = static_cast<std::uint32_t>(kPiece);
          push(event);
          event.target += kPiece;
        }
        event.extent = static_cast<std::uint32_t>(left);
      } else {
        name_memory(event.target);
      }
      break;
    case event::TargetKind::lock:
      event.tried = event.extent != 0 && event::can_be_tried(event.operation);
      event.extent = 0;
      [[fallthrough]];
    case event::TargetKind::barrier:
    case event::TargetKind::message:
    case event::TargetKind::condition:
      event.target = object(words[1], event.operation);
      break;
    case event::TargetKind::thread:
      event.target = stream_of(static_cast<std::uint32_t>(words[1])).id.number();
      break;
    case event::TargetKind::mark: {
      const std::uint64_t number = words[1];
      event::Mark mark;
      mark.label = number < kMaxMarks ? channel_.mark[number].text : "mark";
      if (event.has_value) {
        mark.values.push_back({mark.label, static_cast<std::int64_t>(words[3])});
        mark.label.clear();
      }
      event.has_value = false;
      event.target = names_.marks.intern(mark).number();
      break;
    }
    case event::TargetKind::nothing:
      event.target = 0;
      break;
  }
  push(event);
}

void Recording::push(const event::Event& event) {
  batch_[filled_++] = event;
  ++events_;
  if (filled_ == kBatch) flush();
}

// Most of a recording: the plain accesses from `from` on, up to the next synchronisation.
std::uint64_t Recording::emit_accesses(const Stream& stream, const std::uint64_t* from,
                                       const std::uint64_t* end) {
  const std::uint64_t* words = from;
  for (; words + kAccessWords <= end && is_plain(operation_of(words)); words += kAccessWords) {
    if (!trouble_) continue;
    event::Event& event = batch_[filled_];
    event = {};
    event.operation = operation_of(words);
    event.thread = stream.id;
    event.extent = static_cast<std::uint32_t>(words[0] >> 13 & 0x7ffff);
    event.target = words[1];
    locate(event, static_cast<ContextId>(words[0] >> 32));
    name_memory(event.target);
    ++events_;
    if (++filled_ == kBatch) flush();
  }
  return static_cast<std::uint64_t>(words - from);
}

base::Result<void> Recording::finish(const std::vector<std::string>& doubts) {
  flush();
  if (!trouble_) return trouble_;
  std::vector<std::string> all = doubts;
  if (skipped_ > 0)
    all.push_back(fmt::format("{} events were not yet written when the program died", skipped_));
  return writer_->finish(all);
}

}  // namespace heddle::runtime::host
