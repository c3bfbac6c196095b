// SPDX-License-Identifier: Apache-2.0
#include "explore/native/part.h"

#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "explore/native/identity.h"

namespace heddle::explore {
namespace {

using Head = schedule::PartHead;

constexpr std::uint64_t kStart = schedule::kDigestStart, kPrime = schedule::kDigestPrime;

std::uint64_t digest_of(const schedule::Wishes& wishes) {
  constexpr std::string_view kOther[] = {
      "limit_seconds", "statistics", "jobs",        "checkpoint",    "checkpoint_seconds",
      "resume",        "as_found",   "show_output", "limit_silence", "spurious",
      "timeouts",      "late",       "share_after", "executions"};  // a limit, where nothing is sampled
  std::uint64_t digest = kStart;
  schedule::for_each(wishes, [&](const schedule::WishRow& row, const auto& field) {
    for (const std::string_view other : kOther)
      if (row.name == other) return;
    if constexpr (std::is_same_v<std::decay_t<decltype(field)>, schedule::Word>) {
      for (const char c : field.view()) digest = base::combine(digest, static_cast<unsigned char>(c));
    } else {
      std::uint64_t bits = 0;
      std::memcpy(&bits, &field, sizeof field);
      digest = base::combine(digest, bits);
    }
  });
  return digest;
}

// What executions taught those who run the next ones: single values, then the used part of each table.
template <class Value, class Table>
bool each_kept(control::Shared& shared, Value&& value, Table&& table) {
  value(shared.doubts);
  value(shared.racy_count);
  value(shared.racy_visible);
  value(shared.racy_grew);
  value(shared.race_kept);
  value(shared.tries_visible);
  value(shared.tries_seen);
  value(shared.lock_rounds);
  value(shared.lock_tries);
  value(shared.weak_seen);
  value(shared.weak_watched);
  value(shared.mixed_seen);
  value(shared.mixed_watched);
  value(shared.beyond_sc);
  value(shared.files_count);
  value(shared.files_changed);
  value(shared.paths_count);
  value(shared.steps_total);
  value(shared.started);
  value(shared.sites_count);
  value(shared.sites_overflow);
  value(shared.waits_count);
  value(shared.waits_visible);
  value(shared.waits_mask);
  value(shared.late_cut);
  value(shared.next_asked_for);
  bool is_good = table(shared.files, shared.files_count) && table(shared.paths, shared.paths_count) &&
                 table(shared.racy, shared.racy_count) && table(shared.sites, shared.sites_count) &&
                 table(shared.waits, shared.waits_count);
  for (std::size_t i = 0; i < static_cast<std::size_t>(control::Doubt::count) && is_good; ++i)
    if (shared.doubts[i] != 0) is_good = table(shared.doubt_texts[i], sizeof shared.doubt_texts[i]);
  return is_good;
}

}  // namespace

// ---- writing ----

PartWriter::PartWriter(const char* path)
    : file_(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)), is_good_(file_ >= 0) {}

void PartWriter::flush() {
  for (std::size_t at = 0; at < held_ && is_good_;) {
    const ssize_t more = ::write(file_, buffer_ + at, held_ - at);
    if (more <= 0) is_good_ = false;
    at += static_cast<std::size_t>(more);
  }
  held_ = 0;
}

void PartWriter::bytes(const void* from, std::size_t size) {
  const auto* next = static_cast<const char*>(from);
  for (std::size_t i = 0; i < size; ++i) digest_ = (digest_ ^ static_cast<unsigned char>(next[i])) * kPrime;
  written_ += size;
  while (size > 0) {
    if (held_ == sizeof buffer_) flush();
    const std::size_t part = size < sizeof buffer_ - held_ ? size : sizeof buffer_ - held_;
    std::memcpy(buffer_ + held_, next, part);
    held_ += part;
    next += part;
    size -= part;
  }
}

// Made by whoever started this process (schedule/checkpoint_command.h).
void PartWriter::write_command(const char* path) {
  const int from = open(path, O_RDONLY | O_CLOEXEC);
  if (from < 0) return;
  Head head;
  std::uint64_t digest = 0;
  char part[4096];
  if (::read(from, &head, sizeof head) == sizeof head && head.magic == Head::kCommand) {
    value(head);
    for (ssize_t more = 0; (more = ::read(from, part, sizeof part)) > 0;) {
      const auto size = static_cast<std::size_t>(more);
      bytes(part, size);
      // The digest is what it ends with.
      const std::size_t old = size < sizeof digest ? sizeof digest - size : 0;
      std::memmove(&digest, reinterpret_cast<char*>(&digest) + sizeof digest - old, old);
      std::memcpy(reinterpret_cast<char*>(&digest) + old, part + size - (sizeof digest - old),
                  sizeof digest - old);
    }
    end_.add(sizeof head + head.bytes, digest);
  }
  ::close(from);
}

void PartWriter::begin(const schedule::Wishes& wishes) {
  begin_ = written_;
  value(Head{});
  digest_ = kStart;
  value(identity_of_process());
  value(digest_of(wishes));
}

void PartWriter::write(const Standing& given, const control::ChangedPieces& changed,
                       control::Shared& shared) {
  Standing standing = given;
  standing.pieces = changed.count;
  standing.objects = shared.objects;
  value(standing);
  value(changed.overflows);
  bytes(changed.pieces, changed.count * sizeof *changed.pieces);
  each_kept(
      shared, [&](const auto& field) { value(field); },
      [&](const auto& table, std::size_t count) {
        bytes(table, count * sizeof *table);
        return true;
      });
  for (std::uint64_t at = 0, left = shared.objects; at < control::Shared::kObjects && left > 0; ++at) {
    if (shared.object_keys[at] == 0) continue;
    value(shared.object_keys[at]);
    value(shared.object_numbers[at]);
    --left;
  }
}

void PartWriter::write(ExecutionGraph& graph) {
  value(graph.width());
  graph.each_part([&](auto& array) {
    value(static_cast<std::uint64_t>(array.size()));
    bytes(array.begin(), array.size() * sizeof *array.begin());
  });
}

void PartWriter::end() {
  const std::uint64_t digest = digest_;
  value(digest);
  flush();
  const Head head{.bytes = written_ - begin_ - sizeof(Head)};
  is_good_ &= pwrite(file_, &head, sizeof head, static_cast<off_t>(begin_)) == sizeof head;
  end_.add(written_ - begin_, digest);
}

void PartWriter::end_checkpoint() {
  value(end_);
  flush();
}

bool PartWriter::close(bool is_to_last) {
  if (file_ < 0) return false;
  is_good_ &= !is_to_last || fsync(file_) == 0;
  return ::close(file_) == 0 && is_good_;
}

// ---- reading ----

PartReader::PartReader(const char* path) : file_(open(path, O_RDONLY | O_CLOEXEC)), is_good_(file_ >= 0) {}
PartReader::~PartReader() {
  if (file_ >= 0) close(file_);
}

bool PartReader::seek(std::uint64_t to) {
  held_ = passed_ = 0;
  return is_good_ && lseek(file_, static_cast<off_t>(to), SEEK_SET) >= 0;
}

bool PartReader::bytes(void* to, std::size_t size) {
  auto* next = static_cast<char*>(to);
  for (std::size_t left = size; left > 0 && is_good_;) {
    if (passed_ == held_) {
      const ssize_t more = ::read(file_, buffer_, sizeof buffer_);
      if (more <= 0) return is_good_ = false;
      held_ = static_cast<std::size_t>(more);
      passed_ = 0;
    }
    const std::size_t part = left < held_ - passed_ ? left : held_ - passed_;
    std::memcpy(next, buffer_ + passed_, part);
    for (std::size_t i = 0; i < part; ++i) digest_ = (digest_ ^ static_cast<unsigned char>(next[i])) * kPrime;
    passed_ += part;
    next += part;
    left -= part;
  }
  return is_good_;
}

const char* PartReader::refusal(const schedule::Wishes& wishes, bool is_checkpoint) {
  constexpr const char* kDamaged = "it is no checkpoint, or was damaged";
  struct stat status;
  if (!is_good_ || fstat(file_, &status) != 0) return kDamaged;
  auto size = static_cast<std::uint64_t>(status.st_size);
  schedule::CheckpointEnd end, parts;
  if (is_checkpoint) {
    if (size <= sizeof end || !seek(size - sizeof end) || !value(end)) return kDamaged;
    size -= sizeof end;
  }
  const char* why = size == 0 ? kDamaged : nullptr;
  const std::uint64_t identity = identity_of_process(), asked = digest_of(wishes);
  for (std::uint64_t at = 0; at < size && why == nullptr;) {
    Head head;
    if (!seek(at) || !value(head)) return kDamaged;
    at += sizeof head;
    const bool is_command = head.magic == Head::kCommand && at == sizeof head && is_checkpoint;
    if (head.magic != Head::kMagic && !is_command)
      why = "it is no checkpoint, or was damaged, or is of another version of heddle";
    const std::uint64_t around = (is_command ? 1 : 3) * sizeof(std::uint64_t);
    if (head.bytes < around || head.bytes > size - at) return why != nullptr ? why : kDamaged;
    digest_ = kStart;
    std::uint64_t of_identity = identity, of_asked = asked;
    if (!is_command && (!value(of_identity) || !value(of_asked))) return kDamaged;
    char buffer[4096];
    for (std::uint64_t left = head.bytes - around; left > 0;) {
      const std::size_t part = left < sizeof buffer ? left : sizeof buffer;
      if (!bytes(buffer, part)) return kDamaged;
      left -= part;
    }
    const std::uint64_t expected = digest_;
    std::uint64_t found = 0;
    if (!value(found) || found != expected) return kDamaged;
    if (why == nullptr && of_identity != identity)
      why = "it is of another program or build, of other arguments, or the system's libraries are others";
    if (why == nullptr && of_asked != asked) why = "it was made with other options";
    at += head.bytes;
    parts.add(sizeof head + head.bytes, found);
  }
  if (why == nullptr && is_checkpoint &&
      (end.magic != parts.magic || end.bytes != parts.bytes || end.digest != parts.digest))
    return kDamaged;
  size_ = size;
  end_ = 0;
  return why;
}

bool PartReader::next() {
  Head head;
  do {
    if (end_ >= size_ || !seek(end_) || !value(head)) return false;
    end_ += sizeof head + head.bytes;
  } while (head.magic == Head::kCommand);
  std::uint64_t identity = 0, asked = 0;
  return value(identity) && value(asked);
}

bool PartReader::read(Standing& standing, control::ChangedPieces& changed, control::Shared& shared) {
  if (!value(standing) || !value(changed.overflows) || standing.pieces > control::ChangedPieces::kMost ||
      standing.objects > control::Shared::kObjects)
    return false;
  changed.count = standing.pieces;
  bool is_good = bytes(changed.pieces, changed.count * sizeof *changed.pieces);
  is_good = each_kept(
                shared, [&](auto& field) { is_good = is_good && value(field); },
                [&]<class T, std::size_t kSize>(T(&table)[kSize], std::size_t count) {
                  return is_good && count <= kSize && bytes(table, count * sizeof *table);
                }) &&
            is_good;
  shared.objects = static_cast<std::uint32_t>(standing.objects);
  for (std::uint64_t i = 0; i < standing.objects && is_good; ++i)
    is_good = value(shared.object_keys[i]) && value(shared.object_numbers[i]) &&
              shared.object_numbers[i] < control::Shared::kObjects;
  return is_good;
}

bool PartReader::read(ExecutionGraph& graph) {
  std::uint32_t width = 0;
  bool is_good = value(width);
  graph.set_width(width);
  graph.each_part([&](auto& array) {
    std::uint64_t size = 0;
    if (!is_good || !(is_good = value(size))) return;
    array.resize(size);
    is_good = bytes(array.begin(), size * sizeof *array.begin());
  });
  return is_good;
}

}  // namespace heddle::explore
