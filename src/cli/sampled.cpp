// SPDX-License-Identifier: Apache-2.0
// heddle sampled: a program that `heddle c++ --sample` built has found something, and ends. It calls this itself
// (watch/alone.h) and waits meanwhile.
#include "runtime/host/sampled.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

#include <fmt/format.h>

#include "cli/output.h"
#include "cli/verb.h"
#include "finding/suppressions.h"
#include "report/reporter.h"
#include "runtime/host/lock_order.h"
#include "runtime/host/session.h"
#include "runtime/host/symbols.h"
#include "runtime/host/words.h"

namespace heddle::cli {
namespace {

namespace host = runtime::host;

struct SampledOptions {
  int channel = -1;
  std::uint64_t process = 0;
};

// $HEDDLE_FINDINGS with the process for each %p.
std::string file_for(std::uint64_t process) {
  const char* given = std::getenv("HEDDLE_FINDINGS");
  std::string file = given != nullptr && *given != 0 ? given : "heddle-findings.%p.txt";
  for (std::size_t at = 0; (at = file.find("%p", at)) != std::string::npos;)
    file.replace(at, 2, std::to_string(process));
  return file;
}

base::Result<int> tell(const SampledOptions& options) {
  auto file = host::ChannelFile::adopt(options.channel);
  if (!file) return base::failure(file.error());
  const runtime::Channel& channel = (*file)->channel();
  host::Symbols symbols([&] { return std::span(channel.module, channel.modules); });
  host::Words words(channel, symbols);
  finding::Report report;
  report.command = "run";
  report.input = channel.modules > 0 ? channel.module[0].path : "";
  report.findings = words.findings(false);
  if (channel.crash.ready != 0)
    report.verdict.doubt(fmt::format("the program was stopped by {}",
                                     host::signal_name(static_cast<int>(channel.crash.signal))));
  host::add_potential_deadlocks(channel, words, report);
  words.add_doubts(report.verdict);
  const double rate = host::rate_of(channel.sample);
  if (rate < 1) report.verdict.doubt(host::doubt_of_sample(rate));
  finding::leave_out_library_frames(report.findings);
  report.statistics.push_back({"threads", std::uint64_t{channel.threads}});
  report.statistics.push_back({"sampled", channel.sampled});
  if (report.findings.empty()) return exit_with(ExitStatus::inconclusive);  // nothing to tell
  OutputOptions output;
  output.output = file_for(options.process);
  if (const report::Reporter* meant = report::reporter_by_ending(output.output)) output.format = meant->name;
  return deliver(report, output);
}

}  // namespace

Action add_sampled(CLI::App& app) {
  auto options = std::make_shared<SampledOptions>();
  app.add_option("channel", options->channel, "the descriptor of what the program has to say")->required();
  app.add_option("process", options->process, "its number, for the name of the file")->required();
  return [options] { return tell(*options); };
}

}  // namespace heddle::cli
