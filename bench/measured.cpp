// SPDX-License-Identifier: Apache-2.0
#include "measured.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <new>

#include <fmt/format.h>
#include <malloc.h>
#include <time.h>

#include "order/trace_poset.h"
#include "states/process_order.h"
#include "trace/trace.h"

namespace {

std::atomic<std::size_t> g_in_use = 0;
std::atomic<std::size_t> g_peak = 0;

}  // namespace

void* operator new(std::size_t size) {
  void* result = std::malloc(size);
  if (result == nullptr) throw std::bad_alloc();
  const std::size_t now = g_in_use += malloc_usable_size(result);
  if (now > g_peak) g_peak = now;
  return result;
}
void operator delete(void* pointer) noexcept {
  g_in_use -= malloc_usable_size(pointer);
  std::free(pointer);
}
void operator delete(void* pointer, std::size_t) noexcept { operator delete(pointer); }

namespace heddle::bench {

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}
double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::size_t bytes_in_use() { return g_in_use; }
void peak_from_now() { g_peak = g_in_use.load(); }
std::size_t peak_bytes() { return g_peak; }

std::string bytes_text(std::size_t count) {
  return count < 10'000       ? fmt::format("{} B", count)
         : count < 10'000'000 ? fmt::format("{} kB", count / 1000)
                              : fmt::format("{} MB", count / 1'000'000);
}

std::optional<NamedPoset> load_poset(const std::string& argument) {
  const std::size_t equals = argument.find('=');
  if (equals == std::string::npos) return std::nullopt;
  NamedPoset loaded{.name = argument.substr(0, equals)};
  const double start = cpu_seconds();
  auto reader = trace::open_trace(argument.substr(equals + 1), {});
  if (!reader) return std::nullopt;
  order::TracePoset made(order::TracePoset::Events::collections);
  while (true) {
    const auto batch = (*reader)->next();
    if (!batch) return std::nullopt;
    if (batch->empty()) break;
    made.on(loaded.read, *batch);
    loaded.read += batch->size();
  }
  order::Poset poset = std::move(made).build();
  loaded.poset = poset.reordered(states::process_order(poset));
  loaded.loading = cpu_seconds() - start;
  return loaded;
}

}  // namespace heddle::bench
