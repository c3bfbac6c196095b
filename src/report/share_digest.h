// SPDX-License-Identifier: Apache-2.0
// The report of a share is read again by `heddle merge`, maybe after it was copied between machines: a digest of all it
// says tells whether it is as it was written. FNV-1a (Fowler, Noll, Vo): against damage, not against intent.
#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace heddle::report {

// Of a report without its digest.
inline std::string share_digest(const nlohmann::ordered_json& json) {
  std::uint64_t digest = 0xcbf29ce484222325U;
  for (const char c : json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace))
    digest = (digest ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return fmt::format("{:016x}", digest);
}

}  // namespace heddle::report
