// SPDX-License-Identifier: Apache-2.0
#include "states/rest.h"

#include <iterator>

#include "base/hash.h"
#include "base/read_file.h"
#include "base/replace_file.h"

namespace heddle::states {
namespace {

using base::ErrorCode;
using base::failure;

constexpr std::string_view kMagic = "heddle states 1\n";

// The states of it are states of the poset, and are where it says.
bool is_interval(const Poset& poset, const Interval& interval) {
  for (std::size_t p = 0; p < poset.processes(); ++p)
    if (interval.low[p] > interval.high[p] || interval.high[p] > poset.length(p)) return false;
  return true;
}

}  // namespace

void Rest::add(Rest more) {
  results.insert(results.end(), std::make_move_iterator(more.results.begin()),
                 std::make_move_iterator(more.results.end()));
  intervals.insert(intervals.end(), std::make_move_iterator(more.intervals.begin()),
                   std::make_move_iterator(more.intervals.end()));
}

void pack(cluster::Packer& packer, const Rest& rest) {
  packer << std::uint64_t{rest.results.size()} << std::uint64_t{rest.intervals.size()};
  for (const std::string& each : rest.results) packer << each;
  for (const Interval& each : rest.intervals)
    for (const State* state : {&each.low, &each.high})
      for (const Index index : *state) packer << index;
}

bool unpack(cluster::Unpacker& unpacker, const Poset& poset, Rest& rest) {
  std::uint64_t results = 0, intervals = 0;
  unpacker >> results >> intervals;
  for (; results > 0 && unpacker.is_good(); --results) unpacker >> rest.results.emplace_back();
  for (; intervals > 0 && unpacker.is_good(); --intervals) {
    Interval& interval =
        rest.intervals.emplace_back(Interval{State(poset.processes()), State(poset.processes())});
    for (State* state : {&interval.low, &interval.high})
      for (Index& index : *state) unpacker >> index;
    if (!is_interval(poset, interval)) return false;
    if (poset.processes() == 0 && intervals > 1) return false;  // there is one state
  }
  return unpacker.is_good();
}

std::uint64_t digest_of(const Poset& poset) {
  std::uint64_t digest = base::combine(poset.processes(), poset.events());
  for (std::size_t p = 0; p < poset.processes(); ++p)
    for (Index i = 0; i <= poset.length(p); ++i)
      for (std::size_t q = 0; q < poset.processes(); ++q)
        digest = base::combine(digest, poset.clock(p, i)[q]);
  return digest;
}

base::Result<void> write_rest(const std::string& path, const Rest& rest, std::uint64_t identity) {
  cluster::Packer body, packer;
  pack(body, rest);
  packer << identity << body.text();
  std::string text = std::string(kMagic) + packer.text();
  const std::uint64_t digest = base::hash_bytes(text);
  text.append(reinterpret_cast<const char*>(&digest), sizeof digest);
  return base::replace_file(path, {text});
}

base::Result<Rest> read_rest(const std::string& path, const Poset& poset, std::uint64_t identity) {
  const auto text = base::read_file(path);
  if (!text) return failure(text.error());
  const auto damaged = [&] {
    return failure(ErrorCode::malformed,
                   "it is no checkpoint of `heddle states` or `heddle detect`, or was damaged", path);
  };
  std::uint64_t digest = 0, theirs = 0;
  if (text->size() < kMagic.size() + sizeof digest || !text->starts_with(kMagic)) return damaged();
  const std::string_view whole(text->data(), text->size() - sizeof digest);
  __builtin_memcpy(&digest, whole.data() + whole.size(), sizeof digest);
  if (digest != base::hash_bytes(whole)) return damaged();
  std::string body;
  Rest rest;
  cluster::Unpacker(whole.substr(kMagic.size())) >> theirs >> body;
  if (theirs != identity)
    return failure(
        ErrorCode::usage,
        "it is a checkpoint of another trace or predicate, of another command, or of another build of heddle",
        path);
  cluster::Unpacker unpacker(body);
  if (!unpack(unpacker, poset, rest)) return damaged();
  return rest;
}

}  // namespace heddle::states
