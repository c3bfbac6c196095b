// SPDX-License-Identifier: Apache-2.0
#include "explore/native/json.h"

#include <link.h>

#include "runtime/shared/segments.h"

namespace heddle::explore {

using control::Place;

namespace {

const char* const kActions[] = {
#define HEDDLE_OPERATION(enumerator, name, std_name, target) name,
#include "event/operation.def"
#undef HEDDLE_OPERATION
};
// In the order of control::Baseless; runtime/host puts them into words.
const char* const kBaseless[] = {"wake-up", "exchange", "timeout", "clock", "late"};

int module(dl_phdr_info* info, std::size_t, void* to) {
  Json& json = *static_cast<Json*>(to);
  const auto [low, high] = runtime::bounds_of(info);
  char path[4096];
  if (info->dlpi_name[0] == 0) {
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
  } else {
    std::snprintf(path, sizeof path, "%s", info->dlpi_name);
  }
  json.raw("{\"path\":");
  json.text(path);
  json.format(",\"low\":%lu,\"high\":%lu,\"bias\":%lu},", low, high,
              static_cast<std::uint64_t>(info->dlpi_addr));
  return 0;
}

}  // namespace

void write_modules(Json& json) {
  json.raw("[");
  dl_iterate_phdr(module, &json);
  json.raw("{}]");
}

void write_place(Json& json, const Place& place) {
  json.format("{\"thread\":%d,\"operation\":", static_cast<int>(place.thread));
  json.text(kActions[static_cast<std::size_t>(place.action)]);
  if (place.other != control::kNoThread) json.format(",\"waits_for\":%u", place.other);
  if (place.address != 0) {
    json.format(",\"address\":%lu,\"size\":%u", place.address, place.size);
  }
  if (place.has_value) json.format(",\"value\":%lu", place.value);
  if (place.event != Place::kNoEvent) json.format(",\"event\":%u", place.event);
  json.raw(",\"stack\":[");
  for (std::size_t i = 0; i < place.frames; ++i) {
    json.format(i > 0 ? ",%lu" : "%lu", place.pcs[i]);
  }
  json.raw("]");
  if (place.unseen) json.raw(",\"unseen\":true");
  if (place.baseless != 0) json.format(",\"baseless\":\"%s\"", kBaseless[place.baseless - 1]);
  if (place.holds_shared != 0) json.format(",\"holds_shared\":%u", place.holds_shared);
  if (place.order != Place::kNoOrder) json.format(",\"order\":%u", place.order);
  if (place.holds_count > 0) json.raw(",\"holds\":[");
  for (std::size_t i = 0; i < place.holds_count; ++i) json.format(i > 0 ? ",%lu" : "%lu", place.holds[i]);
  json.raw(place.holds_count > 0 ? "]}" : "}");
}

void write_places(Json& json, std::span<const Place> all) {
  for (const Place& each : all) {
    if (&each != all.data()) json.raw(",");
    write_place(json, each);
  }
}

}  // namespace heddle::explore
