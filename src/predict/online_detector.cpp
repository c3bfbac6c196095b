// SPDX-License-Identifier: Apache-2.0
#include "predict/online_detector.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

// Each name once: of the values, and in race(…).
void collect_names(const Expression& e, std::vector<std::string>& variables,
                   std::vector<std::string>& races) {
  std::vector<std::string>* names = e.kind == Kind::variable ? &variables
                                    : e.kind == Kind::race   ? &races
                                                             : nullptr;
  if (names != nullptr && place(*names, e.name) == names->size()) names->push_back(e.name);
  for (const Expression& operand : e.operands) collect_names(operand, variables, races);
}

// The value where nothing was marked.
std::int64_t at_first(const Expression& e) {
  switch (e.kind) {
    case Kind::number:
      return e.number;
    case Kind::negate:
      return saturating_subtract(0, at_first(e.operands[0]));
    case Kind::logical_not:
      return at_first(e.operands[0]) == 0 ? 1 : 0;
    case Kind::both:
      return at_first(e.operands[0]) != 0 && at_first(e.operands[1]) != 0 ? 1 : 0;
    case Kind::either:
      return at_first(e.operands[0]) != 0 || at_first(e.operands[1]) != 0 ? 1 : 0;
    default:
      return e.operands.size() == 2 ? apply(e.kind, at_first(e.operands[0]), at_first(e.operands[1])) : 0;
  }
}

// Threads that have not begun make no difference, and the more races there are the more it holds.
bool can_pass_over(const Expression& e, bool positive) {
  const bool joins = e.kind == Kind::both || e.kind == Kind::either;
  if (e.kind == Kind::race) return positive;
  if (e.kind == Kind::minimum || e.kind == Kind::maximum) return false;
  if (e.kind >= Kind::count && (at_first(e.operands[0]) != 0) != (e.kind == Kind::forall)) return false;
  return std::all_of(e.operands.begin(), e.operands.end(),
                     [&](const Expression& operand) { return can_pass_over(operand, positive && joins); });
}

}  // namespace

// Holds copies of what the listener's thread may change.
class OnlineDetector::View final : private GlobalState {
 public:
  View(const OnlineDetector& detector, const Moments& moments)
      : function_(detector.predicate_.function),
        variables_(detector.variables_),
        moments_(moments),
        at_(moments.size()) {
    for (std::size_t p = 0; p < moments.size(); ++p) names_.push_back(detector.processes_[p].name);
  }

  void set(std::size_t p, order::Index digit) { at_[p] = &moments_[p][digit]; }
  bool holds() const { return function_(*this); }

 private:
  std::size_t threads() const override { return at_.size(); }
  const char* thread_name(std::size_t thread) const override { return names_[thread]->c_str(); }
  std::int64_t value(std::size_t thread, const char* name) const override {
    const std::size_t slot = place(variables_, name);
    return slot < at_[thread]->values->size() ? (*at_[thread]->values)[slot] : 0;
  }
  std::size_t events(std::size_t thread) const override { return at_[thread]->steps; }

  const PredicateFunction function_;
  const std::vector<std::string> variables_;
  const Moments& moments_;
  std::vector<const Moment*> at_;
  std::vector<std::shared_ptr<const std::string>> names_;
};

OnlineDetector::OnlineDetector(WatchedPredicate predicate, states::OnlineParaMount::Options options)
    : predicate_(std::move(predicate)),
      para_mount_(options, [this](const states::OnlineParaMount::Share& share) { return look(share); }) {
  HEDDLE_CHECK(predicate_.expression.has_value() != (predicate_.function != nullptr), "one of the two");
  if (!predicate_.expression) return;
  HEDDLE_CHECK(can_watch(*predicate_.expression), "too many races");
  collect_names(*predicate_.expression, variables_, races_);
  passes_over_ = can_pass_over(*predicate_.expression, true);
}

OnlineDetector::~OnlineDetector() = default;

bool OnlineDetector::can_watch(const Expression& predicate) {
  std::vector<std::string> variables, races;
  collect_names(predicate, variables, races);
  return races.size() <= 64;
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

std::uint64_t OnlineDetector::races_about(const event::Event& access) const {
  std::uint64_t bits = 0;
  for (std::size_t k = 0; k < races_.size(); ++k)
    if (is_about(*names_, access.variable(), races_[k])) bits |= std::uint64_t{1} << k;
  return bits;
}

void OnlineDetector::on(event::Position first, std::span<const event::Event> events) {
  tell();
  for (const event::Event& event : events) {
    const event::Position position = first++;
    if (told_) return;
    const std::size_t p = process(event.thread);
    const std::uint64_t steps = ++steps_[p];
    if (event.operation == event::Operation::end) para_mount_.retire(p);
    const bool access = !races_.empty() && event::is_access(event.operation);
    if (!access && !order::Flow::orders(event.operation) && event.operation != event::Operation::mark)
      continue;
    const std::span<const order::Index> clock = clocks_.before(event);
    order::Index index = 0;
    bool changes = !passes_over_;
    {
      const std::lock_guard lock(mutex_);  // before the interval that needs it exists
      Process& own = processes_[p];
      index = ++own.done;
      Moment moment{own.moments.back().values, event, position, steps, 0, nullptr};
      if (event.operation == event::Operation::mark) {
        Values values = *moment.values;
        set_values(values, event);
        if (values != *moment.values) {
          moment.values = std::make_shared<const Values>(std::move(values));
          changes = true;
        }
      }
      if (access) moment.races = races_about(event);
      if (moment.races != 0) {
        moment.clock = std::make_shared<const std::vector<order::Index>>(clock.begin(), clock.end());
        if (accesses_.add(p, index, event, clock)) changes = true;
      }
      own.moments.push_back(std::move(moment));
    }
    const order::Index inserted = para_mount_.insert(
        p, clock, changes ? states::OnlineParaMount::Looked::at : states::OnlineParaMount::Looked::not_at);
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

// Who stands at accesses that race, by the clocks of the accesses: one may be the last before the part begins.
std::shared_ptr<const RacePairs> OnlineDetector::pairs(const states::OnlineParaMount::Share& share,
                                                       const Moments& moments, std::uint64_t bit) const {
  const auto known = [](const Moment& moment, std::size_t q) {
    return q < moment.clock->size() ? (*moment.clock)[q] : 0;
  };
  struct Access {
    EventRef at;
    const Moment* moment;
  };
  std::map<std::uint64_t, std::vector<Access>> words;
  std::vector<RacePairs::Pair> pairs;
  for (std::uint32_t p = 0; p < moments.size(); ++p)
    for (Index i = 0; i < moments[p].size(); ++i) {
      const Moment& moment = moments[p][i];
      if ((moment.races & bit) == 0) continue;
      const event::Event& e = moment.event;
      const std::uint64_t last = e.target + std::max<std::uint32_t>(e.extent, 1) - 1;
      for (std::uint64_t word = e.target / 8; word <= last / 8; ++word) {
        for (const Access& other : words[word]) {
          const std::size_t q = other.at.process;
          if (q != p && event::conflict(other.moment->event.operation, e.operation) &&
              other.moment->event.variable().overlaps(e.variable()) &&
              known(moment, q) < share.base[q] + other.at.index &&
              known(*other.moment, p) < share.base[p] + i)
            pairs.push_back({other.at, {p, i}});
        }
        words[word].push_back({{p, i}, &moment});
      }
    }
  return std::make_shared<const RacePairs>(moments.size(), std::move(pairs));
}

OnlineDetector::Asked OnlineDetector::decide(const states::OnlineParaMount::Share& share,
                                             const Moments& moments,
                                             const std::vector<std::string>& variables,
                                             std::vector<std::string> threads) {
  std::map<std::string, Table> tables;
  for (std::size_t slot = 0; slot < variables.size(); ++slot) {
    Table& table = tables[variables[slot]];
    table.resize(moments.size());
    for (std::size_t p = 0; p < moments.size(); ++p)
      for (const Moment& moment : moments[p])
        table[p].push_back(slot < moment.values->size() ? (*moment.values)[slot] : 0);
  }
  const Scope scope{.poset = share.part,
                    .threads = std::move(threads),
                    .variables = tables,
                    .races =
                        [&](const std::string& variable) {
                          return pairs(share, moments, std::uint64_t{1} << place(races_, variable));
                        },
                    .grows = true};
  const auto bound = bind_to(*predicate_.expression, scope, predicate_.text);
  HEDDLE_CHECK(bound.has_value(), "a scope that grows has a value for every name");
  auto detection = possibly(*bound, share.part, {.workers = 1});
  HEDDLE_CHECK(detection.has_value(), "some algorithm is made for every predicate");
  states_ += detection->states;
  const std::lock_guard lock(mutex_);
  used_.insert(detection->used.begin(), detection->used.end());
  return {std::move(detection->state), bound->evaluate(share.part.top().data()) != 0};
}

// All states of one interval.
OnlineDetector::Asked OnlineDetector::ask_function(const Poset& part, View view) {
  const std::size_t n = part.processes();
  std::uint64_t looked = 0, found_at = 0;
  Asked asked;
  std::uint64_t least_events = 0;
  states::runs(part, states::whole(part),
               [&](const order::Index* digits, order::Index low, order::Index high) {
                 std::uint64_t before = 0;
                 for (std::size_t p = 0; p + 1 < n; ++p) {
                   view.set(p, digits[p]);
                   before += digits[p];
                 }
                 for (order::Index last = low; last <= high; ++last) {
                   if (n > 0) view.set(n - 1, last);
                   ++looked;
                   if (asked.state && before + last >= least_events) break;
                   if (!view.holds()) continue;
                   if (!asked.state) found_at = looked;
                   asked.state.emplace(digits, digits + n);
                   if (n > 0) asked.state->back() = last;
                   least_events = before + last;
                   break;  // what follows is greater
                 }
                 return !asked.state || looked - found_at < kLooksForLess;
               });
  states_ += looked;
  if (!asked.state) return asked;
  for (std::size_t p = 0; p < n; ++p) view.set(p, part.length(p));
  asked.at_end = view.holds();
  return asked;
}

// One interval, on a worker's thread.
bool OnlineDetector::look(const states::OnlineParaMount::Share& share) {
  const std::size_t n = share.base.size();
  Moments moments(n);
  std::optional<View> view;
  std::vector<std::string> variables, threads;
  {
    const std::lock_guard lock(mutex_);
    for (std::size_t p = 0; p < n; ++p) {
      const Process& own = processes_[p];
      const auto begin = own.moments.begin() + (share.base[p] - own.first);
      moments[p].assign(begin, begin + share.part.length(p) + 1);
      threads.push_back(*own.name);
    }
    variables = variables_;
    view.emplace(*this, moments);
  }
  const Asked asked = predicate_.expression ? decide(share, moments, variables, std::move(threads))
                                            : ask_function(share.part, std::move(*view));
  if (!asked.state) return true;
  const State& least = *asked.state;
  Found found;
  for (std::size_t p = 0; p < n; ++p) {
    found.events += share.base[p] + least[p];
    found.last.push_back(moments[p][least[p]]);
    found.start.push_back(moments[p].front().steps);
  }
  for (const auto [p, from, to] : stretches_to(share.part, least)) {
    found.run.emplace_back(p, moments[p][to].steps - moments[p][from].steps);
  }
  // The greatest state of the interval is where the program was when the event arrived.
  if (asked.at_end) found.observed = n > 0 ? moments[share.event.process].back().position : 0;
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

std::vector<finding::Statistic> OnlineDetector::statistics() const {
  std::vector<std::string_view> used_names;
  for (const Algorithm algorithm : used()) used_names.push_back(name(algorithm));
  if (used_names.empty()) return {{"states", states()}};
  std::vector<finding::Statistic> result = {{"algorithm", fmt::format("{}", fmt::join(used_names, " and "))}};
  if (states() > 0) result.insert(result.begin(), {"states", states()});
  return result;
}

std::set<Algorithm> OnlineDetector::used() const {
  const std::lock_guard lock(mutex_);
  return used_;
}

}  // namespace heddle::predict
