// SPDX-License-Identifier: Apache-2.0
#include "linearize/recorded.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/read_file.h"
#include "linearize/marks.h"

namespace heddle::linearize {
namespace {

using nlohmann::json;

struct KindRow {
  Kind kind;
  const char* name;
};
constexpr KindRow kKinds[] = {
    {Kind::queue, "queue"},          {Kind::stack, "stack"},     {Kind::set, "set"},  {Kind::map, "map"},
    {Kind::register_of, "register"}, {Kind::counter, "counter"}, {Kind::lock, "lock"}};

struct RoleRow {
  std::vector<Kind> kinds;
  Role role;
  std::vector<std::string_view> names;
};
const std::vector<RoleRow>& roles() {
  static const std::vector<RoleRow> rows = {
      {{Kind::queue, Kind::stack}, Role::push, {"push", "enqueue", "put", "send", "add"}},
      {{Kind::queue, Kind::stack}, Role::pop, {"pop", "dequeue", "take", "receive", "get"}},
      {{Kind::set}, Role::add, {"add", "insert"}},
      {{Kind::set}, Role::contains, {"contains", "has", "find"}},
      {{Kind::set, Kind::map}, Role::remove, {"remove", "erase", "delete"}},
      {{Kind::map}, Role::put, {"put", "write", "set", "insert"}},
      {{Kind::map}, Role::put_if_absent, {"put_if_absent", "emplace"}},
      {{Kind::map}, Role::get, {"get", "read", "find"}},
      {{Kind::map}, Role::take, {"take", "extract"}},
      {{Kind::register_of}, Role::write, {"write", "put", "set"}},
      {{Kind::register_of}, Role::read, {"read", "get"}},
      {{Kind::register_of}, Role::compare_exchange, {"cas", "compare_exchange"}},
      {{Kind::counter}, Role::increment, {"increment", "inc"}},
      {{Kind::counter}, Role::fetch_increment, {"fetch_increment", "fetch_inc"}},
      {{Kind::counter}, Role::amount, {"add", "decrement", "dec"}},
      {{Kind::counter}, Role::count, {"read", "get", "count"}},
      {{Kind::lock}, Role::acquire, {"acquire", "lock"}},
      {{Kind::lock}, Role::try_acquire, {"try_acquire", "try_lock"}},
      {{Kind::lock}, Role::release, {"release", "unlock"}},
  };
  return rows;
}

base::Result<Role> role_named(Kind kind, const std::string& name) {
  std::string known;
  for (const RoleRow& row : roles()) {
    if (std::find(row.kinds.begin(), row.kinds.end(), kind) == row.kinds.end()) continue;
    if (std::find(row.names.begin(), row.names.end(), name) != row.names.end()) return row.role;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", row.names.front());
  }
  return base::failure(base::ErrorCode::malformed,
                       fmt::format("a {} has no operation `{}`; expected one of {}",
                                   std::find_if(std::begin(kKinds), std::end(kKinds),
                                                [&](const KindRow& row) { return row.kind == kind; })
                                       ->name,
                                   name, known));
}

class Reader {
 public:
  // Marks have numbers for values: 0 and 1 are then no and yes.
  Reader(Kind kind, bool marks) : has_marks_(marks) { result_.kind = kind; }

  base::Result<void> line(const json& written, std::size_t number = 0) {
    number_ = number;
    const json object = without_colons(written);
    for (const char* key : {"process", "type"})
      if (!object.contains(key)) return wrong(fmt::format("expected the key `{}`", key));
    if (!object["process"].is_number() && !object["process"].is_string())
      return wrong(
          fmt::format("expected a number or a name as the process, not {}", object["process"].dump()));
    if (word_of(object["process"]) == "nemesis")
      return {};  // Jepsen's, which breaks things; it makes no calls
    const std::string type = word_of(object["type"]);
    Time time = lines_++;
    const bool has_time = object.contains("time") && !object["time"].is_null();
    if (lines_ > 1 && has_time != has_times_)
      return wrong(has_time ? "this line has a `time`, those before have none"
                            : "expected a `time`, as the lines before have one");
    if (has_time) {
      if (!object["time"].is_number_integer() || object["time"].get<std::int64_t>() < 0)
        return wrong("expected a `time` that is a whole number from 0 on, of less than 2^63");
      time = object["time"].get<Time>();
      has_times_ = true;
    }
    if (object.contains("value") && is_too_large(object["value"]))
      return wrong("expected whole numbers of less than 2^64 as values; a text can be any");
    const std::string process = object["process"].dump();
    if (type == "invoke") return begin(object, process, time);
    if (type == "ok" || type == "fail" || type == "info") return end(object, process, type, time);
    return wrong(fmt::format("expected `invoke`, `ok`, `fail` or `info` as the type, not `{}`", type));
  }

  base::Result<RecordedHistory> finish() {
    if (lines_ == 0) return wrong("has no calls");
    if (share_moments_)  // with more freedom than they had: what has no order then has none at all
      result_.doubts.emplace_back(
          "a process begins a call at the very time its last one ended, and the two were taken to overlap");
    if (const auto settled = settle_zeros(); !settled) return base::failure(settled.error());
    if (counted_ > kMost * 1000) return wrong("counts further than a billion, which is not supported");
    TypedHistory kept;
    for (std::size_t i = 0; i < result_.calls.size(); ++i)
      if (!dropped_[i]) kept.push_back(result_.calls[i]);
    result_.calls = std::move(kept);
    std::vector<Time> moments;
    for (const TypedCall& call : result_.calls) {
      moments.push_back(call.begin);
      if (call.end != kNever) moments.push_back(call.end);
    }
    std::sort(moments.begin(), moments.end());
    moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
    for (TypedCall& call : result_.calls)
      for (Time* time : {&call.begin, &call.end})
        if (*time != kNever)
          *time =
              static_cast<Time>(std::lower_bound(moments.begin(), moments.end(), *time) - moments.begin());
    return std::move(result_);
  }

 private:
  static tl::unexpected<base::Error> wrong(std::string message) {
    return base::failure(base::ErrorCode::malformed, std::move(message));
  }
  static std::string text_of(const json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
  }
  static json without_colons(const json& written) {
    json object = json::object();
    for (const auto& [key, value] : written.items())
      object[key.starts_with(":") ? key.substr(1) : key] = value;
    return object;
  }
  static std::string word_of(const json& value) {  // Clojure's keywords have a colon
    const std::string text = text_of(value);
    return text.starts_with(":") ? text.substr(1) : text;
  }
  // Of 2^64 and more not all digits are kept: different ones would be the same.
  static bool is_too_large(const json& value) {
    if (value.is_array()) return std::any_of(value.begin(), value.end(), is_too_large);
    return value.is_number_float() && std::abs(value.get<double>()) >= 0x1p64;
  }
  // The number if it is a whole one of at most so much.
  static std::optional<std::int64_t> whole(const json& value, std::int64_t most) {
    if (!value.is_number_integer()) return std::nullopt;
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(most))
      return std::nullopt;
    const auto number = value.get<std::int64_t>();
    return number < -most || number > most ? std::nullopt : std::optional(number);
  }
  std::uint32_t number_of(const json& value, std::unordered_map<std::string, std::uint32_t>& numbers,
                          std::vector<std::string>& texts) {
    constexpr double kExact = 1e15;
    const bool is_whole = value.is_number_float() && std::abs(value.get<double>()) < kExact &&
                          value.get<double>() == std::floor(value.get<double>());  // 1.0 is 1
    const auto found = numbers.emplace(
        is_whole ? std::to_string(static_cast<std::int64_t>(value.get<double>())) : value.dump(),
        static_cast<std::uint32_t>(texts.size()));
    if (found.second) texts.push_back(found.first->first);
    return found.first->second;
  }
  std::uint32_t value_of(const json& value) { return number_of(value, values_, result_.values); }
  bool is_known(const json& value) const { return value.is_null() || values_.contains(value.dump()); }

  base::Result<void> begin(const json& object, const std::string& process, Time time) {
    const json& function = object.contains("f") ? object["f"] : object.value("function", json());
    if (function.is_null()) return wrong("expected the key `f`: which operation");
    const auto role = role_named(result_.kind, word_of(function));
    if (!role) return base::failure(role.error());
    const auto free = free_at_.find(process);
    if (open_.contains(process) || (free != free_at_.end() && time < free->second.time))
      return wrong(fmt::format("process {} calls again before its call ended", process));
    if (free != free_at_.end() && time == free->second.time && free->second.by_a_call && has_times_)
      share_moments_ = true;
    TypedCall call;
    call.role = *role;
    call.word = words_.emplace(word_of(function), static_cast<std::uint32_t>(words_.size())).first->second;
    if (call.word == result_.words.size()) result_.words.push_back(word_of(function));
    call.begin = time;
    const auto thread = threads_.emplace(process, static_cast<std::uint32_t>(threads_.size()));
    if (thread.second)
      result_.threads.push_back((object["process"].is_number() ? "P" : "") + text_of(object["process"]));
    call.thread = thread.first->second;
    const json value = object.value("value", json());
    if (auto taken = take_arguments(call, value, word_of(function)); !taken) return taken;
    open_[process] = {result_.calls.size(), word_of(function), value};
    result_.calls.push_back(call);
    dropped_.push_back(false);
    return {};
  }

  // [key, null], as Jepsen asks for one.
  bool is_key_alone(const json& value) const {
    return result_.kind == Kind::map && value.is_array() && value.size() == 2 && value[1].is_null();
  }
  base::Result<void> take_arguments(TypedCall& call, const json& value, const std::string& function) {
    switch (call.role) {
      case Role::push:
        if (value.is_null()) return wrong("expected a value: null is nothing");
        call.value = value_of(value);
        return {};
      case Role::write:
        call.value = value.is_null() ? TypedCall::kNull : value_of(value);
        return {};
      case Role::add:
      case Role::contains:
      case Role::remove:
      case Role::get:
      case Role::take:
        call.key = number_of(is_key_alone(value) ? value[0] : value, keys_, result_.keys);
        return {};
      case Role::put:
      case Role::put_if_absent:
      case Role::compare_exchange:
        if (!value.is_array() || value.size() != 2)
          return wrong(call.role == Role::compare_exchange
                           ? "expected [expected, desired] as the value of a cas"
                           : "expected [key, value] as the value of a put");
        if (call.role != Role::compare_exchange && value[1].is_null())
          return wrong("expected a value: null is nothing");
        call.key = call.role != Role::compare_exchange ? number_of(value[0], keys_, result_.keys)
                   : value[0].is_null()                ? TypedCall::kNull
                                                       : value_of(value[0]);
        call.value = value[1].is_null() ? TypedCall::kNull : value_of(value[1]);
        return {};
      case Role::amount: {
        const std::optional<std::int64_t> amount = value.is_null() ? 1 : whole(value, kMost);
        if (!amount) return wrong("expected a whole number of at most a million to add");
        call.value = static_cast<std::uint32_t>(function.starts_with("dec") ? -*amount : *amount);
        counted_ += std::abs(*amount);
        return {};
      }
      case Role::increment:
      case Role::fetch_increment:
        if (!value.is_null() && value != 1 && !has_marks_)
          return wrong(
              fmt::format("`{}` adds 1 and takes no value; `add` does, not {}", function, value.dump()));
        ++counted_;
        return {};
      default:
        return {};
    }
  }

  base::Result<void> end(const json& object, const std::string& process, const std::string& type, Time time) {
    const auto found = open_.find(process);
    if (found == open_.end())
      return wrong(fmt::format("process {} ends a call that it did not begin", process));
    const Open open = std::move(found->second);
    open_.erase(found);
    const json& function = object.contains("f") ? object["f"] : object.value("function", json());
    if (!function.is_null() && word_of(function) != open.function)
      return wrong(
          fmt::format("process {} ends `{}`, but has begun `{}`", process, word_of(function), open.function));
    TypedCall& call = result_.calls[open.call];
    if (time < call.begin) return wrong("the call ends before it began");
    Free& free = free_at_[process];
    free = {time, type != "fail" || (free.by_a_call && free.time == time)};
    if (type == "info") return {};  // the process may go on, as another one
    if (type == "fail") {
      dropped_[open.call] = true;
      ++result_.failed;
      return {};
    }
    call.end = time;
    const bool has_value = object.contains("value");
    return take_result(call, has_value ? object["value"] : json(), has_value, open);
  }

  struct Open {  // a call that has not ended
    std::size_t call;
    std::string function;
    json argument;
  };
  base::Result<void> take_result(TypedCall& call, json value, bool has_value, const Open& open) {
    const json& argument = open.argument;
    const json& key = call.role == Role::put || call.role == Role::put_if_absent || is_key_alone(argument)
                          ? argument[0]
                          : argument;
    // With its key, unless the list itself is what was put in.
    if (value.is_array() && value.size() == 2 && result_.kind == Kind::map && value[0] == key) {
      const bool is_value = is_known(value);
      if (is_value && is_known(value[1]))
        return wrong(
            fmt::format("{} may be a value, or the key with its value {}", value.dump(), value[1].dump()));
      if (!is_value) value = json(value[1]);
    }
    switch (call.role) {
      case Role::pop:
      case Role::get:
      case Role::take:
      case Role::read:
        if (!has_value) return wrong("expected the key `value`: what it returned, null for nothing");
        call.result = value.is_null() ? TypedCall::kNothing : value_of(value) + 1;
        return {};
      case Role::add:
      case Role::contains:
      case Role::remove:
      case Role::put_if_absent:
      case Role::compare_exchange:
      case Role::try_acquire:
        return take_yes_or_no(call, value, has_value, argument);
      case Role::fetch_increment:
      case Role::count:
        if (!whole(value, kMost * 1000))
          return wrong("expected the number that was counted as the value, at most a billion");
        call.result = TypedCall::kZero + static_cast<std::uint32_t>(*whole(value, kMost * 1000));
        return {};
      default:
        call.result = TypedCall::kNothing;
        return take_nothing(value, argument, open.function);
    }
  }
  // Of what returns nothing a value is nothing, that it is done, or its argument once more. Anything else would not be
  // looked at.
  base::Result<void> take_nothing(const json& value, const json& argument,
                                  const std::string& function) const {
    const bool says_done = value == true || (has_marks_ && (value == 0 || value == 1));
    if (value.is_null() || says_done || value == argument || is_part(value, argument)) return {};
    return wrong(fmt::format(
        "`{}` returns nothing here: expected no value, or its argument once more, not {}{}", function,
        value.dump(), result_.kind == Kind::counter ? "; `fetch_increment` returns the number before" : ""));
  }
  // Jepsen's [key, value] may come back as the value alone.
  static bool is_part(const json& value, const json& argument) {
    return argument.is_array() && argument.size() == 2 && value == argument[1];
  }

  // What only says that it is done, as Jepsen's cas does by its argument or by nothing, has succeeded. 0 and 1 are
  // no and yes; where they are the argument too, 1 has succeeded either way, and 0 is what the others tell.
  base::Result<void> take_yes_or_no(TypedCall& call, const json& value, bool has_value,
                                    const json& argument) {
    const bool is_argument = !has_marks_ && call.role != Role::contains && value == argument;
    const bool is_no = value == 0, is_yes = value == 1;
    if (value.is_boolean()) {
      call.result = value.get<bool>();
    } else if (is_argument && is_no) {
      if (zeros_.empty()) zero_in_line_ = number_;
      zeros_.push_back(static_cast<std::size_t>(&call - result_.calls.data()));
    } else if (is_no || is_yes) {
      call.result = is_yes;
      answers_in_numbers_ = answers_in_numbers_ || !is_argument;
    } else if (call.role != Role::contains && (!has_value || value == argument)) {
      call.result = 1;
      answers_by_argument_ = answers_by_argument_ || has_value;
    } else {
      return wrong("expected true or false as the value");
    }
    return {};
  }
  base::Result<void> settle_zeros() {
    if (zeros_.empty()) return {};
    if (answers_in_numbers_ == answers_by_argument_)
      return wrong(fmt::format("expected true or false in line {}: 0 may be no, or the argument once more",
                               zero_in_line_));
    for (const std::size_t call : zeros_) result_.calls[call].result = answers_by_argument_;
    return {};
  }

  static constexpr std::int64_t kMost = 1'000'000;
  RecordedHistory result_;
  std::vector<bool> dropped_;
  std::map<std::string, Open> open_;
  struct Free {  // a process since its last call
    Time time = 0;
    bool by_a_call = false;  // that ended then, and did happen
  };
  std::map<std::string, Free> free_at_;
  std::map<std::string, std::uint32_t> threads_;
  std::unordered_map<std::string, std::uint32_t> values_, keys_, words_;
  Time lines_ = 0;
  bool has_times_ = false;
  bool share_moments_ = false;
  std::size_t number_ = 0, zero_in_line_ = 0;
  std::vector<std::size_t> zeros_;  // calls with the argument 0 that returned 0
  bool answers_in_numbers_ = false, answers_by_argument_ = false;  // for no and yes; for yes
  bool has_marks_;
  std::int64_t counted_ = 0;  // how far a counter can get
};

// Values are written out again, by functions that call themselves for what is inside.
bool is_deep(const std::string& line) {
  constexpr int kDeepest = 100;
  int depth = 0;
  for (std::size_t i = 0, in_text = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && in_text != 0)
      ++i;
    else if (line[i] == '"')
      in_text ^= 1;
    else if (in_text == 0)
      depth += line[i] == '[' || line[i] == '{' ? 1 : line[i] == ']' || line[i] == '}' ? -1 : 0;
    if (depth > kDeepest) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const KindRow& row : kKinds) names.emplace_back(row.name);
  return names;
}

base::Result<Kind> kind_named(const std::string& name) {
  for (const KindRow& row : kKinds)
    if (row.name == name) return row.kind;
  return base::failure(base::ErrorCode::malformed, fmt::format("there is no model `{}`", name));
}

base::Result<RecordedHistory> read_history(const std::string& path, Kind kind) {
  const bool has_marks = path.ends_with(".hdl") || path.ends_with(".std");
  Reader reader(kind, has_marks);
  const auto finish = [&]() -> base::Result<RecordedHistory> {
    auto history = reader.finish();
    if (!history) return base::failure(history.error().code, history.error().message, path);
    return history;
  };
  if (has_marks) {
    std::vector<std::string> doubts;
    auto read = read_marks(path, doubts, [&](const json& line) { return reader.line(line); });
    if (!read) return base::failure(read.error());
    auto history = finish();
    if (history) history->doubts = std::move(doubts);
    return history;
  }
  std::ifstream file;
  if (path != "-") {
    if (base::is_endless(path))
      return base::failure(base::ErrorCode::usage, "it is a device; a file was expected", path);
    file.open(path);
    if (!file)
      return base::failure(base::ErrorCode::not_found,
                           fmt::format("cannot be read: {}", std::strerror(errno)), path);
  }
  std::istream& input = path == "-" ? std::cin : file;
  std::size_t number = 0;
  for (std::string line; std::getline(input, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const json object = is_deep(line) ? json() : json::parse(line, nullptr, false);
    const auto where = fmt::format("{}:{}", path, number);
    if (!object.is_object())
      return base::failure(base::ErrorCode::malformed,
                           object.is_discarded()
                               ? "is no JSON: is the line cut off, or a bracket or quote missing?"
                               : "expected a JSON object with process, type, f and value",
                           where);
    if (const auto read = reader.line(object, number); !read)
      return base::failure(base::ErrorCode::malformed, read.error().message, where);
  }
  return finish();
}

}  // namespace heddle::linearize
