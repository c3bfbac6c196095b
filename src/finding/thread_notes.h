// SPDX-License-Identifier: Apache-2.0
// Who the threads of a recorded finding are: where each was created, by whom, and which function it runs.
#pragma once

#include <map>
#include <span>

#include "event/event.h"
#include "event/names.h"
#include "finding/finding.h"

namespace heddle::finding {

class ThreadNotes {
 public:
  void hear(std::span<const event::Event> events);
  void add_to(Finding& finding, const event::Names& names) const;

 private:
  std::map<event::ThreadId, event::Event> forks_;  // by the thread that was created
};

}  // namespace heddle::finding
