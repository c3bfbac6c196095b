// SPDX-License-Identifier: Apache-2.0
#include "finding/thread_notes.h"

#include <algorithm>

#include "event/thread_labels.h"

namespace heddle::finding {

void ThreadNotes::hear(std::span<const event::Event> events) {
  for (const event::Event& event : events)
    if (event.operation == event::Operation::fork) forks_.try_emplace(event.other(), event);
}

void ThreadNotes::add_to(Finding& finding, const event::Names& names) const {
  for (const Step& step : finding.steps) {
    const auto known = std::find_if(finding.threads.begin(), finding.threads.end(),
                                    [&](const ThreadNote& note) { return note.name == step.thread; });
    if (known != finding.threads.end()) continue;
    const event::ThreadId thread = names.threads.find(step.thread);
    ThreadNote note{.name = step.thread, .label = event::label_of(names, thread)};
    const auto fork = forks_.find(thread);
    if (fork != forks_.end()) {
      if (!step.stack.empty()) note.runs = step.stack.back().function;
      if (fork->second.location.exists()) note.created = names.locations[fork->second.location];
      note.by = names.threads[fork->second.thread];
    }
    finding.threads.push_back(std::move(note));
  }
  std::sort(finding.threads.begin(), finding.threads.end(), [&](const ThreadNote& a, const ThreadNote& b) {
    return names.threads.find(a.name) < names.threads.find(b.name);
  });
}

}  // namespace heddle::finding
