// SPDX-License-Identifier: Apache-2.0
// A counter whose calls let other threads do their work: helpers [CALLS] CALL [CALL], under `heddle check`, so many calls
// of each thread. A call is written as
//   a       one more, in one step               b       one more, by a look and a write
//   y       a look                              L(…)    holding the lock
//   T(…)    in a thread that is joined          A(…)    by std::async
//   P(…)    in a thread, awaited by its promise C(…)    in a thread, awaited by a condition
//   X(…|…)  in two threads at once
// helpers.py makes them up, and says which are right.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <heddle/linearizable.h>

namespace {

struct Step {
  char what;
  std::vector<Step> inside, beside;
};

std::vector<Step> read_steps(const char*& at) {
  std::vector<Step> steps;
  while (*at != 0 && *at != ')' && *at != '|') {
    Step step{*at++, {}, {}};
    if (*at == '(') {
      step.inside = read_steps(++at);
      if (*at == '|') step.beside = read_steps(++at);
      if (*at == ')') ++at;
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

struct Counter {
  std::atomic<long> number{0};
  std::mutex lock;
};
using Result = std::atomic<long>;

void perform(Counter& counter, const std::vector<Step>& steps, Result& result);

void await_condition(Counter& counter, const std::vector<Step>& steps, Result& result) {
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  std::thread helper([&] {
    perform(counter, steps, result);
    const std::lock_guard<std::mutex> guard(mutex);
    done = true;
    changed.notify_one();
  });
  {
    std::unique_lock<std::mutex> guard(mutex);
    while (!done) changed.wait(guard);
  }
  helper.join();
}

void perform(Counter& counter, const Step& step, Result& result) {
  switch (step.what) {
    case 'a':
      result = ++counter.number;
      break;
    case 'b': {
      const long number = counter.number + 1;
      counter.number = number;
      result = number;
      break;
    }
    case 'y':
      static_cast<void>(counter.number.load());
      break;
    case 'L': {
      const std::lock_guard<std::mutex> guard(counter.lock);
      perform(counter, step.inside, result);
      break;
    }
    case 'T':
      std::thread([&] { perform(counter, step.inside, result); }).join();
      break;
    case 'A':
      std::async(std::launch::async, [&] { perform(counter, step.inside, result); }).get();
      break;
    case 'P': {
      std::promise<void> promise;
      std::thread helper([&] {
        perform(counter, step.inside, result);
        promise.set_value();
      });
      promise.get_future().get();
      helper.join();
      break;
    }
    case 'C':
      await_condition(counter, step.inside, result);
      break;
    case 'X': {
      std::thread one([&] { perform(counter, step.inside, result); });
      std::thread other([&] { perform(counter, step.beside, result); });
      one.join();
      other.join();
      break;
    }
    default:
      break;
  }
}

void perform(Counter& counter, const std::vector<Step>& steps, Result& result) {
  for (const Step& step : steps) perform(counter, step, result);
}

}  // namespace

int main(int count, char** words) {
  heddle::linearizable<Counter, long> test("Counter");
  std::vector<std::unique_ptr<std::vector<Step>>> calls;
  const bool has_number = count > 1 && words[1][0] >= '1' && words[1][0] <= '9';
  const unsigned each = has_number ? static_cast<unsigned>(words[1][0] - '0') : 1;
  for (int i = has_number ? 2 : 1; i < count; ++i) {
    const char* at = words[i];
    calls.push_back(std::make_unique<std::vector<Step>>(read_steps(at)));
    const std::vector<Step>* steps = calls.back().get();
    test.operation(
        words[i],
        [steps](Counter& counter) {
          Result result{0};
          perform(counter, *steps, result);
          return result.load();
        },
        [](long& model) { return ++model; });
  }
  test.operation(
      "get", [](Counter& counter) { return counter.number.load(); }, [](long& model) { return model; });
  return test.threads(2).calls(each).calls_in_all(each + 1).finally({"get"}).holds() ? 0 : 1;
}
