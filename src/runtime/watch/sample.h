// SPDX-License-Identifier: Apache-2.0
// A share of the accesses is remembered, all synchronisation is (heddle run --sample).
//
// Idea. Each access is sampled with the chance r, by a coin of its own. One that is goes into its cell as ever. One that is
// not is only compared with what the cell remembers: nearly always nothing that it conflicts with, and that is one look. Else
// the cell is locked as ever; where the access comes after an entry and is as strong, the entry goes, and nothing takes its
// place. So a race of two accesses is reported if the earlier
// one was sampled, whichever the later one is: with the chance r at least, not r². This is the proportional detection of
// *PACER: Proportional Detection of Data Races* by Bond, Coons and McKinley, PLDI 2010, with a coin for each access instead
// of periods of time; that few samples of a run suffice to judge it is argued in *Dynamic Race Detection with O(1) Samples*
// by Thokair, Zhang, Mathur and Viswanathan, POPL 2023.
//
// No false alarm: clocks are exact, and an entry is an access that happened.
// What is missed: let an access x race with the last conflicting access e that is not ordered before it. If e is sampled, x
// is reported: what e's entry is replaced by in between comes after e, is as strong, and is in the cell itself or was not
// sampled; in the latter case it would be the last one. The coins are independent, so n races of different such e are all
// missed with the chance (1 - r)^n at most.
//
// Cost: constant for an access that is not sampled, as a cell rarely has entries; of a sampled one as of any. The distance to
// the next sample is drawn at once (a geometric distribution), so no random number is drawn for the others. And a bit for
// each granule says whether its cell may have entries: cells take four times the memory of the program, and to look at all
// of them would cost more in misses of the caches than everything else. A bit is set before the entry is made, never cleared.
#pragma once

#include <cstdint>

#include "runtime/watch/process.h"
#include "runtime/watch/shadow.h"

namespace heddle::runtime {

inline constexpr std::uint64_t kEveryAccess = std::uint64_t{1} << 32;

// Accesses to let go before the next sample.
extern __thread std::uint64_t unsampled __attribute__((tls_model("initial-exec")));

// The bits of all addresses that are alike but for the GiB: one that is set for another of them costs a look at the cell.
extern unsigned char remembered[kRegionBytes / 64];
inline bool may_be_remembered(std::uint64_t address) {
  const unsigned char bits = __atomic_load_n(&remembered[address % kRegionBytes / 64], __ATOMIC_ACQUIRE);
  return (bits >> (address / 8 % 8) & 1) != 0;
}
void remember(std::uint64_t address, std::uint64_t size);

// How many accesses of a coin of `rate` / 2^32 fail before one does not; `random` are 64 bits.
std::uint64_t distance(std::uint64_t rate, std::uint64_t random);
void draw_distance(Thread& thread);

// Whether this access is sampled; it then counts as made.
inline bool take_sample(Thread& thread) {
  if (!process.sampling) [[likely]]
    return true;
  if (unsampled != 0) [[likely]] {
    --unsampled;
    return false;
  }
  draw_distance(thread);
  return true;
}

}  // namespace heddle::runtime
