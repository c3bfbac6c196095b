// SPDX-License-Identifier: Apache-2.0
#include "runtime/watch/sample.h"

#include "base/hash.h"

namespace heddle::runtime {

__thread std::uint64_t unsampled __attribute__((tls_model("initial-exec")));

unsigned char* remembered[kRegions];

void remember(std::uint64_t address, std::uint64_t size) {
  for (std::uint64_t at = address & ~std::uint64_t{7}; at < address + size; at += 8) {
    if (may_be_remembered(at)) continue;
    unsigned char** slot = &remembered[(at >> kRegionShift) % kRegions];
    unsigned char* bits = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
    if (bits == nullptr) {
      auto* made = static_cast<unsigned char*>(raw_map(kRegionBytes / 64));
      if (made == nullptr) return switch_off(Doubt::no_memory);
      if (__atomic_compare_exchange_n(slot, &bits, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        bits = made;
      else
        raw_unmap(made, kRegionBytes / 64);
    }
    __atomic_fetch_or(&bits[at % kRegionBytes / 64], static_cast<unsigned char>(1U << (at / 8 % 8)),
                      __ATOMIC_RELEASE);
  }
}

namespace {

// Natural logarithm of 0 < x <= 1, without libm: x = m · 2^e with m near 1, and ln m by its series of atanh.
double logarithm(double x) {
  constexpr double kLn2 = 0.693147180559945309417;
  int exponent = 0;
  for (; x < 0.70710678; x *= 2) --exponent;
  const double y = (x - 1) / (x + 1), square = y * y;
  double sum = 0, power = y;
  for (int k = 1; k < 24; k += 2, power *= square) sum += power / k;
  return 2 * sum + exponent * kLn2;
}

}  // namespace

std::uint64_t distance(std::uint64_t rate, std::uint64_t random) {
  if (rate >= kEveryAccess) return 0;
  constexpr double kTwo53 = 9007199254740992.0, kTwo32 = 4294967296.0;
  const double uniform = (static_cast<double>(random >> 11) + 1) / kTwo53;  // in (0, 1]
  return static_cast<std::uint64_t>(logarithm(uniform) / logarithm(1 - static_cast<double>(rate) / kTwo32));
}

void draw_distance(Thread& thread) {
  const std::uint64_t random =
      base::combine(base::combine(process.channel->seed, thread.number), thread.samples++);
  unsampled = distance(process.channel->sample, random);
}

}  // namespace heddle::runtime
