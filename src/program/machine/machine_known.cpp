// SPDX-License-Identifier: Apache-2.0
// Steps that are known (known_steps.h): the machine takes them from component to component, without touching threads
// or memory.
#include <deque>
#include <unordered_set>

#include "program/machine/machine_parts.h"
#include "program/machine/state_reading.h"

namespace heddle::program {
namespace {

struct Hash {
  static std::uint64_t of(const Effect& effect) {
    return base::combine(base::combine(effect.target, effect.value),
                         std::uint64_t{effect.location} << 32 | effect.thread << 8 |
                             static_cast<std::uint8_t>(effect.operation));
  }
  std::size_t operator()(const std::vector<Effect>& effects) const {
    std::uint64_t hash = effects.size();
    for (const Effect& effect : effects) hash = base::combine(hash, of(effect));
    return hash;
  }
  std::size_t operator()(const Pending& pending) const {
    return base::combine(base::combine(pending.address, pending.source),
                         std::uint64_t{pending.location} << 32 | pending.alternatives << 8 |
                             static_cast<std::uint8_t>(pending.kind));
  }
};

}  // namespace

class KnownSteps {
 public:
  struct Step {
    const std::vector<Effect>* effects = nullptr;
    std::uint32_t first = 0, changes = 0;  // in `changes`
  };
  struct Change {
    Slot slot = 0;
    ComponentNumber part = 0;
  };

  KnownAnswers of_steps, of_pendings;
  std::vector<Step> steps;
  std::vector<Change> changes;
  std::vector<const Pending*> pendings;
  std::unordered_set<std::vector<Effect>, Hash> effects;  // what steps share
  std::unordered_set<Pending, Hash> all_pendings;
  tsl::robin_map<ComponentNumber, const ThreadFacts*> facts;
  std::deque<ThreadFacts> all_facts;
  bool names_scattered = false;
  std::uint64_t asked = 0, found = 0;  // since it was last looked at whether all this pays

  // Which part of the state the thread is, and which one of its steps.
  static std::uint64_t question(ThreadNumber thread, std::uint32_t alternative, ComponentNumber own) {
    return std::uint64_t{own} << 32 | thread << 16 | alternative;
  }
  static bool can_ask(ThreadNumber thread, std::uint32_t alternative) {
    return thread < 0x10000 && alternative < 0x10000;
  }
  std::size_t memory() const {
    return of_steps.memory() + of_pendings.memory() + steps.capacity() * sizeof(Step) +
           changes.capacity() * sizeof(Change) + pendings.capacity() * sizeof(pendings[0]) +
           effects.size() * (sizeof(std::vector<Effect>) + sizeof(Effect) + 32) +
           all_pendings.size() * (sizeof(Pending) + 32) + all_facts.size() * (sizeof(ThreadFacts) + 48);
  }
};

void Machine::Parts::begin_to_know() {
  if (options.remember) known_steps = std::make_shared<KnownSteps>();
}

std::size_t Machine::remembered() const {
  return parts_->known_steps == nullptr ? 0 : parts_->known_steps->memory();
}

void Machine::remember_at_most(std::size_t bytes) {
  constexpr std::uint64_t kTrial = 20000;  // steps after which it must have paid
  constexpr std::uint64_t kWorth = 3;      // one of so many must be known
  Parts& p = *parts_;
  if (p.known_steps == nullptr) return;
  if (p.known_steps->asked > kTrial) {
    if (p.known_steps->found * kWorth < p.known_steps->asked) return p.forget_known(true);
    p.known_steps->asked = p.known_steps->found = 0;
  }
  if (p.known_steps->memory() > bytes) p.forget_known(false);
}

// What was found out is void: something changed that is no part of the state.
void Machine::Parts::forget_known(bool for_good) {
  if (known_steps == nullptr) return;
  observer.lose();
  asked.assign(asked.size(), {});
  if (shown_effects != &effects) {
    effects = *shown_effects;
    shown_effects = &effects;
  }
  if (for_good)
    known_steps.reset();
  else
    *known_steps = KnownSteps();
}

const ThreadFacts& Machine::Parts::facts_of(ThreadNumber number) {
  static const ThreadFacts absent;
  const ComponentNumber part = part_at(number);
  if (part == 0) return absent;
  if (number < asked.size() && asked[number].part == part) return *asked[number].facts;
  const auto [entry, is_new] = known_steps->facts.try_emplace(part, nullptr);
  if (is_new) {
    Reader in(pool[part]);
    ThreadFacts facts;
    facts.status = static_cast<Thread::Status>(in.byte() & 0x1F);
    facts.atomic_depth = in.byte();
    for (int i = 0; i < 3; ++i) in.number();  // what it waits for, its mutex, its result
    facts.held.resize(in.number());
    for (Word& lock : facts.held) lock = in.number();
    facts.others_gone = in.number() % 2 != 0;
    entry.value() = &known_steps->all_facts.emplace_back(std::move(facts));
  }
  if (number < asked.size()) {
    asked[number].part = part;
    asked[number].facts = entry->second;
  }
  return *entry->second;
}

// Takes the step if it is known.
bool Machine::Parts::find_step(ThreadNumber number, std::uint32_t alternative) {
  if (known_steps->names_scattered != names_scattered) {
    forget_known(false);
    known_steps->names_scattered = names_scattered;
  }
  if (!KnownSteps::can_ask(number, alternative)) return false;
  ++known_steps->asked;
  const std::uint32_t answer =
      known_steps->of_steps.find(KnownSteps::question(number, alternative, part_at(number)),
                                 [this](Slot slot) { return part_at(slot); });
  if (answer == KnownAnswers::kNoAnswer) return false;
  ++known_steps->found;
  const KnownSteps::Step& step = known_steps->steps[answer];
  for (std::uint32_t i = 0; i < step.changes; ++i) {
    const KnownSteps::Change& change = known_steps->changes[step.first + i];
    put_part(change.slot, change.part);
  }
  shown_effects = step.effects;
  is_behind = true;
  changed();
  return true;
}

// Executes it, and notes what it looked at and changed.
Outcome Machine::Parts::learn_step(ThreadNumber number, std::uint32_t alternative) {
  const State before = taken;
  const std::uint64_t question = KnownSteps::question(number, alternative, part_at(number));
  const ComponentNumber inside = part_at(kAtomicSlot);
  settle();
  observer.begin(number);
  Outcome outcome = perform(number, alternative);
  if (outcome == Outcome::done) outcome = run(number);
  observer.end();
  is_taken = false;
  changed();
  outcome = settled(outcome);
  if (outcome != Outcome::done || known_steps == nullptr) return outcome;
  take();
  if (observer.is_lost() || taken[0] != before[0] || !KnownSteps::can_ask(number, alternative))
    return outcome;
  KnownSteps::Step step{.first = static_cast<std::uint32_t>(known_steps->changes.size())};
  const std::size_t first_page = 1 + taken[0] / 2;
  const std::size_t first_block = first_page + page_dirty.size();
  for (std::size_t at = 1; at < std::max(taken.size(), before.size()); ++at) {
    const ComponentNumber part = at < taken.size() ? taken[at] : 0;
    if (part == (at < before.size() ? before[at] : 0)) continue;
    const auto slot = static_cast<Slot>(at < first_page    ? at - 1
                                        : at < first_block ? kPageSlot + at - first_page
                                                           : kBlockSlot + at - first_block);
    HEDDLE_CHECK(observer.has_seen(slot), "a step changes what it has looked at");
    known_steps->changes.push_back({slot, part});
  }
  step.changes = static_cast<std::uint32_t>(known_steps->changes.size()) - step.first;
  step.effects = &*known_steps->effects.insert(effects).first;
  const auto part_before = [&](Slot slot) {
    if (slot == kAtomicSlot) return inside;
    const std::size_t at = slot >= kBlockSlot  ? first_block + (slot - kBlockSlot)
                           : slot >= kPageSlot ? first_page + (slot - kPageSlot)
                                               : 1 + std::size_t{slot};
    return at < before.size() && (slot >= kPageSlot || at < first_page) ? before[at] : 0;
  };
  HEDDLE_CHECK(known_steps->of_steps.learn(question, observer.seen(), part_before,
                                           static_cast<std::uint32_t>(known_steps->steps.size())),
               "a step looks at the same as before");
  known_steps->steps.push_back(step);
  return outcome;
}

void Machine::Parts::doubt_step(ThreadNumber number, std::uint32_t alternative, const State& before) {
  const State after = taken;
  const bool had_exited = exited;
  taken = before;
  is_behind = true;
  settle();
  effects.clear();
  Outcome outcome = perform(number, alternative);
  if (outcome == Outcome::done) outcome = run(number);
  take();
  HEDDLE_CHECK(settled(outcome) == Outcome::done && exited == had_exited, "a known step goes well");
  HEDDLE_CHECK(taken == after, "a known step leads where it led");
  HEDDLE_CHECK(effects == *shown_effects, "a known step does what it did");
}

void Machine::Parts::doubt_pending(ThreadNumber number, const Pending& known) {
  settle();
  HEDDLE_CHECK(pending(number) == known, "a thread stands before what it stood before");
}

const Pending& Machine::Parts::ask(ThreadNumber number) {
  Asked& answer = asked[number];
  const bool is_known_wanted = known_steps != nullptr && !exited && KnownSteps::can_ask(number, 0);
  if (is_known_wanted && !is_taken) take();
  const bool is_still_so =
      is_known_wanted && answer.answer != nullptr && !answer.depends_on.empty() &&
      std::all_of(answer.depends_on.begin(), answer.depends_on.end(),
                  [this](const auto& each) { return part_at(each.first) == each.second; });
  if (!is_still_so) {
    answer.depends_on.clear();
    if (is_known_wanted) {
      learn_pending(number);
    } else {
      settle();
      answer.own = pending(number);
      answer.answer = &answer.own;
    }
  }
  if (is_still_so && options.doubt) doubt_pending(number, *answer.answer);
  answer.moment = moment;
  return *answer.answer;
}

const Pending& Machine::Parts::learn_pending(ThreadNumber number) {
  Asked& answer = asked[number];
  answer.depends_on.emplace_back(number, part_at(number));
  const std::uint64_t question = KnownSteps::question(number, 0, part_at(number));
  const auto part = [this](Slot slot) { return part_at(slot); };
  const auto part_noted = [&](Slot slot) {
    return answer.depends_on.emplace_back(slot, part_at(slot)).second;
  };
  if (const std::uint32_t found = known_steps->of_pendings.find(question, part_noted);
      found != KnownAnswers::kNoAnswer) {
    answer.answer = known_steps->pendings[found];
    if (options.doubt) doubt_pending(number, *answer.answer);
    return *answer.answer;
  }
  settle();
  observer.begin(number);
  answer.own = pending(number);
  observer.end();
  answer.answer = &answer.own;
  answer.depends_on.clear();
  if (observer.is_lost()) return answer.own;
  answer.depends_on.emplace_back(number, part_at(number));
  for (const Slot slot : observer.seen()) answer.depends_on.emplace_back(slot, part_at(slot));
  answer.answer = &*known_steps->all_pendings.insert(answer.own).first;
  HEDDLE_CHECK(known_steps->of_pendings.learn(question, observer.seen(), part,
                                              static_cast<std::uint32_t>(known_steps->pendings.size())),
               "what a thread stands before depends on the same as before");
  known_steps->pendings.push_back(answer.answer);
  return *answer.answer;
}

}  // namespace heddle::program
