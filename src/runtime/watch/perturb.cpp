// SPDX-License-Identifier: Apache-2.0
#include "runtime/watch/perturb.h"

namespace heddle::runtime {

void perturb_here(Passage passage, const void* pc) {
  Thread* thread = active();
  // A handler of signals may have interrupted anything, and a child of fork is not what is looked at.
  if (thread == nullptr || thread->perturbed == nullptr || thread->handler.number != 0 || is_forked_child)
    return;
  constexpr std::uintptr_t kPage = 4096;  // where in its page code lies is the same in every run
  const std::uint64_t place = reinterpret_cast<std::uintptr_t>(pc) % kPage;
  const std::uint64_t microseconds =
      Perturbation{process.channel->seed}.delay(*thread->perturbed, place, passage);
  if (microseconds == 0) return;
  __atomic_fetch_add(&process.channel->delays, 1, __ATOMIC_RELAXED);
  const std::uint32_t never = 0;
  raw_wait(&never, 0, microseconds * 1000);
}

void know_path(Thread& thread, const Thread* creator) {
  if (!process.perturbed) return;
  if (thread.perturbed == nullptr) thread.perturbed = static_cast<Perturbed*>(permanent(sizeof(Perturbed)));
  if (thread.perturbed == nullptr) return;
  *thread.perturbed = {};
  if (creator != nullptr && creator->perturbed != nullptr)
    thread.perturbed->path = base::combine(creator->perturbed->path, ++creator->perturbed->children);
}

}  // namespace heddle::runtime
