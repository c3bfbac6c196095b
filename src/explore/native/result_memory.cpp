// SPDX-License-Identifier: Apache-2.0
#include "explore/native/result_memory.h"

#include <span>

namespace heddle::explore {
namespace {

// Blocks that the failure or one of the last steps is about.
bool is_used(const control::Shared& shared, const control::Place& block) {
  const auto covers = [&](std::uint64_t address) {
    return address >= block.address && address < block.address + (block.size > 0 ? block.size : 1);
  };
  constexpr std::uint32_t kLooked = 2048;
  if (covers(shared.failure.address)) return true;
  for (std::uint32_t i = shared.steps_count > kLooked ? shared.steps_count - kLooked : 0;
       i < shared.steps_count; ++i) {
    if (covers(shared.steps[i].address)) return true;
    if (shared.steps[i].has_value && covers(shared.steps[i].value)) return true;
    for (std::uint8_t j = 0; j < shared.steps[i].holds_count; ++j)
      if (covers(shared.steps[i].holds[j])) return true;
  }
  return false;
}

void write_windows(Json& json, std::span<const control::StackWindow> windows) {
  json.raw(",\"windows\":[");
  for (const control::StackWindow& window : windows) {
    json.format("%s{\"address\":%lu,\"low\":%lu,\"thread\":%u,\"words\":[",
                &window != windows.data() ? "," : "", window.address, window.low, window.thread);
    for (std::uint32_t j = 0; j < window.words; ++j) json.format(j > 0 ? ",%lu" : "%lu", window.word[j]);
    json.raw("],\"frames\":[");
    for (std::uint32_t j = 0; j < window.frames; ++j) json.format(j > 0 ? ",%lu" : "%lu", window.frame[j]);
    json.raw("]}");
  }
  json.raw("]");
}

}  // namespace

void write_memory(Json& json, const control::Shared& shared) {
  json.raw(",\"allocations\":[");
  const char* separator = "";
  for (std::uint32_t i = 0; i < shared.allocations_count; ++i) {
    if (!is_used(shared, shared.allocations[i])) continue;
    json.raw(separator);
    write_place(json, shared.allocations[i]);
    separator = ",";
  }
  json.raw("]");
  write_windows(json, {shared.windows, shared.windows_count});
}

void write_passed(Json& json, const control::PassedRaces& passed) {
  json.raw(passed.overflows ? ",\"passes_over_more\":true,\"passed_over\":[" : ",\"passed_over\":[");
  for (std::uint32_t i = 0; i < passed.count; ++i) {
    const control::PassedRace& race = passed.races[i];
    json.format("%s{\"address\":%lu,\"size\":%u,\"places\":[", i > 0 ? "," : "", race.address, race.size);
    write_places(json, race.places);
    json.raw("],\"allocations\":[");
    if (race.block.size > 0) write_place(json, race.block);
    json.raw("]");
    write_windows(json, {&race.window, race.is_on_stack ? std::size_t{1} : 0});
    json.raw("}");
  }
  json.raw("]");
}

}  // namespace heddle::explore
