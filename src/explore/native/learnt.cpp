// SPDX-License-Identifier: Apache-2.0
// What processes that run parts of one search have learnt, put together; and parts of one put into another.
//
// Numbers of objects are handed out in the order in which an execution first met them: another process may have given
// them to others. A part brings its own, and its graphs are renumbered. Numbers of threads decide which thread goes on
// first, and the search is right if all its parts agree on that: parts that do not are not put together, and the search
// begins again with all threads known.
#include <cstring>

#include "base/hash.h"
#include "explore/graph_search.h"
#include "explore/native/part.h"
#include "explore/native/session.h"
#include "runtime/shared/raw.h"

namespace heddle::explore {
namespace {

using control::Shared;

template <class T, std::size_t kSize, class Count>
bool add_once(T (&table)[kSize], Count& count, const T& item) {
  for (Count i = 0; i < count; ++i)
    if (table[i] == item) return false;
  if (count == kSize) return false;
  table[count++] = item;
  return true;
}

// The number of an object here; a new one if it is not known.
std::uint32_t number_of(Shared& shared, std::uint64_t key, std::uint32_t wanted) {
  std::size_t at = base::mix(key) & (Shared::kObjects - 1);
  while (shared.object_keys[at] != key && shared.object_keys[at] != 0) at = (at + 1) & (Shared::kObjects - 1);
  if (shared.object_keys[at] == 0) {
    shared.object_keys[at] = key;
    shared.object_numbers[at] = wanted;
    ++shared.objects;
  }
  return shared.object_numbers[at];
}

void add_sites(Shared& into, const Shared& from) {
  for (std::uint32_t i = 0; i < from.sites_count; ++i) {
    const Shared::Site& more = from.sites[i];
    std::uint32_t at = 0;
    while (at < into.sites_count && into.sites[at].key != more.key) ++at;
    if (at == into.sites_count) {
      if (into.sites_count == Shared::kSites) {
        into.sites_overflow = true;
        continue;
      }
      into.sites[into.sites_count++] = more;
      continue;
    }
    into.sites[at].idle |= more.idle;
    into.sites[at].busy |= more.busy;
    into.sites[at].astray |= more.astray;
    into.sites[at].cut |= more.cut;
  }
  into.sites_overflow |= from.sites_overflow;
}

// A thread is its parent and which child it is. False: both sides have threads that the other gave another number.
bool add_threads(Shared& into, const Shared& from) {
  bool is_same = true;
  static std::uint32_t numbers[control::kMaxThreads];
  for (std::uint32_t i = 0; i < from.paths_count; ++i) {
    std::uint64_t path = from.paths[i];
    const std::uint64_t parent = path >> 32;
    if (parent > i) return false;
    if (parent > 0) path = (std::uint64_t{numbers[parent - 1]} + 1) << 32 | (path & 0xffffffffU);
    std::uint32_t at = 0;
    while (at < into.paths_count && into.paths[at] != path) ++at;
    if (at == control::kMaxThreads) return false;
    if (at == into.paths_count) into.paths[into.paths_count++] = path;
    numbers[i] = at;
    is_same &= at == i;
  }
  return is_same;
}

void add_doubts(Shared& into, const Shared& from) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(control::Doubt::count); ++i) {
    if (from.doubts[i] == 0) continue;
    if (into.doubts[i] == 0)
      std::memcpy(into.doubt_texts[i], from.doubt_texts[i], sizeof into.doubt_texts[i]);
    if (from.doubts[i] > into.doubts[i]) into.doubts[i] = from.doubts[i];
  }
}

}  // namespace

// False: they number their threads in other ways.
bool Session::learn(const control::Shared& other, const control::ChangedPieces& changed) {
  control::Shared& shared = *shared_;
  add_doubts(shared, other);
  for (std::uint32_t i = 0; i < other.racy_count; ++i) {
    if (add_once(shared.racy, shared.racy_count, other.racy[i]))
      shared.racy_grew = true;
    else if (shared.racy_count == Shared::kRacy)
      control::doubt(shared, control::Doubt::many_racy, nullptr);
  }
  shared.race_kept |= other.race_kept;
  shared.racy_grew |= other.racy_grew;
  shared.lock_rounds |= other.lock_rounds;
  shared.lock_tries |= other.lock_tries;
  shared.tries_seen |= other.tries_seen || (shared.lock_rounds && shared.lock_tries);
  shared.beyond_sc |= other.beyond_sc;
  shared.files_changed |= other.files_changed;
  shared.late_cut |= other.late_cut;
  shared.next_asked_for |= other.next_asked_for;
  for (std::size_t i = 0; i < other.files_count; ++i)
    if (!add_once(shared.files, shared.files_count, other.files[i]) && shared.files_count == Shared::kFiles)
      control::doubt(shared, control::Doubt::lasting_file, "too many files");
  for (std::uint32_t i = 0; i < other.waits_count; ++i)
    add_once(shared.waits, shared.waits_count, other.waits[i]);
  add_sites(shared, other);
  for (std::size_t i = 0; i < changed.count; ++i) {
    const std::size_t before = result_->changed.count;
    if (!add_once(result_->changed.pieces, result_->changed.count, changed.pieces[i]) &&
        before == control::ChangedPieces::kMost)
      result_->changed.overflows = true;
  }
  result_->changed.overflows |= changed.overflows;
  return add_threads(shared, other);
}

// In the place of all that is known here: of a search under way.
void Session::adopt(const control::Shared& other, const Standing& standing) {
  control::Shared& shared = *shared_;
  if (shared.objects != 0) {
    std::memset(shared.object_keys, 0, sizeof shared.object_keys);
    shared.objects = 0;
  }
  shared.racy_count = shared.sites_count = shared.waits_count = shared.paths_count = 0;
  shared.racy_visible = other.racy_visible;
  shared.tries_visible = other.tries_visible;
  shared.waits_visible = other.waits_visible;
  shared.waits_mask = other.waits_mask;
  shared.weak_seen = other.weak_seen;
  shared.weak_watched = other.weak_watched;
  shared.mixed_seen = other.mixed_seen;
  shared.mixed_watched = other.mixed_watched;
  std::memcpy(shared.started, other.started, sizeof shared.started);
  request_.given.wishes.spurious = request_.settings.spurious = standing.spurious;
  request_.given.wishes.timeouts = request_.settings.timeouts = standing.timeouts;
  request_.given.wishes.late = request_.settings.late = standing.late;
  if (standing.isolate && !request_.isolate) {
    request_.isolate = result_->isolated = true;
    std::memcpy(result_->isolated_because, standing.isolated_because, sizeof standing.isolated_because);
  }
  runs_again_ = standing.runs_again;
  is_alone_ = standing.is_alone;
}

Session::Taken Session::take_part(PartReader& reader, Standing& standing, bool adopts) {
  if (other_ == nullptr) other_ = map_other();
  static control::ChangedPieces changed;
  if (!reader.read(standing, changed, *other_)) return Taken::damaged;
  if (adopts) adopt(*other_, standing);
  const bool had_grown = shared_->racy_grew;
  const bool is_same = learn(*other_, changed);
  if (adopts) shared_->racy_grew = had_grown || other_->racy_grew;
  if (!is_same) return Taken::differs;
  shared_->steps_total += other_->steps_total;
  auto* numbers = static_cast<std::uint32_t*>(runtime::raw_map(Shared::kObjects * sizeof(std::uint32_t)));
  HEDDLE_CHECK(numbers != nullptr, "there is room for numbers");
  bool is_renumbered = false;
  for (std::uint32_t i = 0; i < other_->objects; ++i) {
    const std::uint32_t theirs = other_->object_numbers[i];
    const std::uint32_t ours =
        number_of(*shared_, other_->object_keys[i], adopts ? theirs : shared_->objects);
    numbers[theirs] = ours;
    is_renumbered |= ours != theirs;
  }
  bool is_good = true;
  for (std::uint64_t i = 0; i < standing.graphs && is_good; ++i) {
    ExecutionGraph& graph = search_left().wait_for_new();
    is_good = reader.read(graph);
    if (is_good && is_renumbered) graph.renumber_locations(numbers);
  }
  runtime::raw_unmap(numbers, Shared::kObjects * sizeof(std::uint32_t));
  return is_good ? Taken::whole : Taken::damaged;
}

}  // namespace heddle::explore
