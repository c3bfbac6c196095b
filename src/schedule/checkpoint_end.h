// SPDX-License-Identifier: Apache-2.0
// A checkpoint of a native check is one part or several (explore/native/part.h), as many as there were ranks, and an end,
// which names all of them: parts that are missing, there twice, or of different checkpoints are no checkpoint.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/hash.h"

namespace heddle::schedule {

struct PartHead {
  // "hdpart03": another one when the format changes
  static constexpr std::uint64_t kMagic = 0x3330747261706468;
  std::uint64_t magic = kMagic;
  std::uint64_t bytes = 0;  // what follows, a digest of it at its end
};

struct CheckpointEnd {
  static constexpr std::uint64_t kMagic = 0x33302d646e656468;  // "hdend-03"
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
