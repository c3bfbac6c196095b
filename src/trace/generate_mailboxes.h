// SPDX-License-Identifier: Apache-2.0
// Traces of distributed computations that do not exist: each thread has a mailbox, and a step is to look into
// one, its own or another's, and to leave word there (an atomic read-modify-write). So each step knows what
// those before it at that mailbox knew, and nothing else orders the threads. The shape is what matters, how
// many global states there are for so many events; a few shapes have names, those of the posets that
// "Predicate detection for parallel computations" measures (Tables 3.1 and 4.2). Its own were not published,
// but their numbers of processes, events and states were. These have the same processes and events; share and
// seed were searched for until the number of states was within four percent of the published one. (`bank` has
// exactly 13^8 states: eight processes of twelve events that know nothing of each other.) The same options
// give the same trace everywhere.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "event/event.h"
#include "event/names.h"

namespace heddle::trace {

struct MailboxOptions {
  std::size_t threads = 10;
  std::uint64_t events = 500;
  double others = 0.2;  // share of the steps that are at another thread's mailbox
  std::uint64_t seed = 1;
  bool in_turn = false;  // one thread after the other; else any of them
};

struct MailboxTrace {
  event::Names names;
  std::vector<event::Event> events;
};
MailboxTrace generate_mailboxes(const MailboxOptions& options);

struct MailboxShape {
  std::string_view name;  // "d-500"
  MailboxOptions options;
  std::uint64_t states = 0;  // as published
};
std::span<const MailboxShape> mailbox_shapes();

}  // namespace heddle::trace
