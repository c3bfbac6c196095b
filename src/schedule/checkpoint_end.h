// SPDX-License-Identifier: Apache-2.0
// A checkpoint of a native check is what was typed (checkpoint_command.h), then one part or several
// (explore/native/part.h), as many as there were ranks, and an end, which names all of them: parts that are missing, there
// twice, or of different checkpoints are no checkpoint.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/hash.h"

namespace heddle::schedule {

struct PartHead {
  // "hdpart04": another one when the format changes
  static constexpr std::uint64_t kMagic = 0x3430747261706468;
  static constexpr std::uint64_t kCommand = 0x3430647264776468;  // "hdwdrd04": of checkpoint_command.h
  std::uint64_t magic = kMagic;
  std::uint64_t bytes = 0;  // what follows, a digest of it at its end
};

// As parts have it at their end: Fowler, Noll and Vo's.
constexpr std::uint64_t kDigestStart = 0xcbf29ce484222325, kDigestPrime = 0x100000001b3;
constexpr std::uint64_t digest_of_text(std::string_view text, std::uint64_t digest = kDigestStart) {
  for (const char c : text) digest = (digest ^ static_cast<unsigned char>(c)) * kDigestPrime;
  return digest;
}

struct CheckpointEnd {
  static constexpr std::uint64_t kMagic = 0x34302d646e656468;  // "hdend-04"
  std::uint64_t magic = kMagic;
  std::uint64_t bytes = 0;   // of all parts
  std::uint64_t digest = 0;  // of their digests, in order

  void add(std::uint64_t size, std::uint64_t digest_of_part) {
    bytes += size;
    digest = base::combine(digest, digest_of_part);
  }
  // Parts one after the other, whole.
  void add_all(std::string_view parts) {
    while (parts.size() >= sizeof(PartHead)) {
      PartHead head;
      std::memcpy(&head, parts.data(), sizeof head);
      const std::uint64_t size = sizeof head + head.bytes;
      std::uint64_t digest_of_part = 0;
      if (head.bytes < sizeof digest_of_part || size > parts.size()) return;  // whoever reads it refuses it
      std::memcpy(&digest_of_part, parts.data() + size - sizeof digest_of_part, sizeof digest_of_part);
      add(size, digest_of_part);
      parts.remove_prefix(size);
    }
  }
};

}  // namespace heddle::schedule
