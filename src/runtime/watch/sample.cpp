// SPDX-License-Identifier: Apache-2.0
#include "runtime/watch/sample.h"

#include "base/hash.h"

namespace heddle::runtime {

__thread std::uint64_t unsampled __attribute__((tls_model("initial-exec")));

unsigned char remembered[kRegionBytes / 64];

void remember(std::uint64_t address, std::uint64_t size) {
  for (std::uint64_t at = address & ~std::uint64_t{7}; at < address + size; at += 8)
    if (!may_be_remembered(at))
      __atomic_fetch_or(&remembered[at % kRegionBytes / 64], static_cast<unsigned char>(1U << (at / 8 % 8)),
                        __ATOMIC_RELEASE);
}

namespace {

// Natural logarithm of 0 < x <= 1, without libm: x = m · 2^e with m near 1, and ln m by its series of atanh.
double logarithm(double x) {
  constexpr double kLn2 = 0.693147180559945309417;
  int exponent = 0;
  for (; x < 0.70710678; x *= 2) --exponent;
  const double y = (x - 1) / (x + 1), square = y * y;
  double sum = 0;
#pragma GCC unroll 12
  for (int k = 23; k > 0; k -= 2) sum = sum * square + 1.0 / k;
  return 2 * y * sum + exponent * kLn2;
}

}  // namespace

std::uint64_t distance(std::uint64_t rate, std::uint64_t random) {
  if (rate >= kEveryAccess) return 0;
  constexpr double kTwo53 = 9007199254740992.0, kTwo32 = 4294967296.0;
  const double uniform = (static_cast<double>(random >> 11) + 1) / kTwo53;  // in (0, 1]
  // One rate is asked for again and again. (Two threads that come at once find the same.)
  static std::uint64_t known_rate;
  static double known;
  double of_rate;
  if (__atomic_load_n(&known_rate, __ATOMIC_ACQUIRE) == rate) {
    __atomic_load(&known, &of_rate, __ATOMIC_RELAXED);
  } else {
    of_rate = logarithm(1 - static_cast<double>(rate) / kTwo32);
    if (known_rate == 0) {
      __atomic_store(&known, &of_rate, __ATOMIC_RELAXED);
      __atomic_store_n(&known_rate, rate, __ATOMIC_RELEASE);
    }
  }
  return static_cast<std::uint64_t>(logarithm(uniform) / of_rate);
}

void draw_distance(Thread& thread) {
  const std::uint64_t random =
      base::combine(base::combine(process.channel->seed, thread.number), thread.samples++);
  unsampled = distance(process.channel->sample, random);
}

}  // namespace heddle::runtime
