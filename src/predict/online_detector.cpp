// SPDX-License-Identifier: Apache-2.0
#include "predict/online_detector.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"
#include "predict/witness.h"
#include "states/runs.h"

namespace heddle::predict {

namespace {

using Kind = Expression::Kind;
constexpr std::size_t kNone = ~std::size_t{0};
constexpr std::uint64_t kLooksForLess = 1U << 22U;  // states, after the first in which the predicate holds

std::size_t place(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

}  // namespace

// Holds copies of what the listener's thread may change.
class OnlineDetector::View final : private GlobalState {
 public:
  View(const OnlineDetector& detector, const std::vector<std::vector<Moment>>& moments)
      : predicate_(detector.predicate_),
        thread_names_(detector.thread_names_),
        variables_(detector.variables_),
        named_(detector.named_),
        moments_(moments),
        at_(moments.size()) {
    for (std::size_t p = 0; p < moments.size(); ++p) names_.push_back(detector.processes_[p].name);
  }

  void set(std::size_t p, order::Index digit) { at_[p] = &moments_[p][digit]; }
  bool holds() const {
    return predicate_.expression ? value(*predicate_.expression, 0) != 0 : predicate_.function(*this);
  }

 private:
  std::int64_t variable(std::size_t p, const std::string& name) const {
    const std::size_t slot = place(variables_, name);
    return slot < at_[p]->values->size() ? (*at_[p]->values)[slot] : 0;
  }

  std::size_t threads() const override { return at_.size(); }
  const char* thread_name(std::size_t thread) const override { return names_[thread]->c_str(); }
  std::int64_t value(std::size_t thread, const char* name) const override { return variable(thread, name); }
  std::size_t events(std::size_t thread) const override { return at_[thread]->steps; }

  std::int64_t value(const Expression& e, std::size_t each) const;

  const WatchedPredicate& predicate_;
  const std::vector<std::string>& thread_names_;
  const std::vector<std::string> variables_;
  const std::vector<std::size_t> named_;
  const std::vector<std::vector<Moment>>& moments_;
  std::vector<const Moment*> at_;
  std::vector<std::shared_ptr<const std::string>> names_;
};

OnlineDetector::OnlineDetector(WatchedPredicate predicate, states::OnlineParaMount::Options options)
    : predicate_(std::move(predicate)),
      para_mount_(options, [this](const states::OnlineParaMount::Share& share) { return look(share); }) {
  HEDDLE_CHECK(predicate_.expression.has_value() != (predicate_.function != nullptr), "one of the two");
  if (!predicate_.expression) return;
  HEDDLE_CHECK(can_watch(*predicate_.expression), "races are watched by race detectors");
  collect_names(*predicate_.expression);
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
  added.name = std::make_shared<const std::string>(names_->threads[thread]);
  added.moments.push_back({.values = std::make_shared<const Values>(variables_.size(), 0)});
  const std::size_t named = place(thread_names_, names_->threads[thread]);
  if (named < named_.size()) named_[named] = known;
  return known;
}

void OnlineDetector::set_values(Values& values, const event::Event& event) {
  const event::Mark& mark = names_->marks[event.mark()];
  const auto slot = [&](const std::string& name) -> std::int64_t* {
    const std::size_t known = place(variables_, name);
    if (known == variables_.size()) {
      if (predicate_.expression) return nullptr;
      variables_.push_back(name);
    }
    if (values.size() <= known) values.resize(known + 1, 0);
    return &values[known];
  };
  if (mark.values.empty()) {
    if (std::int64_t* passed = slot(mark.label)) ++*passed;
  }
  for (const event::MarkValue& set : mark.values) {
    if (std::int64_t* variable = slot(set.name)) *variable = set.value;
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

std::int64_t OnlineDetector::View::value(const Expression& e, std::size_t each) const {
  switch (e.kind) {
    case Kind::number:
      return e.number;
    case Kind::variable: {
      const std::size_t p = e.thread.empty() ? each : named_[place(thread_names_, e.thread)];
      return p < at_.size() ? variable(p, e.name) : 0;  // a thread that has not begun
    }
    case Kind::negate:
      return saturating_subtract(0, value(e.operands[0], each));
    case Kind::logical_not:
      return value(e.operands[0], each) == 0 ? 1 : 0;
    case Kind::both:
      return value(e.operands[0], each) != 0 && value(e.operands[1], each) != 0 ? 1 : 0;
    case Kind::either:
      return value(e.operands[0], each) != 0 || value(e.operands[1], each) != 0 ? 1 : 0;
    default:
      break;
  }
  if (e.kind < Kind::count) return apply(e.kind, value(e.operands[0], each), value(e.operands[1], each));
  std::int64_t holding = 0, sum = 0, least = 0, greatest = 0;
  for (std::size_t p = 0; p < at_.size(); ++p) {
    const std::int64_t v = value(e.operands[0], p);
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
      return static_cast<std::size_t>(holding) == at_.size() ? 1 : 0;
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
  std::optional<View> view;
  {
    const std::lock_guard lock(mutex_);
    for (std::size_t p = 0; p < n; ++p) {
      const Process& own = processes_[p];
      const auto begin = own.moments.begin() + (share.base[p] - own.first);
      moments[p].assign(begin, begin + share.part.length(p) + 1);
    }
    view.emplace(*this, moments);
  }
  std::uint64_t looked = 0, found_at = 0;
  std::optional<order::State> least;
  std::uint64_t least_events = 0;
  states::runs(share.part, states::whole(share.part),
               [&](const order::Index* digits, order::Index low, order::Index high) {
                 std::uint64_t before = 0;
                 for (std::size_t p = 0; p + 1 < n; ++p) {
                   view->set(p, digits[p]);
                   before += digits[p];
                 }
                 for (order::Index last = low; last <= high; ++last) {
                   if (n > 0) view->set(n - 1, last);
                   ++looked;
                   if (least && before + last >= least_events) break;
                   if (!view->holds()) continue;
                   if (!least) found_at = looked;
                   least.emplace(digits, digits + n);
                   if (n > 0) least->back() = last;
                   least_events = before + last;
                   break;  // what follows is greater
                 }
                 return !least || looked - found_at < kLooksForLess;
               });
  states_ += looked;
  if (!least) return true;
  Found found;
  for (std::size_t p = 0; p < n; ++p) {
    found.events += share.base[p] + (*least)[p];
    found.last.push_back(moments[p][(*least)[p]]);
    found.start.push_back(moments[p].front().steps);
    view->set(p, share.part.length(p));
  }
  for (const auto [p, from, to] : stretches_to(share.part, *least)) {
    found.run.emplace_back(p, moments[p][to].steps - moments[p][from].steps);
  }
  // The greatest state of the interval is where the program was when the event arrived.
  if (view->holds()) found.observed = n > 0 ? moments[share.event.process].back().position : 0;
  const std::lock_guard lock(mutex_);
  if (!found_ || found.events < found_->events) found_ = std::move(found);
  return false;
}

void OnlineDetector::tell() {
  if (told_ || !para_mount_.quiet()) return;  // a worker may still find a smaller state
  const std::lock_guard lock(mutex_);
  told_ = true;
  finding::Finding finding{.kind = finding::Kind::predicate, .certainty = finding::Certainty::possible};
  finding.message = fmt::format("`{}` {}", predicate_.text, found_->observed ? "held" : "could have held");
  finding.predicate = predicate_.text;
  finding.witness.kind = finding::Witness::Kind::state;
  const bool from_start =
      std::all_of(found_->start.begin(), found_->start.end(), [](std::uint64_t steps) { return steps == 0; });
  for (std::size_t p = 0; p < found_->last.size(); ++p) {
    const Moment& last = found_->last[p];
    finding.witness.state.emplace_back(*processes_[p].name, last.steps);
    if (!from_start) finding.witness.start.emplace_back(*processes_[p].name, found_->start[p]);
    if (last.steps > 0) finding.steps.push_back(finding::step_from(last.event, last.position, *names_));
  }
  for (const auto& [p, steps] : found_->run) finding.witness.run.push_back({*processes_[p].name, steps});
  if (found_->observed) {
    finding.certainty = finding::Certainty::observed;
    finding.notes.push_back(
        fmt::format("The run itself was in such a state after event {}.", *found_->observed));
  }
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

}  // namespace heddle::predict
