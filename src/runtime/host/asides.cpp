// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/asides.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace heddle::runtime::host {
namespace {

constexpr std::uint64_t kWord = ~std::uint64_t{7};

bool is_plain(const CheckPlace& place) { return place.operation == "read" || place.operation == "write"; }
bool is_aside(const CheckPlace& place) { return place.unseen && is_plain(place); }
std::uint64_t word_of(const CheckPlace& place) { return place.address & kWord; }

}  // namespace

std::vector<std::size_t> leave_out_asides(CheckRecord& check, CheckMemory& memory) {
  constexpr std::uint64_t kNull = 4096;
  std::vector<std::size_t> left(check.steps.size());
  std::iota(left.begin(), left.end(), std::size_t{1});
  if (check.failure->address >= kNull) {
    const std::size_t lives = check.graph ? 0 : memory.lives_from(check.failure->address);
    const auto is_before = [&](std::size_t number) {
      const CheckPlace& place = check.steps[number - 1];
      return number <= lives && is_plain(place) && word_of(place) == (check.failure->address & kWord);
    };
    std::erase_if(left, is_before);
    std::vector<CheckPlace> steps;
    for (const std::size_t number : left) steps.push_back(std::move(check.steps[number - 1]));
    check.steps = std::move(steps);
    return left;
  }
  std::set<std::pair<std::uint32_t, std::string>> failing;
  for (const CheckPlace& place : check.failure->places)
    if (const auto frames = memory.stack(place); !frames.empty())
      failing.insert({place.thread, frames.front().function});
  std::map<std::uint64_t, std::set<std::uint32_t>> users;
  std::set<std::uint64_t> written, wanted, followed;
  const bool is_end = check.failure->kind == finding::Kind::failure;  // no function fails
  const bool is_crash = check.failure->kind == finding::Kind::null_dereference;
  const event::Location* crashes = nullptr;
  const auto crash = check.failure->places.empty() ? std::vector<event::Location>{}
                                                   : memory.stack(check.failure->places.front());
  if (is_crash && !crash.empty()) crashes = &crash.front();
  const auto is_own_line = [&](const CheckPlace& place) {
    const std::vector<event::Location> frames = memory.whole_stack(place);
    return !frames.empty() && !is_system_file(frames.front().file);
  };
  for (const CheckPlace& place : check.steps) {
    if (!is_aside(place)) continue;
    users[word_of(place)].insert(place.thread);
    if (place.operation == "write" && is_own_line(place)) written.insert(word_of(place));
    for (const event::Location& frame : memory.stack(place))
      if (failing.contains({place.thread, frame.function})) wanted.insert(word_of(place));
    if (crashes != nullptr && place.value == std::uint64_t{0})
      if (const auto frames = memory.stack(place); !frames.empty() && frames.front() == *crashes)
        followed.insert(word_of(place));
  }
  const auto is_left_out = [&](const CheckPlace& place) {
    const std::uint64_t word = word_of(place);
    if (!is_aside(place)) return false;
    const bool is_shared = written.contains(word) && users[word].size() > 1;
    if ((!wanted.contains(word) && !is_end) || (!is_shared && !followed.contains(word))) return true;
    return !is_own_line(place);
  };
  std::erase_if(left, [&](std::size_t number) { return is_left_out(check.steps[number - 1]); });
  std::erase_if(check.steps, is_left_out);
  std::erase_if(check.passing, is_left_out);
  return left;
}

}  // namespace heddle::runtime::host
