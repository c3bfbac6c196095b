// SPDX-License-Identifier: Apache-2.0
// Scenarios: which thread makes which calls. A call is a number: an operation with its arguments.
//
// They are enumerated from small to large, up to symmetry. Threads are alike, so among threads with the same number
// of calls their lists rise. Where values are alike, the first occurrences of values rise. Of scenarios that differ only in
// such names, the first in alphabetical order keeps both rules, so none is lost.
#ifndef HEDDLE_LINEARIZABLE_SCENARIO_H
#define HEDDLE_LINEARIZABLE_SCENARIO_H

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace heddle {
namespace linearize {

struct Scenario {
  std::vector<std::uint32_t> before;                // by the main thread, alone
  std::vector<std::vector<std::uint32_t>> threads;  // none is empty

  std::size_t calls() const {
    std::size_t count = before.size();
    for (const auto& thread : threads) count += thread.size();
    return count;
  }
  // "3,1|2,2|0": what the main thread does before, and each thread.
  std::string text() const {
    std::string result;
    const auto add = [&](const std::vector<std::uint32_t>& list) {
      for (std::size_t i = 0; i < list.size(); ++i) result += (i == 0 ? "" : ",") + std::to_string(list[i]);
    };
    add(before);
    for (const auto& thread : threads) {
      result += "|";
      add(thread);
    }
    return result;
  }
  static Scenario from(const std::string& text) {
    Scenario scenario;
    std::vector<std::uint32_t>* list = &scenario.before;
    std::uint32_t number = 0;
    bool digits = false;
    const auto end_of_number = [&] {
      if (digits) list->push_back(number);
      number = 0;
      digits = false;
    };
    for (const char each : text) {
      if (each >= '0' && each <= '9') {
        number = number * 10 + static_cast<std::uint32_t>(each - '0');
        digits = true;
        continue;
      }
      end_of_number();
      if (each == '|') {
        scenario.threads.emplace_back();
        list = &scenario.threads.back();
      }
    }
    end_of_number();
    return scenario;
  }
};

// What the calls are, as far as it matters here.
struct Letter {
  int group = -1;                // only one thread makes calls of it
  std::vector<unsigned> values;  // it has, where these are alike
};

struct Sizes {
  unsigned threads = 2;
  unsigned calls = 2;  // of each thread
  unsigned before = 0;
  unsigned all = 0;   // at most so many in a scenario; 0: as many as there are
  bool alone = true;  // also scenarios of one thread, which compare the object with its model
};

class Enumeration {
 public:
  Enumeration(std::vector<Letter> letters, Sizes sizes) : letters_(std::move(letters)), sizes_(sizes) {}

  std::size_t most_calls() const {
    const std::size_t most = sizes_.before + std::size_t{sizes_.threads} * sizes_.calls;
    return sizes_.all == 0 ? most : std::min<std::size_t>(most, sizes_.all);
  }

  // Is it, or one that differs in names only, among those?
  bool covers(const Scenario& scenario) const {
    return scenario.calls() <= most_calls() && scenario.before.size() <= sizes_.before &&
           scenario.threads.size() <= sizes_.threads &&
           std::all_of(scenario.threads.begin(), scenario.threads.end(),
                       [&](const auto& calls) { return calls.size() <= sizes_.calls; });
  }

  // All with so many calls, one after the other: there may be more than fit into memory. False from the function: that
  // is enough.
  void each(std::size_t calls, std::function<bool(const Scenario&)> act) {
    act_ = std::move(act);
    goes_on_ = true;
    for (std::size_t before = 0; before <= sizes_.before && before < calls; ++before) {
      Scenario scenario;
      scenario.before.resize(before);
      share(scenario, calls - before, sizes_.calls);
    }
  }

 private:
  // So many calls in threads of at most `most`.
  void share(Scenario& scenario, std::size_t calls, std::size_t most) {
    if (calls == 0) {
      if (scenario.threads.size() > 1 || sizes_.alone) fill(scenario, 0, 0);
      return;
    }
    if (scenario.threads.size() == sizes_.threads) return;
    for (std::size_t count = std::min(calls, most); count > 0 && goes_on_; --count) {
      scenario.threads.emplace_back(count);
      share(scenario, calls - count, count);
      scenario.threads.pop_back();
    }
  }

  // List 0 is what comes before, then the threads.
  void fill(Scenario& scenario, std::size_t list, std::size_t at) {
    if (list > scenario.threads.size()) {
      if (is_canonical(scenario)) goes_on_ = act_(scenario);
      return;
    }
    auto& calls = list == 0 ? scenario.before : scenario.threads[list - 1];
    if (at == calls.size()) {
      if (list > 1 && scenario.threads[list - 2].size() == calls.size() && calls < scenario.threads[list - 2])
        return;
      fill(scenario, list + 1, 0);
      return;
    }
    for (std::uint32_t letter = 0; letter < letters_.size() && goes_on_; ++letter) {
      calls[at] = letter;
      fill(scenario, list, at + 1);
    }
  }

 public:
  bool is_canonical(const Scenario& scenario) const {
    std::map<int, std::size_t> performers;
    for (std::size_t thread = 0; thread < scenario.threads.size(); ++thread)
      for (const std::uint32_t call : scenario.threads[thread])
        if (letters_[call].group >= 0 &&
            performers.emplace(letters_[call].group, thread).first->second != thread)
          return false;
    unsigned next = 0;
    const auto rises = [&](const std::vector<std::uint32_t>& calls) {
      for (const std::uint32_t call : calls)
        for (const unsigned value : letters_[call].values) {
          if (value > next) return false;
          next += value == next;
        }
      return true;
    };
    return rises(scenario.before) && std::all_of(scenario.threads.begin(), scenario.threads.end(), rises);
  }

  Scenario random(std::mt19937_64& engine, unsigned threads, unsigned calls) const {
    std::uniform_int_distribution<std::uint32_t> letter(0, static_cast<std::uint32_t>(letters_.size() - 1));
    Scenario scenario;
    for (unsigned i = 0; i < sizes_.before; ++i) scenario.before.push_back(letter(engine));
    std::map<int, std::size_t> performers;
    for (unsigned thread = 0; thread < threads; ++thread) {
      std::vector<std::uint32_t> list;
      for (unsigned tries = 0; list.size() < calls && tries < 100; ++tries) {
        const std::uint32_t call = letter(engine);
        const int group = letters_[call].group;
        if (group < 0 || performers.emplace(group, thread).first->second == thread) list.push_back(call);
      }
      if (!list.empty()) scenario.threads.push_back(std::move(list));
    }
    return scenario;
  }

 private:
  std::vector<Letter> letters_;
  Sizes sizes_;
  std::function<bool(const Scenario&)> act_;
  bool goes_on_ = true;
};

// All scenarios with one call less; those of the same threads that only have fewer calls.
inline std::vector<Scenario> smaller(const Scenario& scenario) {
  std::vector<Scenario> result;
  for (std::size_t i = 0; i < scenario.before.size(); ++i) {
    result.push_back(scenario);
    result.back().before.erase(result.back().before.begin() + static_cast<std::ptrdiff_t>(i));
  }
  for (std::size_t thread = 0; thread < scenario.threads.size(); ++thread)
    for (std::size_t i = 0; i < scenario.threads[thread].size(); ++i) {
      result.push_back(scenario);
      auto& calls = result.back().threads[thread];
      calls.erase(calls.begin() + static_cast<std::ptrdiff_t>(i));
      if (calls.empty())
        result.back().threads.erase(result.back().threads.begin() + static_cast<std::ptrdiff_t>(thread));
    }
  return result;
}

}  // namespace linearize
}  // namespace heddle
#endif
