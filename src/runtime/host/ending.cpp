// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/ending.h"

#include <csignal>

#include <fmt/format.h>
#include <sys/wait.h>

namespace heddle::runtime::host {
namespace {

bool comes_from_outside(int number) {
  return number == SIGKILL || number == SIGTERM || number == SIGINT || number == SIGHUP ||
         number == SIGQUIT || number == SIGPIPE;  // the last: nobody reads on
}

finding::Finding crash_of(int number, const Channel& channel, Words& words) {
  finding::Finding finding;
  finding.kind = number == SIGABRT ? finding::Kind::abort : finding::Kind::signal;
  finding.message = number == SIGABRT ? std::string("the program aborts")
                                      : fmt::format("the program is stopped by {}", signal_name(number));
  const Crash& crash = channel.crash;
  if (crash.ready == 0 || crash.signal != static_cast<std::uint32_t>(number)) return finding;
  if (crash.exception[0] != '\0') {
    finding.kind = finding::Kind::uncaught_exception;
    std::string type =
        demangled((std::string("_ZTS") + crash.exception).c_str());  // "typeinfo name for Mine"
    type.erase(0, type.rfind(" for ") != std::string::npos ? type.rfind(" for ") + 5 : 0);
    finding.message = fmt::format("an exception of type {} leaves its thread{}{}", type,
                                  crash.what[0] != '\0' ? ": " : "", crash.what);
  }
  const char* done = crash.exception[0] != '\0' ? "fails"
                     : number == SIGABRT        ? "abort"
                     : crash.has_address == 0   ? "fault"
                     : crash.writes != 0        ? "write"
                                                : "read";
  if (crash.has_address != 0) {
    constexpr std::uint64_t kPage = 4096;
    if (crash.address < kPage) finding.kind = finding::Kind::null_dereference;
    finding.message +=
        fmt::format(": {} address {:#x}{}", crash.writes != 0 ? "write to" : "read of", crash.address,
                    crash.address < kPage ? ", which a null pointer leads to" : "");
  }
  finding.steps = {words.step(crash.thread, done, crash.origin)};
  finding.threads = {words.note(crash.thread, finding.steps)};
  return finding;
}

}  // namespace

void add_ending(const Ending& ending, const Channel& channel, Words& words, finding::Report& report) {
  const auto tell_where = [&] {
    report.notes.emplace_back("When it was stopped:");
    for (const std::string& line : words.waiting()) report.notes.push_back("  " + line);
  };
  if (ending.out_of_time) {
    report.verdict.doubt("the program did not end in time, and was stopped (--limit-seconds)");
    return tell_where();
  }
  if (ending.hung) report.findings.push_back(words.hang());
  if (ending.stuck) return report.verdict.doubt("the program was stopped, for it could not go on");
  if (!WIFSIGNALED(ending.status)) return;
  const int number = WTERMSIG(ending.status);
  if (comes_from_outside(number)) {
    report.verdict.doubt(fmt::format("the program was stopped by {}",
                                     number == SIGINT ? "Ctrl-C (SIGINT)" : signal_name(number)));
    return tell_where();
  }
  report.findings.push_back(crash_of(number, channel, words));
}

}  // namespace heddle::runtime::host
