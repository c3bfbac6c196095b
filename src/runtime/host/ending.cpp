// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/ending.h"

#include <csignal>

#include <fmt/format.h>
#include <sys/wait.h>

namespace heddle::runtime::host {
namespace {

bool comes_from_outside(int number) {
  return number == SIGKILL || number == SIGTERM || number == SIGINT || number == SIGHUP || number == SIGQUIT;
}

finding::Finding crash_of(int number, const Channel& channel, Words& words) {
  finding::Finding finding;
  finding.kind = number == SIGABRT ? finding::Kind::abort : finding::Kind::signal;
  finding.message = number == SIGABRT ? std::string("the program aborts")
                                      : fmt::format("the program is stopped by {}", signal_name(number));
  const Crash& crash = channel.crash;
  if (crash.ready == 0 || crash.signal != static_cast<std::uint32_t>(number)) return finding;
  if (crash.has_address != 0) finding.message += fmt::format(" at address {:#x}", crash.address);
  finding.steps = {words.step(crash.thread, number == SIGABRT ? "abort" : "fault", crash.origin)};
  return finding;
}

}  // namespace

void add_ending(const Ending& ending, const Channel& channel, Words& words, finding::Report& report) {
  if (ending.stuck) return report.verdict.doubt("the program was stopped, for it could not go on");
  if (!WIFSIGNALED(ending.status)) return;
  const int number = WTERMSIG(ending.status);
  if (comes_from_outside(number))
    return report.verdict.doubt(fmt::format("the program was stopped by {}", signal_name(number)));
  report.findings.push_back(crash_of(number, channel, words));
}

}  // namespace heddle::runtime::host
