// SPDX-License-Identifier: Apache-2.0
// Strong dense ids: a ThreadId is never a LockId, and both index a vector.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace heddle::base {

template <class Tag>
class Id {
 public:
  using Number = std::uint32_t;

  constexpr Id() = default;  // none
  constexpr explicit Id(std::size_t number) : number_(static_cast<Number>(number)) {}

  constexpr bool exists() const { return number_ != kNone; }
  constexpr std::size_t index() const { return number_; }
  constexpr Number number() const { return number_; }

  friend constexpr auto operator<=>(Id, Id) = default;

 private:
  static constexpr Number kNone = std::numeric_limits<Number>::max();
  Number number_ = kNone;
};

}  // namespace heddle::base

template <class Tag>
struct std::hash<heddle::base::Id<Tag>> {
  std::size_t operator()(heddle::base::Id<Tag> id) const noexcept {
    return id.number() * 0x9E3779B97F4A7C15U;
  }
};
