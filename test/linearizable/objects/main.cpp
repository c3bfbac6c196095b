// SPDX-License-Identifier: Apache-2.0
// objects list; objects NAME MUTANT [MOST_CALLS]: one linearizability test, to be run under `heddle check`;
// objects NAME count [MOST_CALLS]: how many scenarios it has.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>

#include <heddle/linearizable.h>

#include "subject.h"

int mutant = 0;
const char* const kOpNames[] = {
    "push",        "pop",    "push_front", "pop_back",     "steal",         "add",       "remove",
    "contains",    "put",    "get",        "take",         "increment",     "decrement", "fetch_increment",
    "read_count",  "write",  "read",       "update_first", "update_second", "scan",      "acquire",
    "try_acquire", "release"};

namespace {

// All models in one: a list of numbers.
struct Numbers {
  Model kind = Model::queue;
  std::deque<long> values;

  bool operator==(const Numbers& other) const { return values == other.values; }
  std::size_t hash() const { return heddle::model::detail::hash_of(values); }

  bool waits() const {  // acquire, and pop of a queue that blocks
    return kind == Model::lock        ? !values.empty()
           : kind == Model::semaphore ? values.front() == 0
                                      : values.empty();
  }
  Answer take_first() {
    if (values.empty()) return {};
    const long first = values.front();
    values.pop_front();
    return first;
  }
  Answer take_last() {
    if (values.empty()) return {};
    const long last = values.back();
    values.pop_back();
    return last;
  }
  Answer act(Op op, long argument) {
    switch (kind) {
      case Model::bounded_queue:
        if (op == push && values.size() == 2) return 0;
        if (op == push) return values.push_back(argument), 1;
        return take_first();
      case Model::queue:
      case Model::relaxed_queue:
      case Model::deque:
        if (op == push) return values.push_back(argument), Answer();
        if (op == push_front) return values.push_front(argument), Answer();
        return op == pop_back ? take_last() : take_first();
      case Model::stack:
        if (op == push) return values.push_back(argument), Answer();
        return op == read_count ? Answer(static_cast<long>(values.size())) : take_last();
      case Model::set: {
        const auto at = std::lower_bound(values.begin(), values.end(), argument);
        const bool is_in = at != values.end() && *at == argument;
        if (op == add && !is_in) values.insert(at, argument);
        if (op == remove_key && is_in) values.erase(at);
        return op == add ? !is_in : is_in;
      }
      case Model::map:
      case Model::lru:
        return map_act(op, argument);
      case Model::counter: {
        if (values.empty()) values.push_back(0);
        const long before = values.front();
        values.front() += op == increment || op == fetch_increment ? 1 : op == decrement ? -1 : 0;
        return op == fetch_increment || op == read_count ? Answer(before) : Answer();
      }
      case Model::reg:
        if (values.empty()) values.push_back(0);
        if (op == read) return 11 * values.front();
        values.front() = argument;
        return {};
      case Model::pair:
        if (values.empty()) values = {0, 0};
        if (op == scan) return values[0] * 10 + values[1];
        values[op == update_first ? 0 : 1] = argument;
        return {};
      case Model::lock:
        if (op == release) return values.empty() ? 0 : (values.clear(), 1);
        if (op == try_acquire && !values.empty()) return 0;
        values.push_back(1);
        return op == try_acquire ? Answer(1) : Answer();
      case Model::semaphore:
        if (op == release) return ++values.front(), Answer();
        if (values.front() == 0) return 0;
        --values.front();
        return op == try_acquire ? Answer(1) : Answer();
    }
    return {};
  }
  // 10 · key + value, sorted, or the last used one first.
  Answer map_act(Op op, long argument) {
    const long key = op == put ? argument / 10 : argument;
    auto at = std::find_if(values.begin(), values.end(), [&](long each) { return each / 10 == key; });
    const Answer found = at == values.end() ? Answer() : Answer(*at % 10);
    if (op == get && kind != Model::lru) return found;
    const long entry = op == put ? argument : found ? *at : 0;
    if (found) values.erase(at);
    if (op == take || (op == get && !found)) return found;
    if (kind == Model::lru) {
      values.push_front(entry);
      if (values.size() > 2) values.pop_back();
    } else {
      values.insert(std::lower_bound(values.begin(), values.end(), entry), entry);
    }
    return op == put ? Answer() : found;
  }
};

struct WithArgument {
  Op op;
  Answer operator()(Subject& subject, long argument) const { return subject.act(op, argument); }
};
struct Without {
  Op op;
  Answer operator()(Subject& subject) const { return subject.act(op, 0); }
};

// A value may be overtaken by one other.
std::vector<Numbers> relaxed_pop(const Numbers& now, const Answer& seen) {
  std::vector<Numbers> after;
  if (!seen) return now.values.empty() ? std::vector<Numbers>{now} : after;
  for (std::size_t i = 0; i < now.values.size() && i < 3; ++i) {
    if (now.values[i] != *seen) continue;
    after.push_back(now);
    after.back().values.erase(after.back().values.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return after;
}

template <class Do>
auto with_test(const Row& row, unsigned most_calls, Do act) {
  auto test = heddle::linearizable<Subject, Numbers>(row.name);
  for (const OpRow& each : row.operations) {
    const Op op = each.op;
    const auto waits = [](const Numbers& model) { return model.waits(); };
    const std::string name = kOpNames[op];
    if (row.model == Model::relaxed_queue && op == pop)
      test.relation(name, Without{op}, relaxed_pop);
    else if (each.waits)
      test.operation(
          name, Without{op}, [op](Numbers& model) { return model.act(op, 0); }, heddle::waits_when(waits));
    else if (each.arguments.empty())
      test.operation(
          name, Without{op}, [op](Numbers& model) { return model.act(op, 0); },
          heddle::one_thread(each.group));
    else
      test.operation(
          name, WithArgument{op}, [op](Numbers& model, long value) { return model.act(op, value); },
          heddle::linearize::Given<long>{each.arguments}, heddle::one_thread(each.group));
  }
  Numbers initial;
  initial.kind = row.model;
  if (row.model == Model::semaphore) initial.values = {0};
  test.object(row.make).model(initial).threads(row.threads).calls(row.calls).calls_before(row.before);
  test.calls_in_all(most_calls);
  const bool has_none = row.final_operations == std::vector<std::string>{"none"};
  if (!row.final_operations.empty())
    test.finally(has_none ? std::vector<std::string>() : row.final_operations);
  if (row.needs == Row::quiescent) test.quiescently_consistent();
  if (row.needs == Row::sequential) test.sequentially_consistent();
  return act(test);
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<Row> rows;
  for (const auto& part : {queues(), stacks(), sets(), numbers(), locks()})
    rows.insert(rows.end(), part.begin(), part.end());
  if (count == 2 && std::strcmp(arguments[1], "list") == 0) {
    for (const Row& row : rows) std::printf("%s %d %u %u\n", row.name, row.mutants, row.threads, row.calls);
    return 0;
  }
  for (const Row& row : rows) {
    if (count < 3 || std::strcmp(arguments[1], row.name) != 0) continue;
    const unsigned most_calls = count > 3 ? static_cast<unsigned>(std::atoi(arguments[3])) : 0;
    if (std::strcmp(arguments[2], "count") == 0) {
      std::printf("%zu\n", with_test(row, most_calls, [](auto& test) { return test.scenarios(); }));
      return 0;
    }
    mutant = std::atoi(arguments[2]);
    return with_test(row, most_calls, [](auto& test) { return test.holds(); }) ? 0 : 1;
  }
  std::fprintf(stderr, "objects list | objects NAME MUTANT [MOST_CALLS]\n");
  return 2;
}
