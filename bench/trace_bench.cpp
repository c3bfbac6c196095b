// SPDX-License-Identifier: Apache-2.0
// How fast traces are read, written and checked: a generated one of 8 threads, 64 locks and 10,000 variables.
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "trace/execution_rules.h"
#include "trace/formats.h"
#include "trace/generate.h"
#include "trace/hdl.h"
#include "trace/std_text.h"

namespace {

using namespace heddle;

constexpr std::uint64_t kEvents = 2'000'000;

std::string generated(const std::string& extension) {
  std::string bytes;
  auto writer = trace::create_trace_in(trace::ByteSink::to_memory(bytes), "a" + extension);
  trace::Generator generator({.events = kEvents});
  for (auto batch = generator.next(); !batch.empty(); batch = generator.next())
    if (!(*writer)->write(generator.names(), batch)) return {};
  if (!(*writer)->finish()) return {};
  return bytes;
}

template <class Open>
void read_all(benchmark::State& state, const std::string& extension, Open open) {
  const std::string bytes = generated(extension);
  for (auto _ : state) {
    state.PauseTiming();
    auto source = trace::ByteSource::from_memory(bytes, "a" + extension);
    state.ResumeTiming();
    std::unique_ptr<trace::TraceReader> reader = open(std::move(source));
    std::uint64_t count = 0;
    for (;;) {
      auto batch = reader->next();
      if (!batch || batch->empty()) break;
      count += batch->size();
    }
    if (count != kEvents) state.SkipWithError("events are missing");
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kEvents));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes.size()));
  state.counters["bytes/event"] = static_cast<double>(bytes.size()) / kEvents;
}

void read_std(benchmark::State& state) {
  read_all(state, ".std", [](trace::ByteSource source) { return trace::read_std_text(std::move(source)); });
}
void read_hdl(benchmark::State& state) {
  read_all(state, ".hdl", [](trace::ByteSource source) -> std::unique_ptr<trace::TraceReader> {
    return std::move(*trace::HdlReader::open(std::move(source)));
  });
}
void open_checked_std(benchmark::State& state) {
  read_all(state, ".std",
           [](trace::ByteSource source) { return std::move(*open_trace_from(std::move(source))); });
}
void open_checked_hdl(benchmark::State& state) {
  read_all(state, ".hdl",
           [](trace::ByteSource source) { return std::move(*open_trace_from(std::move(source))); });
}

void write_all(benchmark::State& state, const std::string& extension) {
  trace::Generator generator({.events = kEvents});
  std::vector<event::Event> events;
  for (auto batch = generator.next(); !batch.empty(); batch = generator.next())
    events.insert(events.end(), batch.begin(), batch.end());
  for (auto _ : state) {
    std::string bytes;
    auto writer = trace::create_trace_in(trace::ByteSink::to_memory(bytes), "a" + extension);
    if (!(*writer)->write(generator.names(), events) || !(*writer)->finish())
      state.SkipWithError("not written");
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kEvents));
}
void write_std(benchmark::State& state) { write_all(state, ".std"); }
void write_hdl(benchmark::State& state) { write_all(state, ".hdl"); }

void generate(benchmark::State& state) {
  for (auto _ : state) {
    trace::Generator generator({.events = kEvents});
    while (!generator.next().empty()) {
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kEvents));
}

BENCHMARK(read_std)->Unit(benchmark::kMillisecond);
BENCHMARK(read_hdl)->Unit(benchmark::kMillisecond);
BENCHMARK(open_checked_std)->Unit(benchmark::kMillisecond);
BENCHMARK(open_checked_hdl)->Unit(benchmark::kMillisecond);
BENCHMARK(write_std)->Unit(benchmark::kMillisecond);
BENCHMARK(write_hdl)->Unit(benchmark::kMillisecond);
BENCHMARK(generate)->Unit(benchmark::kMillisecond);

}  // namespace
