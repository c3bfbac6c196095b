// SPDX-License-Identifier: Apache-2.0
// The rule book of synchronisation against libc: random scripts of calls, executed for real step by step; what
// returned what and who waits must be what the book says. Steps the book calls misuse are left out.
//
// Scripts run in child processes, many in each, as threads that wait for ever stay behind. A script that
// disagrees, or a child that dies or hangs, is shrunk to the fewest steps that still do.
#include "agree/sync_libc.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <new>
#include <optional>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agree/sync_foretold.h"

namespace heddle::sync_script {
namespace {

// What a child tells its parent.
struct Told {
  std::atomic<std::uint64_t> script;  // it is at
  std::atomic<std::uint64_t> steps;
  std::atomic<std::uint64_t> performed[sync::kCalls], waited[sync::kCalls], failed[sync::kCalls];
  std::atomic<bool> disagreed;
  char what[4096];
};

Told& told() {
  static Told* shared =
      new (mmap(nullptr, sizeof(Told), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) Told();
  return *shared;
}

// In the child: true if libc and the book agree to the end.
bool agrees(const Script& script) {
  Foretold foretold;
  Libc libc;
  std::string history;
  for (const Step& step : script) {
    if (!foretold.take(step)) continue;
    history += describe(step) + "\n";
    const Seen seen = libc.perform(step);
    const auto call = static_cast<std::size_t>(step.call);
    const Result& result = seen.results[static_cast<std::size_t>(step.thread)];
    ++told().steps;
    ++told().performed[call];
    if (!result.returned) ++told().waited[call];
    if (result.returned && result.value > 0 && result.value != kInRoutine) ++told().failed[call];
    std::string expected;
    for (const World& world : foretold.worlds()) expected += "  book:" + describe(world.seen) + "\n";
    if (foretold.agree(seen)) continue;
    history += expected + "  libc:" + describe(seen) + "\n";
    std::strncpy(told().what, history.c_str(), sizeof told().what - 1);
    told().disagreed = true;
    return false;
  }
  return true;
}

// Runs it in a child; what went wrong there, if anything did.
std::optional<std::string> in_child(const std::function<void()>& run) {
  told().disagreed = false;
  const pid_t child = fork();
  if (child == 0) {
    alarm(5);
    run();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (told().disagreed) return told().what;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) return "it did not come to rest";
  if (status != 0) return fmt::format("the process ended with {:#x}", status);
  return std::nullopt;
}

std::optional<std::string> disagreement(const Script& script) {
  return in_child([&] { agrees(script); });
}

Script shrunk(Script script, std::string& what) {
  for (std::size_t size = script.size(); size > 0; size /= 2)
    for (std::size_t i = 0; i + size <= script.size();) {
      Script shorter = script;
      shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(i),
                    shorter.begin() + static_cast<std::ptrdiff_t>(i + size));
      if (const auto still = disagreement(shorter)) {
        what = *still;
        script = shorter;
      } else {
        ++i;
      }
    }
  return script;
}

Script script_of(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  return random_script(random);
}

void compare(std::uint64_t first, std::uint64_t last) {
  constexpr std::uint64_t kInOneChild = 100;
  for (std::uint64_t begin = first; begin < last; begin += kInOneChild) {
    const auto wrong = in_child([&] {
      for (std::uint64_t seed = begin; seed < std::min(begin + kInOneChild, last); ++seed) {
        told().script = seed;
        alarm(5);
        if (!agrees(script_of(seed))) return;
      }
    });
    if (!wrong) continue;
    std::string what = *wrong;
    const Script least = shrunk(script_of(told().script), what);
    FAIL() << "script " << told().script << ":\n" << what << "\nof the steps\n" << describe(least);
  }
}

// Every call with a name was made, waited where it can, and failed where it can.
void expect_coverage() {
  for (const sync::Row& row : sync::kRows) {
    if (!sync::has_name(row.call) || row.call == sync::Call::thread_create) continue;
    const auto call = static_cast<std::size_t>(row.call);
    EXPECT_GT(told().performed[call], 0u) << row.enumerator;
    const bool waits = row.form == sync::Form::blocking || row.form == sync::Form::timed;
    const bool fails = row.form == sync::Form::trying || row.form == sync::Form::timed;
    EXPECT_TRUE(!waits || told().waited[call] > 0) << row.enumerator;
    EXPECT_TRUE(!fails || told().failed[call] > 0) << row.enumerator;
  }
  testing::Test::RecordProperty("steps", static_cast<int>(told().steps.load()));
}

TEST(SyncLibc, TheBookSaysWhatLibcDoes) {
  compare(0, 2000);
  expect_coverage();
}

TEST(SyncLibc, DISABLED_LongTheBookSaysWhatLibcDoes) { compare(1'000'000, 1'100'000); }

}  // namespace
}  // namespace heddle::sync_script
