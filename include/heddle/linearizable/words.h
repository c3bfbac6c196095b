// SPDX-License-Identifier: Apache-2.0
// A history without an order, in words and in JSON (doc/json.md).
#ifndef HEDDLE_LINEARIZABLE_WORDS_H
#define HEDDLE_LINEARIZABLE_WORDS_H

#include <map>

#include <heddle/linearizable/explain.h>
#include <heddle/linearizable/show.h>

namespace heddle {
namespace linearize {

// The model as it is asked for words.
class Spoken : public Sequential {
 public:
  virtual std::string text(State state) = 0;  // "": there is no way to show it
  virtual std::uint32_t result(State state,
                               std::uint32_t call) = 0;  // kUnknown: it waits, or there are several
  // It was asked to do all of it once more, and did something otherwise: then it is no model.
  struct Otherwise {
    std::string claim;  // of the object: " cannot be …"; "": it did nothing otherwise
    std::string what;
    std::string advice;
  };
  virtual Otherwise otherwise() { return {}; }
};

struct Names {
  virtual ~Names() = default;
  virtual std::string call(std::uint32_t operation) const = 0;                          // "push(1)"
  virtual std::string result(std::uint32_t operation, std::uint32_t number) const = 0;  // "" for none
  virtual std::string note() const { return ""; }  // what else to say after all has been named
  virtual std::string thread(std::uint32_t number) const {
    return number == 0 ? "main" : "T" + std::to_string(number);
  }
};

// What there is to say about it.
class Account {
 public:
  Account(const History& told, Keeps keeps, Spoken& model, const Names& names)
      : Account(told, explain(told, keeps, model), keeps == Keeps::program_order ? " comes after " : "",
                model, names) {}
  // By what happens before what instead of times.
  Account(const History& told, const Precedence& precedence, Spoken& model, const Names& names)
      : Account(told, explain(told, precedence, model), " happens after ", model, names) {}

 private:
  // `after`: how two calls in an order are told; "": by time.
  Account(const History& told, Explanation reasons, std::string after, Spoken& model, const Names& names)
      : history(told), model_(model), names_(names), why(std::move(reasons)) {
    State state = model.initial();
    states.push_back(model.text(state));
    for (const std::uint32_t call : why.furthest) {
      const States next = model.next(state, history[call].operation, history[call].result);
      if (next.first != next.last) state = *next.first;
      states.push_back(model.text(state));
    }
    number_equal_calls();
    say_core(after);
    say_furthest(state);
    if (!names.note().empty()) lines.push_back(names.note());
  }

 public:
  const History& history;

 private:
  Spoken& model_;
  const Names& names_;
  std::map<const Call*, unsigned> numbers_;  // of calls that read alike

 public:
  Explanation why;
  std::vector<std::string> states;  // at first, and after each call of the order that gets furthest
  std::vector<std::string> lines;

  std::string thread(const Call& call) const { return names_.thread(call.thread); }
  std::string call(const Call& call) const {
    const auto number = numbers_.find(&call);
    return names_.call(call.operation) +
           (number == numbers_.end() ? "" : " #" + std::to_string(number->second));
  }
  std::string result(const Call& call) const {
    return call.end == kNever || call.result == kUnknown ? "" : names_.result(call.operation, call.result);
  }

 private:
  std::string text(const Call& each, bool with_result = true) const {
    const std::string value = !with_result ? "" : result(each);
    return thread(each) + " " + call(each) +
           (with_result && each.waits ? " waits"
            : value.empty()           ? ""
                                      : " → " + value);
  }
  // Calls that are spoken of and read alike get numbers.
  void number_equal_calls() {
    std::map<std::string, std::vector<const Call*>> alike;
    for (const Call& each : history) alike[text(each)].push_back(&each);
    const auto is_told = [&](const Call* each) {
      const auto at = static_cast<std::uint32_t>(each - history.data());
      const auto is_in = [&](const std::vector<std::uint32_t>& list) {
        return std::find(list.begin(), list.end(), at) != list.end();
      };
      return is_in(why.core) || is_in(why.furthest) || is_in(why.next);
    };
    for (const auto& each : alike) {
      if (each.second.size() < 2 || std::none_of(each.second.begin(), each.second.end(), is_told)) continue;
      for (std::size_t i = 0; i < each.second.size(); ++i)
        numbers_[each.second[i]] = static_cast<unsigned>(i + 1);
    }
  }
  void say_core(const std::string& after) {
    if (why.core.size() < history.size()) {
      std::string line = "already without an order, whatever the other calls did: ";
      for (std::size_t i = 0; i < why.core.size(); ++i)
        line += (i == 0 ? "" : "; ") + text(history[why.core[i]]);
      lines.push_back(line);
    }
    for (const auto& pair : why.before)
      lines.push_back(text(history[pair.second]) + (after.empty() ? " began after " : after) +
                      text(history[pair.first]) + (after.empty() ? " had returned" : ""));
  }
  static bool throws(const std::string& value) { return value.rfind("throws ", 0) == 0; }
  // "return 1", "throw std::runtime_error: empty"
  static std::string in_verbs(const std::string& value) {
    return throws(value) ? "throw" + value.substr(6) : value.empty() ? "return" : "return " + value;
  }
  // What it would do in that state, and did not.
  std::string otherwise(State state, const Call& each) {
    const std::string seen = result(each);
    const std::string not_seen = seen.empty()   ? ""
                                 : throws(seen) ? ", not " + in_verbs(seen)
                                                : ", not " + seen;
    if (model_.waits(state, each.operation)) return " would wait there" + not_seen;
    const std::uint32_t expected = model_.result(state, each.operation);
    if (expected == kUnknown) return " could not come next" + (seen.empty() ? "" : " and " + in_verbs(seen));
    const std::string value = names_.result(each.operation, expected);
    return " would " + in_verbs(value) + " there" +
           (throws(value) && !throws(seen) ? ", not " + in_verbs(seen) : not_seen);
  }
  void say_furthest(State state) {
    std::string line = why.furthest.empty() ? "no call can come first" : "an order gets as far as: ";
    for (std::size_t i = 0; i < why.furthest.size(); ++i)
      line += (i == 0 ? "" : "; ") + text(history[why.furthest[i]]);
    if (!states.back().empty() && !why.furthest.empty()) line += ", which leaves " + states.back();
    lines.push_back(line);
    for (const std::uint32_t next : why.next) {
      lines.push_back(text(history[next], false) + otherwise(state, history[next]));
    }
    for (const Call& each : history)
      if (each.waits && !model_.waits(state, each.operation))
        lines.push_back(text(each) + ", and would not have to there");
  }
};

// A line a thread with its calls in order, and why no order explains them.
inline std::string in_words(const Account& account) {
  std::map<std::uint32_t, std::string> threads;
  for (const Call& call : account.history) {
    const std::string result = account.result(call);
    std::string& line = threads.emplace(call.thread, "  " + account.thread(call) + ":").first->second;
    line += (line.back() == ':' ? " " : "; ") + account.call(call) +
            (call.waits       ? " waits"
             : result.empty() ? ""
                              : " → " + result);
  }
  std::string words;
  for (const auto& each : threads) words += each.second + "\n";
  for (const std::string& line : account.lines) words += "  " + line + "\n";
  return words;
}

inline std::string json(const Account& account, const std::string& object, const std::string& scenario,
                        const std::string& found) {
  using detail::json_text;
  std::string json = "{\"object\":" + json_text(object) + ",\"calls\":[";
  const char* separator = "";
  for (const Call& call : account.history) {
    json += separator + std::string("{\"thread\":") + json_text(account.thread(call)) +
            ",\"call\":" + json_text(account.call(call)) + ",\"begin\":" + std::to_string(call.begin);
    if (call.end != kNever)
      json += ",\"end\":" + std::to_string(call.end) + ",\"result\":" + json_text(account.result(call));
    else if (call.waits)
      json += ",\"waits\":true";
    json += "}";
    separator = ",";
  }
  const auto numbers = [&](const char* name, const std::vector<std::uint32_t>& list) {
    json += std::string("],\"") + name + "\":[";
    for (std::size_t i = 0; i < list.size(); ++i) json += (i == 0 ? "" : ",") + std::to_string(list[i]);
  };
  const auto texts = [&](const char* name, const std::vector<std::string>& list) {
    json += std::string("],\"") + name + "\":[";
    for (std::size_t i = 0; i < list.size(); ++i) json += (i == 0 ? "" : ",") + json_text(list[i]);
  };
  numbers("core", account.why.core);
  numbers("order", account.why.furthest);
  texts("states", account.states);
  texts("why", account.lines);
  return json + "],\"scenario\":" + json_text(scenario) + ",\"found\":" + json_text(found) + "}";
}

}  // namespace linearize
}  // namespace heddle
#endif
