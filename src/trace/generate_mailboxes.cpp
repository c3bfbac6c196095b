// SPDX-License-Identifier: Apache-2.0
#include "trace/generate_mailboxes.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/hash.h"

namespace heddle::trace {

MailboxTrace generate_mailboxes(const MailboxOptions& options) {
  MailboxTrace trace;
  std::uint64_t state = base::mix(options.seed + 1);
  const auto random = [&] { return base::mix(state += 0x9E3779B97F4A7C15U); };
  const auto below = [&](std::size_t end) { return static_cast<std::size_t>((random() >> 32) * end >> 32); };
  const std::size_t n = std::max<std::size_t>(options.threads, 1);
  std::vector<event::Variable> mailboxes;
  for (std::size_t t = 0; t < n; ++t) {
    trace.names.threads.intern(fmt::format("T{}", t));
    mailboxes.push_back(trace.names.variable(fmt::format("mailbox{}", t)));
  }
  trace.events.reserve(options.events);
  for (std::uint64_t k = 0; k < options.events; ++k) {
    const std::size_t any = below(n), t = options.in_turn ? k % n : any;
    const bool away = static_cast<double>(random() >> 11) < options.others * 0x1p53;
    const std::size_t other = n > 1 ? (t + 1 + below(n - 1)) % n : t;
    event::Event event =
        event::access(event::ThreadId(t), event::Operation::atomic_rmw, mailboxes[away ? other : t]);
    event.order = event::MemoryOrder::acq_rel;
    event.location = trace.names.locations.intern({.line = static_cast<std::uint32_t>(k + 1)});
    trace.events.push_back(event);
  }
  return trace;
}

std::span<const MailboxShape> mailbox_shapes() {
  static const MailboxShape shapes[] = {
      {"d-300", {10, 300, 0.259, 1}, 42'695'907},           {"d-500", {10, 500, 0.227, 1}, 237'475'992},
      {"d-10K", {10, 10'000, 0.265, 1}, 4'962'876'973},     {"bank", {8, 96, 0, 1, true}, 815'730'721},
      {"tsp", {8, 105'282, 0.872, 16}, 13'474'170},         {"hedc", {12, 216, 0.188, 12}, 4'486'599'595},
      {"elevator", {12, 38'528, 0.349, 1}, 27'643'588'608}, {"w-4", {4, 480, 0.022, 1}, 9'381'251},
      {"w-8", {8, 480, 0.069, 1}, 7'392'009'768},           {"w-12", {12, 480, 0.14, 199}, 206'379'406'870},
      {"w-16", {16, 480, 0.259, 1}, 991'493'848'554},
  };
  return shapes;
}

}  // namespace heddle::trace
