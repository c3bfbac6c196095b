// SPDX-License-Identifier: Apache-2.0
// Tests whose model is one of heddle's own: monitors are asked without being asked for, their answers are those of the
// general decision on histories made up by chance, and where they would answer another question they are not asked.
#include <array>
#include <random>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <heddle/linearizable.h>

namespace heddle {
namespace {

using linearize::Call;
using linearize::History;
using linearize::Judge;
using Prepared = linearize::Test;

// The object is the model itself, run by one thread: what it returns is right at the moment at which it happens.
template <class Model>
using Subject = Linearizable<Model, Model>;

constexpr long kValues = 12;

template <class Value, class Model>
auto collection() {
  Subject<Model> test("collection");
  test.operation("push", &Model::push, &Model::push,
                 made_by([](std::size_t i) { return static_cast<Value>(i); }, kValues))
      .operation("pop", &Model::pop, &Model::pop);
  return test;
}
auto queue() { return collection<int, model::queue<int>>(); }
auto stack() { return collection<char, model::stack<char>>(); }
auto flags() { return collection<bool, model::queue<bool>>(); }
auto names() {
  using Model = model::set<std::string>;
  const auto keys = heddle::any_of(std::string("Ada"), std::string("Grace"), std::string("Edsger"));
  Subject<Model> test("names");
  test.operation("add", &Model::add, &Model::add, keys)
      .operation("remove", &Model::remove, &Model::remove, keys)
      .operation("contains", &Model::contains, &Model::contains, keys);
  return test;
}
template <class Value>
auto map_of() {
  using Model = model::map<int, Value>;
  const auto values = made_by([](std::size_t i) { return static_cast<Value>(i); }, kValues);
  Subject<Model> test("map");
  test.operation("put", &Model::put, &Model::put, heddle::any_of(1, 2), values)
      .operation("get", &Model::get, &Model::get, heddle::any_of(1, 2));
  return test;
}
auto map() { return map_of<long>(); }
auto switches() { return map_of<bool>(); }
auto whole_map() {
  using Model = model::map<int, long>;
  auto test = map();
  test.operation("put_if_absent", &Model::put_if_absent, &Model::put_if_absent, heddle::any_of(1, 2),
                 heddle::any_of(1, 2))
      .operation("remove", &Model::remove, &Model::remove, heddle::any_of(1, 2))
      .operation("take", &Model::take, &Model::take, heddle::any_of(1, 2));
  return test;
}
auto cell() {
  using Model = model::register_of<int>;
  Subject<Model> test("register");
  test.operation("write", &Model::write, &Model::write, range(0, static_cast<int>(kValues)))
      .operation("read", &Model::read, &Model::read);
  return test;
}
auto counter() {
  using Model = model::counter;
  Subject<Model> test("counter");
  test.operation("increment", &Model::increment, &Model::increment)
      .operation("fetch_increment", &Model::fetch_increment, &Model::fetch_increment)
      .operation("get", &Model::get, &Model::get);
  return test;
}
// Some of its operations are not for monitors.
auto sized_queue() {
  using Model = model::queue<int>;
  auto test = queue();
  test.operation("size", &Model::size, &Model::size);
  return test;
}

class Histories {
 public:
  Histories(Prepared& test, unsigned most_calls) : test_(test), most_calls_(most_calls), engine_(1) {}

  // Each call happens at some moment; then a few results or times are changed.
  History next() {
    const unsigned threads = 1 + below(4), calls = 2 + below(most_calls_ - 1), spread = 1 + below(14);
    std::vector<linearize::Time> free_at(threads, 0);
    std::vector<std::pair<linearize::Time, std::uint32_t>> effects;
    std::vector<bool> used(test_.alphabet.calls.size(), false);
    History history;
    while (history.size() < calls) {
      Call call;
      call.operation = below(static_cast<unsigned>(used.size()));
      // Arguments that come twice in one history mean that most monitors do not apply.
      if (test_.alphabet.calls[call.operation].operation->choices > 6 && used[call.operation] &&
          below(20) > 0)
        continue;
      used[call.operation] = true;
      call.thread = below(threads);
      call.begin = free_at[call.thread] + below(4);
      call.end = call.begin + below(spread);
      free_at[call.thread] = call.end + 1;
      effects.emplace_back(call.begin + below(static_cast<unsigned>(call.end - call.begin) + 1),
                           history.size());
      history.push_back(call);
    }
    std::sort(effects.begin(), effects.end());
    void* object = test_.make();
    for (const auto& effect : effects) {
      Call& call = history[effect.second];
      const auto& entry = test_.alphabet.calls[call.operation];
      call.result = entry.operation->perform_alone(object, entry.which);
      seen_[entry.operation] = std::max(seen_[entry.operation], call.result + 1);
    }
    test_.destroy(object);
    for (unsigned changes = below(5); changes > 0; --changes) {
      Call& call = history[below(calls)];
      if (below(2) == 0)
        call.result = below(seen_[test_.alphabet.calls[call.operation].operation]);
      else
        call.begin = call.end = below(2) == 0 ? call.begin : call.end;
    }
    return history;
  }

 private:
  unsigned below(unsigned count) { return std::uniform_int_distribution<unsigned>(0, count - 1)(engine_); }
  Prepared& test_;
  unsigned most_calls_;
  std::mt19937 engine_;
  std::map<linearize::Operation*, std::uint32_t> seen_;  // how many results
};

bool is_right(Judge& judge, const History& history) {
  return judge.judge(linearize::Scenario(), "", history).right;
}

std::string words(const Prepared& test, const History& history) {
  std::ostringstream text;
  for (const Call& call : history)
    text << "T" << call.thread << " " << test.alphabet.call(call.operation) << " → "
         << test.alphabet.result(call.operation, call.result) << "  [" << call.begin << ", " << call.end
         << "]\n";
  return text.str();
}

// The general decision, against monitors and a judge that may ask them.
struct Compared {
  std::uint64_t right = 0, by_monitor = 0;
};
template <class Subject>
Compared compare(Subject subject, unsigned histories, unsigned most_calls = 13) {
  const std::unique_ptr<Prepared> test = subject.prepared();
  Compared result;
  Histories chance(*test, most_calls);
  linearize::Decider general;
  const auto differs = [&](const History& history) {
    const bool expected = general.decide(history, test->plan.keeps, *test->model).explained;
    result.right += expected;
    if (expected) {
      Judge judge(test->alphabet, *test->model, {test->plan.keeps, ""}, test->known.get());
      if (!is_right(judge, history)) return true;
      result.by_monitor += judge.by_monitor();
    }
    if (test->known == nullptr || test->plan.keeps != linearize::Keeps::real_time) return false;
    const linearize::Answer answer = test->known->answer(history);
    return answer != linearize::Answer::does_not_apply && (answer == linearize::Answer::yes) != expected;
  };
  for (unsigned i = 0; i < histories; ++i) {
    History history = chance.next();
    if (!differs(history)) continue;
    for (std::size_t at = 0; at < history.size();) {  // the smallest that differs
      History smaller = history;
      smaller.erase(smaller.begin() + static_cast<std::ptrdiff_t>(at));
      if (differs(smaller))
        history = smaller, at = 0;
      else
        ++at;
    }
    ADD_FAILURE() << words(*test, history);
    break;
  }
  return result;
}

constexpr unsigned kHistories = 20000;

template <class Subject>
void expect_monitored(Subject subject, unsigned share_of_right) {
  const Compared result = compare(std::move(subject), kHistories);
  EXPECT_GT(result.right, kHistories / 20);
  EXPECT_LT(result.right, kHistories * 49 / 50);
  EXPECT_GT(result.by_monitor * 100, result.right * share_of_right)
      << result.by_monitor << " of " << result.right;
}

TEST(Known, MonitorsAgreeForQueues) { expect_monitored(queue(), 50); }
TEST(Known, MonitorsAgreeForStacks) { expect_monitored(stack(), 50); }
TEST(Known, MonitorsAgreeForSets) { expect_monitored(names(), 10); }
TEST(Known, MonitorsAgreeForMaps) { expect_monitored(map(), 30); }
TEST(Known, MonitorsAgreeForMapsWithRemoval) { expect_monitored(whole_map(), 1); }
TEST(Known, MonitorsAgreeForRegisters) { expect_monitored(cell(), 30); }
TEST(Known, MonitorsAgreeForCounters) { expect_monitored(counter(), 99); }
TEST(Known, MonitorsAgreeWhereOthersAreCalled) { expect_monitored(sized_queue(), 10); }
TEST(Known, ValuesMayBeTrueAndFalse) {
  compare(flags(), kHistories);
  compare(switches(), kHistories);
}

// ---- where monitors would answer another question ----

template <class Subject>
void expect_not_asked(Subject subject) {
  EXPECT_EQ(compare(std::move(subject), 1000, 6).by_monitor, 0U);
}

TEST(Known, NotWithAnotherOrder) {
  auto test = queue();
  test.sequentially_consistent();
  expect_not_asked(std::move(test));
  auto quiescent = queue();
  quiescent.quiescently_consistent();
  expect_not_asked(std::move(quiescent));
}
TEST(Known, NotWithSomethingInsideAtFirst) {
  using Model = model::queue<int>;
  auto test = queue();
  const Model full{{7, 8}};
  test.model(full).object([full] { return std::make_unique<Model>(full); });
  expect_not_asked(std::move(test));
}
TEST(Known, NotForLambdas) {
  using Model = model::queue<int>;
  Subject<Model> test("queue");
  test.operation(
          "push", &Model::push, [](Model& model, int value) { model.push(value % 3); }, range(0, 8))
      .operation("pop", &Model::pop, [](Model& model) { return model.pop(); });
  expect_not_asked(std::move(test));
}
TEST(Known, NotWithAnotherEquality) {
  using Model = model::queue<int>;
  const auto both_or_neither = [](const std::optional<int>& a, const std::optional<int>& b) {
    return a.has_value() == b.has_value();
  };
  Subject<Model> test("queue");
  test.operation("push", &Model::push, &Model::push, range(0, 8))
      .operation("pop", &Model::pop, &Model::pop, equal_by(both_or_neither));
  const std::unique_ptr<Prepared> prepared = test.prepared();
  Judge& judge = prepared->judge_histories();
  const auto pop = static_cast<std::uint32_t>(prepared->alphabet.calls.size() - 1);
  void* object = prepared->make();
  History history(2);
  for (std::uint32_t i = 0; i < 2; ++i) {
    Call& call = history[i];
    call.operation = i == 0 ? 3 : pop;
    call.begin = call.end = i + 1;
    call.result = prepared->alphabet.calls[call.operation].operation->perform_alone(object, i == 0 ? 3 : 0);
  }
  history[0].operation = 4;  // another value than the one that came out, and nobody looks
  prepared->destroy(object);
  EXPECT_TRUE(is_right(judge, history));
  EXPECT_EQ(judge.by_monitor(), 0U);
}
TEST(Known, NotForWhatMayWait) {
  using Model = model::queue<int>;
  Subject<Model> test("queue");
  test.operation("push", &Model::push, &Model::push, range(0, 8))
      .operation("pop", &Model::pop, &Model::pop,
                 waits_when([](const Model& model) { return model.empty(); }));
  const std::unique_ptr<Prepared> prepared = test.prepared();
  Judge& judge = prepared->judge_histories();
  const auto pop = static_cast<std::uint32_t>(prepared->alphabet.calls.size() - 1);
  void* object = prepared->make();
  History history(1);
  history[0].operation = pop;
  history[0].begin = history[0].end = 1;
  history[0].result =
      prepared->alphabet.calls[pop].operation->perform_alone(object, 0);  // nothing, and at once
  prepared->destroy(object);
  EXPECT_FALSE(is_right(judge, history));
}

}  // namespace
}  // namespace heddle
