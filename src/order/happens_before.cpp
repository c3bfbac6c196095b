// SPDX-License-Identifier: Apache-2.0
#include "order/happens_before.h"

#include "base/check.h"

namespace heddle::order {

void HappensBefore::learn(const event::Event& event) {
  if (event.thread.index() >= threads_.size()) add_threads(event.thread);
  pending_ = {};
  if (event.operation == event::Operation::acquire) {
    acquire(event.thread, event.lock());
  } else if (event.operation == event::Operation::release) {
    released_ = event.lock();
    releaser_ = event.thread;
  } else {
    const Steps steps = flow_.on(event);
    grow();
    apply(steps.before);
    pending_ = steps.after;
  }
}

void HappensBefore::learn_from(CarrierId self, Flow::Lock lock) {
  for (const CarrierId carrier : {lock.exclusive, lock.shared}) {
    const Carrier& from = carriers_[carrier.index()];
    join(self, from, from.copy_of);
  }
}

void HappensBefore::release(event::ThreadId thread, event::LockId lock) {
  const Flow::Lock known = carriers_of(thread, lock);
  const CarrierId self = threads_[thread.index()];
  copy(known.exclusive, carriers_[self.index()], epochs_[thread.index()]);
  tick(self);
  clear(known.shared);
}

void HappensBefore::publish() {
  apply(pending_);
  pending_ = {};
}

void HappensBefore::add_threads(event::ThreadId up_to) {
  flow_.thread(up_to);
  grow();
}

void HappensBefore::grow() {
  if (carriers_.size() < flow_.carriers()) {
    carriers_.resize(flow_.carriers());
    thread_of_.resize(flow_.carriers());
  }
  while (threads_.size() < flow_.threads()) {
    const event::ThreadId thread(threads_.size());
    HEDDLE_CHECK(thread.index() < kMaximumThreads, "thread numbers fit an epoch");
    const CarrierId carrier = flow_.thread(thread);
    threads_.push_back(carrier);
    thread_of_[carrier.index()] = thread;
    carriers_[carrier.index()].clock.set(blocks_, thread.index(), kAlways);
    epochs_.emplace_back(thread, 1);
  }
}

void HappensBefore::apply(std::span<const Step> steps) {
  for (const Step& step : steps) {
    if (step.kind == Step::Kind::clear) {
      clear(step.to);
      continue;
    }
    const Carrier& from = carriers_[step.from.index()];
    HEDDLE_CHECK(step.from_thread || !thread_of_[step.from.index()].exists(), "a thread's clock has kAlways");
    const Epoch published = step.from_thread ? epochs_[thread_of_[step.from.index()].index()] : from.copy_of;
    if (step.kind == Step::Kind::copy)
      copy(step.to, from, published);
    else
      join(step.to, from, published);
    if (step.from_thread) tick(step.from);
  }
}

void HappensBefore::join(CarrierId into, const Carrier& from, Epoch published) {
  Carrier& to = carriers_[into.index()];
  if (from.clock.empty() || (published.exists() && knows(to, published))) return;
  if (to.clock.empty()) {
    copy(into, from, published);
    return;
  }
  if (to.copy_of.exists()) {
    to.clock.set(blocks_, to.copy_of.thread().index(), to.copy_of.clock());
    to.copy_of = Epoch();
  }
  to.clock.join(blocks_, from.clock);
  // What `to` did not know, the entry kAlways in `from` stands for.
  if (published.exists()) to.clock.set(blocks_, published.thread().index(), published.clock());
}

void HappensBefore::copy(CarrierId into, const Carrier& from, Epoch published) {
  Carrier& to = carriers_[into.index()];
  to.clock = from.clock;
  to.copy_of = published;
}

void HappensBefore::clear(CarrierId carrier) {
  carriers_[carrier.index()].clock.reset();
  carriers_[carrier.index()].copy_of = Epoch();
}

void HappensBefore::tick(CarrierId carrier) {
  const event::ThreadId thread = thread_of_[carrier.index()];
  Epoch& epoch = epochs_[thread.index()];
  HEDDLE_CHECK(epoch.clock() < Epoch::kClockMask, "a thread's segments fit an epoch");
  epoch = Epoch(thread, epoch.clock() + 1);
}

}  // namespace heddle::order
