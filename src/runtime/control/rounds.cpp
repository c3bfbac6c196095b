// SPDX-License-Identifier: Apache-2.0
#include "runtime/control/rounds.h"

#include <cstring>

namespace heddle::control {
namespace {

// The visit found what the one before had left. Operations on one atomic may have different sizes, as those on the
// counts of a shared_ptr; then only their common bytes are compared, and a wider one must not change more.
bool finds(const Visit& visit, std::uint64_t before, std::uint8_t size) {
  if (visit.size == size) return visit.found == before;
  if (visit.size > size && visit.found != visit.left) return false;
  const std::uint64_t mask = (std::uint64_t{1} << 8 * (visit.size < size ? visit.size : size)) - 1;
  return (visit.found & mask) == (before & mask);
}

}  // namespace

bool is_restored(const Visit& first, const Visit& last) {
  const Visit again{.found = last.left, .left = last.left, .size = last.size};
  return finds(again, first.found, first.size);
}

bool collect(const Controlled& self, std::uint32_t from, Round& round) {
  for (std::uint32_t i = from; i < self.visits_count; ++i) {
    const Visit& visit = self.visits[i];
    std::size_t at = 0;
    while (at < round.count && round.objects[at].object != visit.object) ++at;
    if (at == Operation::kAccesses) return false;
    Looked& looked = round.objects[at];
    if (at == round.count) {
      ++round.count;
      looked = {visit.object, false, &visit, &visit, false, true, true};
    } else {
      looked.is_same &= finds(visit, looked.last->left, looked.last->size);
      looked.last = &visit;
    }
    looked.writes |= visit.found != visit.left;
    looked.alone |= visit.writes;
    round.reads |= visit.reads;
    round.baseless |= visit.baseless;
  }
  for (std::size_t at = 0; at < round.count; ++at) {
    Looked& looked = round.objects[at];
    const Visit* before = nullptr;
    for (const Visit* visit = looked.first; visit <= looked.last; ++visit) {
      if (visit->object != looked.object) continue;
      if (before != nullptr &&
          part(before->stamp_left, looked.alone) != part(visit->stamp_found, looked.alone))
        looked.is_untouched = false;
      before = visit;
    }
  }
  return true;
}

bool is_written_back(const Controlled& self, std::uint32_t visit) {
  for (std::uint32_t i = 0; i < self.written_count; ++i) {
    const Written& written = self.written[i];
    if (written.visits <= visit) continue;
    bool is_first = true;
    for (std::uint32_t j = 0; j < i && is_first; ++j) {
      const Written& before = self.written[j];
      if (before.visits <= visit || before.address + before.size <= written.address ||
          written.address + written.size <= before.address)
        continue;
      if (before.address != written.address || before.size != written.size) return false;
      is_first = false;
    }
    std::uint64_t now = 0;
    std::memcpy(&now, reinterpret_cast<const void*>(written.address), written.size);
    if (is_first && now != written.before) return false;
  }
  return true;
}

bool is_idle(const Round& round) {
  for (std::size_t i = 0; i < round.count; ++i) {
    const Looked& looked = round.objects[i];
    if (!looked.is_same || !is_restored(*looked.first, *looked.last)) return false;
    // In a graph only locks: others may have had them in between, but not while the round begins and ends.
    if (looked.writes && (world.memory != nullptr ? looked.first->found != 0 : !looked.is_untouched))
      return false;
  }
  return true;
}

bool takes_locks(const Round& round) {
  for (std::size_t i = 0; i < round.count; ++i)
    if (round.objects[i].writes) return true;
  return false;
}

bool takes_all_first(const Controlled& self, std::uint32_t from) {
  bool gave_back = false;
  for (std::uint32_t i = from; i < self.visits_count; ++i) {
    const Visit& visit = self.visits[i];
    if (visit.found == visit.left) continue;
    if (visit.left != 0 && gave_back) return false;
    gave_back |= visit.left == 0;
  }
  return true;
}

bool changes_nothing(const Controlled& self, std::uint32_t from) {
  for (std::uint32_t i = from; i < self.visits_count; ++i)
    if (self.visits[i].found != self.visits[i].left) return false;
  return true;
}

bool leaves_changes(const Controlled& self, std::uint32_t from) {
  const Visit* const begin = self.visits + from;
  const Visit* const end = self.visits + self.visits_count;
  for (const Visit* visit = begin; visit != end; ++visit) {
    if (visit->found == visit->left) continue;
    const Visit* first = begin;
    const Visit* last = end - 1;
    while (first->object != visit->object) ++first;
    while (last->object != visit->object) --last;
    const bool is_one_size = first->size == last->size;
    if (is_one_size ? last->left != first->found : !is_restored(*first, *last)) return true;
  }
  return false;
}

}  // namespace heddle::control
