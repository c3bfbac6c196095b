// SPDX-License-Identifier: Apache-2.0
// What threads that do not go on wait for.
#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "finding/unordered.h"
#include "runtime/host/words.h"

namespace heddle::runtime::host {

std::string Words::where_it_waits(const finding::Step& step) {
  std::string words;
  if (const std::string at = event::text(step.location); !at.empty()) words += " at " + at;
  if (!step.location.function.empty()) words += " in " + step.location.function;
  for (std::size_t i = 0; i < step.holding.size(); ++i)
    words += (i == 0 ? ", holding " : ", ") + finding::lock_words(step.holding[i]);
  return words;
}

std::vector<std::string> Words::waiting() {
  static constexpr const char* kFor[] = {
      "", "the lock", "the condition", "the semaphore", "the barrier", "the end of"};
  std::vector<std::string> lines;
  begin_report();
  const std::uint32_t threads = std::min(channel_.threads, kMaxThreads);
  for (std::uint32_t i = 0; i < threads; ++i) {
    const ThreadRecord& record = channel_.thread[i];
    if (record.finished != 0) continue;
    const std::string label(record.label, strnlen(record.label, sizeof record.label));
    std::string line = thread(i) + (label.empty() ? "" : fmt::format(" (\"{}\")", label));
    if (record.left != 0) {
      lines.push_back(line + " has left by pthread_exit");
      continue;
    }
    if (record.waits == Waits::nothing) {
      lines.push_back(line + " waits for nothing that heddle sees: it runs, or is in a call of the system");
      continue;
    }
    const finding::Step step = this->step(i, "waits", record.waits_at);
    line += fmt::format(" waits for {} {}", kFor[static_cast<std::size_t>(record.waits)],
                        record.waits == Waits::join ? thread(static_cast<std::uint32_t>(record.waits_for))
                                                    : "`" + lock(record.waits_for) + "`");
    lines.push_back(line + where_it_waits(step));
  }
  return lines;
}

std::vector<std::string> Words::leaked() {
  constexpr std::size_t kTold = 5;
  std::vector<std::string> lines;
  std::size_t more = 0;
  for (std::uint32_t i = 1; i < std::min(channel_.threads, kMaxThreads); ++i) {
    const ThreadRecord& record = channel_.thread[i];
    if (record.finished == 0 || record.retired != 0) continue;
    const auto frames = stack(record.created);
    const event::Location* where = place(frames);
    if (where == nullptr) continue;
    if (lines.size() == kTold)
      ++more;
    else
      lines.push_back(fmt::format(
          "{}, created at {}, has ended, and nobody joined or detached it: what it occupies is lost",
          thread(i), event::text(*where)));
  }
  if (more > 0) lines.push_back(fmt::format("and so have {} other threads", more));
  return lines;
}

finding::Finding Words::hang() {
  finding::Finding finding;
  begin_report();
  finding.kind = finding::Kind::deadlock;
  std::vector<std::uint32_t> threads;
  std::string conditions, left;
  for (std::uint32_t i = 0; i < std::min(channel_.threads, kMaxThreads); ++i) {
    const ThreadRecord& record = channel_.thread[i];
    if (record.finished != 0) continue;
    if (record.left != 0) {
      left = thread(i);
      continue;
    }
    finding::Step waits = step(i, "waits for", record.waits_at);
    const bool joins = record.waits == Waits::join;
    waits.target = joins ? thread(static_cast<std::uint32_t>(record.waits_for)) : lock(record.waits_for);
    if (joins) waits.operation = "waits for the end of";
    if (!joins) finding.variable += (finding.variable.empty() ? "" : ", ") + waits.target;
    finding.message += fmt::format("{} {} {} {}", finding.message.empty() ? "deadlock:" : ";", waits.thread,
                                   waits.operation, joins ? waits.target : "`" + waits.target + "`");
    if (const std::string name = "`" + waits.target + "`";
        record.waits == Waits::condition && conditions.find(name) == std::string::npos)
      conditions += (conditions.empty() ? "" : ", ") + name;
    finding.steps.push_back(std::move(waits));
    threads.push_back(i);
  }
  finding.notes.emplace_back("Every thread waits, and none is left that could wake one.");
  if (!left.empty())
    finding.notes.push_back(
        fmt::format("{} has left by pthread_exit; a lock that it holds nobody gives up.", left));
  if (!conditions.empty())
    finding.notes.push_back(fmt::format(
        "Nobody is left to notify {}: a notification that comes before the wait is lost, and one of a single "
        "waiter (notify_one, pthread_cond_signal) may wake another than it was meant for.",
        conditions));
  describe_threads(threads, finding);
  return finding;
}

}  // namespace heddle::runtime::host
