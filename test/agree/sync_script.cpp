// SPDX-License-Identifier: Apache-2.0
#include "agree/sync_script.h"

#include <cstring>

#include <fmt/format.h>
#include <pthread.h>

namespace heddle::sync_script {

using sync::Call;
using sync::Object;

int slot(const Step& step) {
  switch (sync::row(step.call).object) {
    case Object::mutex:
      return step.target % 2;
    case Object::rwlock:
      return rwlock;
    case Object::spin:
      return spin;
    case Object::condition:
      return condition;
    case Object::semaphore:
      return semaphore;
    case Object::barrier:
      return barrier;
    case Object::once:
      return once;
    case Object::thread:
    case Object::futex:
      return -1;
  }
  return -1;
}

std::string describe(const Step& step) {
  const sync::Row& row = sync::row(step.call);
  std::string text = fmt::format("T{}: {}", step.thread, row.enumerator);
  if (row.object == Object::mutex || row.object == Object::condition)
    text += step.target % 2 == 0 ? " a" : " b";
  if (row.object == Object::thread) text += fmt::format(" T{}", step.target);
  if (row.form == sync::Form::timed) {
    constexpr const char* kTimes[] = {"past", "far", "no time"};
    constexpr const char* kClocks[] = {"", ", monotonic", ", realtime", ", no clock"};
    text +=
        fmt::format(" ({}{})", kTimes[static_cast<int>(step.time)], kClocks[static_cast<int>(step.clock)]);
  }
  if (row.form == sync::Form::init) text += fmt::format(" ({})", step.value);
  if (step.c11 && !row.c11_names.empty()) text += " by C11";
  return text;
}

std::string describe(const Script& script) {
  std::string text;
  for (const Step& step : script) text += describe(step) + "\n";
  return text;
}

std::string describe(const Seen& seen) {
  std::string text;
  for (int t = 0; t < kThreads; ++t) {
    const Result& result = seen.results[static_cast<std::size_t>(t)];
    if (seen.ended[static_cast<std::size_t>(t)]) text += fmt::format(" T{} has ended", t);
    if (!result.returned) continue;
    if (result.value == kInRoutine)
      text += fmt::format(" T{} is in the routine", t);
    else if (result.value > 0)
      text += fmt::format(" T{} returned {}", t, strerrorname_np(result.value));
    else
      text += fmt::format(" T{} returned {}", t, result.value);
    if (result.out != 0) text += fmt::format(", wrote {}", result.out);
  }
  return text.empty() ? " nobody returned" : text;
}

namespace {

unsigned random_value(Call call, std::mt19937_64& random) {
  switch (call) {
    case Call::mutex_init: {
      constexpr int kTypes[] = {PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK,
                                PTHREAD_MUTEX_ADAPTIVE_NP};
      const int type = kTypes[random() % 4];
      return static_cast<unsigned>(type | (type != PTHREAD_MUTEX_ADAPTIVE_NP && random() % 2 == 0 ? 16 : 0));
    }
    case Call::rwlock_init:
      return static_cast<unsigned>(random() % 3);
    case Call::semaphore_init:
      return random() % 8 == 0 ? 0x7FFFFFFFU + static_cast<unsigned>(random() % 2)
                               : static_cast<unsigned>(random() % 3);
    case Call::barrier_init:
      return random() % 8 == 0 ? 0x7FFFFFFEU + static_cast<unsigned>(random() % 2)
                               : static_cast<unsigned>(random() % 4);
    default:
      return 0;
  }
}

}  // namespace

Script random_script(std::mt19937_64& random) {
  // Objects come in up to three kinds; a condition brings its mutexes.
  bool kinds[sync::kObjects] = {};
  for (int i = 0; i < 3; ++i) kinds[random() % sync::kObjects] = true;
  if (kinds[static_cast<int>(Object::condition)]) kinds[static_cast<int>(Object::mutex)] = true;
  std::vector<Call> calls;
  for (const sync::Row& row : sync::kRows)
    if (sync::has_name(row.call) && kinds[static_cast<int>(row.object)] && row.call != Call::thread_create) {
      const bool rare =
          row.form == sync::Form::init || row.form == sync::Form::destroy || row.call == Call::thread_exit;
      calls.insert(calls.end(), rare ? 1 : 4, row.call);
    }
  const auto threads = 2 + random() % 2;
  Script script;
  for (int s = 0; s < kSlots; ++s) {  // every object of the script is made first, mutexes in all their kinds
    constexpr Call kInits[] = {Call::mutex_init,     Call::mutex_init,     Call::rwlock_init, Call::spin_init,
                               Call::condition_init, Call::semaphore_init, Call::barrier_init};
    if (s == once || !kinds[static_cast<int>(sync::row(kInits[s]).object)]) continue;
    script.push_back({.call = kInits[s], .target = s, .value = random_value(kInits[s], random)});
  }
  if (calls.empty()) return script;
  for (std::size_t left = 4 + random() % 40; left > 0; --left) {
    Step step;
    step.thread = static_cast<int>(random() % threads);
    step.call = calls[random() % calls.size()];
    step.target = static_cast<int>(random() % (sync::row(step.call).object == Object::thread ? threads : 2));
    if (step.call == Call::thread_exit) step.target = step.thread;
    step.time = static_cast<Time>(random() % 8 == 0 ? 2 : random() % 2);
    step.clock = static_cast<Clock>(random() % 8 == 0 ? 3 : random() % 3);
    step.c11 = random() % 4 == 0;
    if (sync::row(step.call).c11_names.empty()) step.c11 = false;
    if (step.c11) step.clock = Clock::unnamed;
    // Joining until a time that is none keeps a processor busy until the thread has ended.
    if (step.call == Call::thread_timed_join && step.time == Time::invalid) step.time = Time::past;
    step.value = random_value(step.call, random);
    if (step.call == Call::mutex_init && step.c11) step.value &= 1;
    script.push_back(step);
  }
  return script;
}

}  // namespace heddle::sync_script
