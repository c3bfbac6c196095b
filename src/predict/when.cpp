// SPDX-License-Identifier: Apache-2.0
#include "predict/when.h"

#include <algorithm>
#include <mutex>

#include <fmt/format.h>

#include "base/check.h"
#include "order/trace_poset.h"
#include "predict/least_cut.h"
#include "predict/library_predicate.h"
#include "predict/predict.h"
#include "predict/same_reads.h"
#include "predict/sum_bounds.h"
#include "predict/told_schedule.h"
#include "predict/witness.h"
#include "states/decision_flow.h"
#include "states/loset_quick_lex.h"
#include "states/loset_walk.h"
#include "states/para_mount.h"
#include "states/state_diagram.h"

namespace heddle::predict {

namespace {

using states::Answer;
using states::StateDiagram;

// The recording as a computation without lock order. Threads without events are none of its processes.
Computation computation_of(const Recording& recording, std::vector<std::size_t>& threads) {
  const order::Loset& must = recording.must();
  std::vector<std::size_t> process(must.threads());
  order::PosetBuilder builder;
  for (std::size_t t = 0; t < must.threads(); ++t)
    if (must.size(t) > 0) {
      process[t] = builder.add_process(event::ThreadId(t));
      threads.push_back(t);
    }
  std::vector<Index> clock(threads.size());
  for (Position p = 0; p < recording.events().size(); ++p) {
    const EventAt at = recording.at(p);
    for (std::size_t q = 0; q < threads.size(); ++q) clock[q] = must.seen(at.thread, at.index, threads[q]);
    builder.add_clock(process[at.thread], clock, p);
  }
  return Computation(std::move(builder).build(), {recording.events().begin(), recording.events().end()},
                     recording.names());
}

class When {
 public:
  When(const Recording& recording, const Referee& referee, const WhenQuestion& question,
       finding::Report& report)
      : recording_(recording),
        referee_(referee),
        question_(question),
        report_(report),
        must_(recording.must()),
        whole_(question.forced ? std::make_shared<states::WholeForm>(must_, *question.forced)
                               : std::make_shared<states::WholeForm>(must_)),
        computation_(computation_of(recording, threads_)) {}

  base::Result<void> run() {
    if (question_.library == nullptr)
      if (auto understood = understand(); !understood) return understood;
    claim_ = {question_.library == nullptr ? &expression_ : nullptr, question_.library};
    const bool over = by_recording() || by_class() || by_diagram() || by_enumeration();
    if (over) report_.statistics.push_back({"decided_by", std::string(way_)});
    if (diagram_nodes_ > 0) report_.statistics.push_back({"diagram_nodes", diagram_nodes_});
    report_.statistics.push_back({"states_visited", visited_});
    return {};
  }

 private:
  base::Result<void> understand() {
    auto expression = parse(question_.text);
    if (!expression) return base::failure(expression.error());
    expression_ = std::move(*expression);
    if (speaks_of_races(expression_))
      return base::failure(base::ErrorCode::unsupported,
                           "races under another lock order are what --races predicts", "--when");
    auto bound = bind_to(expression_, computation_, question_.text, question_.grows);
    if (!bound) return base::failure(bound.error());
    formula_ = take_apart(*bound, computation_.poset());
    open_.assign(formula_.disjuncts.begin(), formula_.disjuncts.end());
    return {};
  }

  // Of a state by thread, that by process.
  State processes(const Index* state) const {
    State result(threads_.size());
    for (std::size_t p = 0; p < threads_.size(); ++p) result[p] = state[threads_[p]];
    return result;
  }
  State threads(const State& state) const {
    State result(must_.threads(), 0);
    for (std::size_t p = 0; p < threads_.size(); ++p) result[threads_[p]] = state[p];
    return result;
  }
  bool holds(const State& by_process) const {
    if (question_.library != nullptr) return predict::holds(question_.library, computation_, by_process);
    return std::any_of(open_.begin(), open_.end(),
                       [&](const Conjunction& one) { return one.holds(by_process.data()); });
  }

  bool by_recording() {
    way_ = "recording";
    State state(must_.threads(), 0);
    base::StopCheck stop(question_.stop);
    if (holds(processes(state.data()))) return found({.answer = Answer::yes, .from = state}, true);
    for (Position p = 0; p < recording_.events().size(); ++p) {
      const Event& event = recording_.events()[p];
      ++state[event.thread.index()];
      if (event.operation != event::Operation::mark && question_.library == nullptr) continue;
      ++visited_;
      if (holds(processes(state.data()))) return found({.answer = Answer::yes, .from = state}, true);
      if (stop.reached()) return false;
    }
    if (recording_.events().empty()) return true;
    if (question_.library != nullptr) return false;
    // Every state of a thread is one of the recorded run's, and all others lead to its end.
    const auto decided = [](const Conjunction& c) {
      return c.sums.empty() && c.others.empty() && c.locals.size() <= 1;
    };
    std::erase_if(open_, decided);
    return formula_.is_stable || open_.empty();
  }

  // The least state, or the one with the greatest sum, in which the conjunction holds; for classes that have
  // an algorithm. Unknown: this one has not.
  struct Sought {
    Answer answer = Answer::unknown;
    State state;
  };
  static Sought seek(const Poset& poset, const Conjunction& c) {
    if (!c.others.empty()) return {};
    if (std::all_of(c.sums.begin(), c.sums.end(), LeastCut::applies_to)) {
      auto state = LeastCut(poset, c.locals, c.sums).above(poset.bottom(), poset.top());
      return state ? Sought{Answer::yes, std::move(*state)} : Sought{Answer::no, {}};
    }
    if (c.sums.size() != 1 || c.sums[0].relation != Sum::Relation::at_least_zero) return {};
    // The sum alone, if there are local conditions too: then only its no counts.
    GreatestSum greatest = greatest_sum(poset, c.sums[0]);
    if (greatest.value < 0) return {Answer::no, {}};
    if (c.holds(greatest.state.data())) return {Answer::yes, std::move(greatest.state)};
    return {};
  }

  bool by_class() {
    way_ = "class";
    if (question_.library != nullptr) return false;
    // Those that hold in no consistent state are done with.
    std::vector<Sought> sought;
    std::erase_if(open_, [&](const Conjunction& c) {
      Sought one = stopped() ? Sought{} : seek(computation_.poset(), c);
      const bool nowhere = one.answer == Answer::no;
      if (!nowhere) sought.push_back(std::move(one));
      return nowhere;
    });
    if (open_.empty()) return true;
    order::TracePoset trace_poset;
    trace_poset.on(0, recording_.events());
    const Poset recorded = std::move(trace_poset).build();
    std::vector<std::size_t> order(threads_.size());  // its processes appear in the trace's order
    for (std::size_t q = 0; q < recorded.processes(); ++q)
      order[static_cast<std::size_t>(
          std::lower_bound(threads_.begin(), threads_.end(), recorded.thread(q).index()) -
          threads_.begin())] = q;
    const Poset with_order = recorded.reordered(order);
    states::DecisionFlow flow(must_, {.stop = question_.stop}, whole_);
    for (std::size_t i = 0; i < open_.size() && !stopped(); ++i) {
      for (const Sought& one :
           {seek(with_order, open_[i]), seek(computation_.poset(), without_locks(open_[i]))})
        if (one.answer == Answer::yes && states::feasible(must_, threads(one.state)))
          return found({.answer = Answer::yes, .from = threads(one.state)}, false);
      if (sought[i].answer == Answer::yes && try_state(flow, threads(sought[i].state))) return true;
    }
    return false;
  }
  Conjunction without_locks(Conjunction c) const {
    for (std::size_t p = 0; p < threads_.size(); ++p) {
      std::vector<char>& holds = c.locals.try_emplace(p).first->second;
      holds.resize(must_.size(threads_[p]) + 1, 1);
      for (Index i = 0; i < holds.size(); ++i)
        if (!must_.lock_free(threads_[p], i)) holds[i] = 0;
    }
    return c;
  }

  bool by_diagram() {
    way_ = "diagram";
    if (question_.library != nullptr || stopped()) return false;
    const auto diagram = StateDiagram::reachable(must_, question_.diagram_bytes, question_.stop);
    if (!diagram) return false;
    diagram_nodes_ = diagram->nodes();
    for (const Conjunction& wanted : open_) {
      const Sought one = seek(*diagram, wanted);
      if (one.answer == Answer::yes) return found(run_in(*diagram, one.state), false);
      if (one.answer == Answer::unknown) return false;
    }
    return true;
  }
  Sought seek(const StateDiagram& diagram, const Conjunction& wanted) {
    StateDiagram::Allowed allowed(must_.threads());
    for (const auto& [process, where] : wanted.locals) allowed[threads_[process]] = where;
    if (wanted.others.empty() && wanted.sums.size() <= 1 &&
        (wanted.sums.empty() || wanted.sums[0].relation == Sum::Relation::at_least_zero)) {
      Table values(must_.threads());
      if (!wanted.sums.empty())
        for (std::size_t p = 0; p < wanted.sums[0].values.size(); ++p)
          values[threads_[p]] = wanted.sums[0].values[p];
      auto best = diagram.best(allowed, values, question_.stop);
      if (!best.complete) return {};
      if (!best.state || (!wanted.sums.empty() && best.sum < 0)) return {Answer::no, {}};
      return {Answer::yes, std::move(*best.state)};
    }
    Sought sought{Answer::no, {}};
    base::StopCheck stop(question_.stop);
    const std::size_t n = must_.threads();
    State state(n);
    diagram.runs([&](const Index* prefix, Index low, Index high) {
      std::copy(prefix, prefix + n, state.begin());
      for (state[n - 1] = low; state[n - 1] <= high; ++state[n - 1]) {
        if (wanted.holds(processes(state.data()).data())) {
          sought = {Answer::yes, state};
          return false;
        }
        ++visited_;
        if (stop.reached()) {
          sought.answer = Answer::unknown;
          return false;
        }
      }
      return true;
    });
    return sought;
  }
  // Backwards: a state that can be reached has a state before it that can. Whoever took the last step goes on
  // taking steps back, for fewer switches.
  Meeting run_in(const StateDiagram& diagram, State state) const {
    Meeting meeting{.answer = Answer::yes, .way = Way::reordered};
    const State reset = states::greatest_lock_free(must_, state);
    for (std::size_t last = 0; state != reset;) {
      std::size_t tried = 0;
      for (; tried < state.size(); ++tried, last = (last + 1) % state.size()) {
        if (state[last] == reset[last]) continue;
        --state[last];
        if (diagram.contains(state) && states::can_step(must_, state.data(), last)) break;
        ++state[last];
      }
      HEDDLE_CHECK(tried < state.size(), "a state of the diagram has one before it");
      meeting.run.push_back(static_cast<std::uint32_t>(last));
    }
    std::reverse(meeting.run.begin(), meeting.run.end());
    meeting.from = reset;
    return meeting;
  }

  bool by_enumeration() {
    way_ = "enumeration";
    std::mutex mutex;
    std::optional<Meeting> met;
    std::uint64_t unknown = 0;
    const auto over = [&](const states::Interval& interval) {
      states::DecisionFlow flow(must_, {.stop = question_.stop}, whole_);
      std::uint64_t here = 0;
      const bool complete = states::loset_quick_lex(must_, {threads(interval.low), threads(interval.high)},
                                                    states::Class::feasible, states::ShortCut::no,
                                                    [&](const Index* digits) {
                                                      ++here;
                                                      const State state(digits, digits + must_.threads());
                                                      if (!holds(processes(digits))) return true;
                                                      Meeting one = meeting_at(flow, state);
                                                      const std::lock_guard lock(mutex);
                                                      unknown += one.answer == Answer::unknown;
                                                      if (one.answer == Answer::yes && !met)
                                                        met = std::move(one);
                                                      return !met.has_value();
                                                    },
                                                    nullptr, {.stop = question_.stop});
      const std::lock_guard lock(mutex);
      visited_ += here;
      return complete;
    };
    const states::ParaMount para_mount{.workers = question_.workers, .enumerate = over};
    const bool complete =
        !stopped() && para_mount.run(computation_.poset(), states::whole(computation_.poset()));
    if (met) return found(*met, false);
    if (!complete)
      report_.verdict.doubt(
          fmt::format("the search for a state in which `{}` holds ended early, after {} states",
                      question_.text, visited_));
    if (unknown > 0)
      report_.verdict.doubt(
          fmt::format("{} states in which `{}` holds were not decided: their reachability met its bound",
                      unknown, question_.text));
    return complete && unknown == 0;
  }

  bool stopped() const { return question_.stop && question_.stop(); }

  // How to get there, if at all.
  Meeting meeting_at(states::DecisionFlow& flow, const State& state) const {
    const states::Decision decision = flow.decide(state);
    Meeting meeting{.answer = decision.reachable, .way = Way::reordered, .from = decision.reset};
    if (decision.reachable != Answer::yes) return meeting;
    states::Reach reach =
        states::reach(must_, decision.reset, states::exactly(state), {.stop = question_.stop});
    meeting.answer = reach.answer;
    meeting.run = std::move(reach.run);
    return meeting;
  }
  bool try_state(states::DecisionFlow& flow, const State& state) {
    const Meeting meeting = meeting_at(flow, state);
    return meeting.answer == Answer::yes && found(meeting, false);
  }

  // The schedule: one on which every read sees what it saw, if there is one.
  bool found(const Meeting& meeting, bool observed) {
    State state = meeting.from;
    for (const std::uint32_t t : meeting.run) ++state[t];
    Schedule schedule = schedule_of(recording_, meeting, spelled_out(recording_, {}));
    Referee::Judgement judgement = referee_.judge(schedule);
    if (judgement.other_read)
      if (const Meeting same = SameReads(recording_, referee_).reach(state, {.stop = question_.stop});
          same.answer == Answer::yes) {
        schedule = schedule_of(recording_, same, spelled_out(recording_, {}));
        judgement = referee_.judge(schedule);
      }
    HEDDLE_CHECK(judgement.broken.empty() && judgement.end == state, "the referee accepts every run");
    finding::Finding finding;
    finding.kind = finding::Kind::predicate;
    finding.message = observed ? fmt::format("`{}` held", question_.text)
                               : fmt::format("predicted: `{}` can hold", question_.text);
    finding.predicate = question_.text;
    for (std::size_t t = 0; t < state.size(); ++t) {
      finding.witness.state.emplace_back(recording_.names().threads[event::ThreadId(t)], state[t]);
      if (state[t] == 0) continue;
      const Position position = recording_.position({t, state[t]});
      finding.steps.push_back(
          finding::step_from(recording_.events()[position], position, recording_.names()));
    }
    const auto state_reached = finding.witness.state;
    finding.witness = witness_of(recording_, schedule);
    finding.witness.state = state_reached;
    const auto steps = positions_of(finding.witness, recording_.events(), recording_.names());
    const Checked checked = check_run(recording_.events(), recording_.names(), *steps, claim_);
    HEDDLE_CHECK(checked.broken.empty(), "the predicate holds where the run ends");
    finding.certainty = observed               ? finding::Certainty::observed
                        : judgement.other_read ? finding::Certainty::possible
                                               : finding::Certainty::certain;
    note_other_read(recording_, judgement.other_read, judgement.other_write, finding);
    ToldSchedule(recording_).add_to(finding, schedule, judgement.other_read);
    report_.findings.push_back(std::move(finding));
    return true;
  }

  const Recording& recording_;
  const Referee& referee_;
  const WhenQuestion& question_;
  finding::Report& report_;
  const order::Loset& must_;
  const std::shared_ptr<states::WholeForm> whole_;  // what locks force in it
  std::vector<std::size_t> threads_;                // by process
  const Computation computation_;
  Expression expression_;
  Formula formula_;
  std::vector<Conjunction> open_;  // not known to hold nowhere
  Claim claim_;
  std::string_view way_;
  std::uint64_t diagram_nodes_ = 0, visited_ = 0;
};

}  // namespace

base::Result<void> predict_when(const Recording& recording, const Referee& referee,
                                const WhenQuestion& question, finding::Report& report) {
  return When(recording, referee, question, report).run();
}

}  // namespace heddle::predict
