// SPDX-License-Identifier: Apache-2.0
#include "predict/online_detector.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"
#include "states/runs.h"

namespace heddle::predict {

namespace {

using Kind = Expression::Kind;
constexpr std::size_t kNone = ~std::size_t{0};

std::size_t place(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

}  // namespace

OnlineDetector::OnlineDetector(Expression predicate, std::string text,
                               states::OnlineParaMount::Options options)
    : predicate_(std::move(predicate)),
      text_(std::move(text)),
      para_mount_(options, [this](const states::OnlineParaMount::Share& share) { return look(share); }) {
  HEDDLE_CHECK(can_watch(predicate_), "races are watched by race detectors");
  collect_names(predicate_);
  named_.assign(thread_names_.size(), kNone);
}

OnlineDetector::~OnlineDetector() = default;

bool OnlineDetector::can_watch(const Expression& predicate) {
  return predicate.kind != Kind::race &&
         std::all_of(predicate.operands.begin(), predicate.operands.end(), can_watch);
}

void OnlineDetector::collect_names(const Expression& e) {
  if (e.kind == Kind::variable) {
    if (place(variables_, e.name) == variables_.size()) variables_.push_back(e.name);
    if (!e.thread.empty() && place(thread_names_, e.thread) == thread_names_.size()) {
      thread_names_.push_back(e.thread);
    }
  }
  for (const Expression& operand : e.operands) collect_names(operand);
}

void OnlineDetector::begin(const event::Names& names, finding::Sink sink) {
  names_ = &names;
  sink_ = std::move(sink);
}

std::size_t OnlineDetector::process(event::ThreadId thread) {
  if (thread.index() >= process_of_.size()) process_of_.resize(thread.index() + 1, kNone);
  std::size_t& known = process_of_[thread.index()];
  if (known != kNone) return known;
  known = para_mount_.add_process(clocks_.known_to(thread));
  steps_.push_back(0);
  const std::lock_guard lock(mutex_);
  Process& added = processes_.emplace_back();
  added.thread = thread;
  added.moments.push_back({.values = std::make_shared<const Values>(variables_.size(), 0)});
  const std::size_t named = place(thread_names_, names_->threads[thread]);
  if (named < named_.size()) named_[named] = known;
  return known;
}

void OnlineDetector::set_values(Values& values, const event::Event& event) const {
  const event::Mark& mark = names_->marks[event.mark()];
  const auto slot = [&](const std::string& name) { return place(variables_, name); };
  if (mark.values.empty() && slot(mark.label) < values.size()) ++values[slot(mark.label)];
  for (const event::MarkValue& set : mark.values) {
    if (slot(set.name) < values.size()) values[slot(set.name)] = set.value;
  }
}

void OnlineDetector::on(event::Position first, std::span<const event::Event> events) {
  tell();
  for (const event::Event& event : events) {
    const event::Position position = first++;
    if (told_) return;
    const std::size_t p = process(event.thread);
    const std::uint64_t steps = ++steps_[p];
    if (event.operation == event::Operation::end) para_mount_.retire(p);
    if (!order::Flow::orders(event.operation) && event.operation != event::Operation::mark) continue;
    const std::span<const order::Index> clock = clocks_.before(event);
    order::Index index = 0;
    {
      const std::lock_guard lock(mutex_);  // before the interval that needs it exists
      Process& own = processes_[p];
      index = ++own.done;
      Moment moment{own.moments.back().values, event, position, steps};
      if (event.operation == event::Operation::mark) {
        Values values = *moment.values;
        set_values(values, event);
        if (values != *moment.values) moment.values = std::make_shared<const Values>(std::move(values));
      }
      own.moments.push_back(std::move(moment));
    }
    const order::Index inserted = para_mount_.insert(p, clock);
    HEDDLE_CHECK(inserted == index, "both count the events of a process");
    clocks_.after(event, p, index);
    if (event.operation == event::Operation::fork)
      process(event.other());  // it may begin with this knowledge
  }
  const std::size_t known = processes_.size();  // only this thread adds to them
  for (std::size_t p = 0; p < known; ++p) {
    const order::Index forgotten = para_mount_.forgotten(p);
    const std::lock_guard lock(mutex_);
    Process& own = processes_[p];
    while (own.first < forgotten && own.moments.size() > 1) {
      own.moments.pop_front();
      ++own.first;
    }
  }
  tell();
}

std::int64_t OnlineDetector::value(const Expression& e, const std::vector<const Values*>& at,
                                   std::size_t each) const {
  switch (e.kind) {
    case Kind::number:
      return e.number;
    case Kind::variable: {
      const std::size_t p = e.thread.empty() ? each : named_[place(thread_names_, e.thread)];
      return p < at.size() ? (*at[p])[place(variables_, e.name)] : 0;  // a thread that has not begun
    }
    case Kind::negate:
      return saturating_subtract(0, value(e.operands[0], at, each));
    case Kind::logical_not:
      return value(e.operands[0], at, each) == 0 ? 1 : 0;
    case Kind::both:
      return value(e.operands[0], at, each) != 0 && value(e.operands[1], at, each) != 0 ? 1 : 0;
    case Kind::either:
      return value(e.operands[0], at, each) != 0 || value(e.operands[1], at, each) != 0 ? 1 : 0;
    default:
      break;
  }
  if (e.kind < Kind::count)
    return apply(e.kind, value(e.operands[0], at, each), value(e.operands[1], at, each));
  std::int64_t holding = 0, sum = 0, least = 0, greatest = 0;
  for (std::size_t p = 0; p < at.size(); ++p) {
    const std::int64_t v = value(e.operands[0], at, p);
    holding += v != 0 ? 1 : 0;
    sum = saturating_add(sum, v);
    least = p == 0 ? v : std::min(least, v);
    greatest = p == 0 ? v : std::max(greatest, v);
  }
  switch (e.kind) {
    case Kind::count:
      return holding;
    case Kind::exists:
      return holding > 0 ? 1 : 0;
    case Kind::forall:
      return static_cast<std::size_t>(holding) == at.size() ? 1 : 0;
    case Kind::minimum:
      return least;
    case Kind::maximum:
      return greatest;
    default:
      return sum;
  }
}

// All states of one interval, on a worker's thread.
bool OnlineDetector::look(const states::OnlineParaMount::Share& share) {
  const std::size_t n = share.base.size();
  std::vector<std::vector<Moment>> moments(n);  // by process, by digit of the part
  {
    const std::lock_guard lock(mutex_);
    for (std::size_t p = 0; p < n; ++p) {
      const Process& own = processes_[p];
      const auto begin = own.moments.begin() + (share.base[p] - own.first);
      moments[p].assign(begin, begin + share.part.length(p) + 1);
    }
  }
  std::vector<const Values*> at(n);
  std::uint64_t looked = 0;
  std::optional<order::State> holds;
  states::runs(share.part, states::whole(share.part),
               [&](const order::Index* digits, order::Index low, order::Index high) {
                 for (std::size_t p = 0; p + 1 < n; ++p) at[p] = moments[p][digits[p]].values.get();
                 for (order::Index last = low; last <= high; ++last) {
                   if (n > 0) at[n - 1] = moments[n - 1][last].values.get();
                   ++looked;
                   if (value(predicate_, at, 0) == 0) continue;
                   holds.emplace(digits, digits + n);
                   if (n > 0) holds->back() = last;
                   return false;
                 }
                 return true;
               });
  states_ += looked;
  if (!holds) return true;
  const std::lock_guard lock(mutex_);
  if (found_) return false;
  found_.emplace();
  for (std::size_t p = 0; p < n; ++p) {
    const order::Index index = share.base[p] + (*holds)[p];
    found_->state.push_back(index);
    found_->last.push_back(index == 0 ? std::nullopt : std::optional(moments[p][(*holds)[p]]));
  }
  return false;
}

void OnlineDetector::tell() {
  const std::lock_guard lock(mutex_);
  if (told_ || !found_) return;
  told_ = true;
  finding::Finding finding{.kind = finding::Kind::predicate, .certainty = finding::Certainty::possible};
  finding.message = fmt::format("`{}` could have held", text_);
  finding.witness.kind = finding::Witness::Kind::state;
  for (std::size_t p = 0; p < found_->state.size(); ++p) {
    finding.witness.state.emplace_back(names_->threads[processes_[p].thread],
                                       found_->last[p] ? found_->last[p]->steps : 0);
    if (found_->last[p]) {
      finding.steps.push_back(finding::step_from(found_->last[p]->event, found_->last[p]->position, *names_));
    }
  }
  finding.notes.push_back(
      "Found while the program ran; a recording of it tells the schedule (heddle detect).");
  sink_(std::move(finding));
}

void OnlineDetector::finish() {
  if (!told_) para_mount_.finish();
  tell();
}

std::vector<std::string> OnlineDetector::doubts() const {
  if (told_ || para_mount_.dropped() == 0) return {};
  return {fmt::format("{} events' global states were not looked at: they came faster than they could be",
                      para_mount_.dropped())};
}

finding::Listener::Point OnlineDetector::save() {
  HEDDLE_CHECK(false, "what was looked at beside a program cannot be taken back");
  return 0;
}
void OnlineDetector::restore(Point) { HEDDLE_CHECK(false, "there is no point to go back to"); }

}  // namespace heddle::predict
