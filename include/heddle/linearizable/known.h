// SPDX-License-Identifier: Apache-2.0
// Histories of a test whose model is one of heddle's own (models.h), handed to the monitors (monitors.h). Nobody asks for
// it: an operation whose model function is a member of that model, such as &heddle::model::queue<int>::push, is known by
// comparing the two pointers. What a lambda does is not known, so its histories are left to the general decision.
//
// A monitor is asked only where its answer is about the same question:
//
//   real time        other orders are not what monitors know (judge.h)
//   known calls      each call of the history is one of those operations, has no relation, no equality of its own and no
//                    condition to wait, returns the type that the model's function returns, and did return it
//   empty at first   .model(…) says nothing else
//
// That no value is put in twice, monitors see for themselves. A "yes" is believed. After a "no" the general decision is
// asked as well: it has to explain the history anyway.
#ifndef HEDDLE_LINEARIZABLE_KNOWN_H
#define HEDDLE_LINEARIZABLE_KNOWN_H

#include <heddle/linearizable/models.h>
#include <heddle/linearizable/operation.h>
#include <heddle/linearizable/typed.h>

namespace heddle {
namespace linearize {

class Known {
 public:
  struct Act {  // of a call of the alphabet
    bool is_known = false;
    TypedCall call;                                      // its role, key and value
    std::function<std::uint32_t(std::uint32_t)> result;  // in the monitors' numbers; kUnknown: it has none
  };
  explicit Known(Kind kind) : kind_(kind) {}
  void add(Act act) { acts_.push_back(std::move(act)); }

  Answer answer(const History& history) {
    typed_.clear();
    for (const Call& call : history) {
      const Act& act = acts_[call.operation];
      if (!act.is_known || call.waits || call.end == kNever) return Answer::does_not_apply;
      TypedCall& typed = typed_.emplace_back(act.call);
      typed.thread = call.thread;
      typed.begin = call.begin;
      typed.end = call.end;
      typed.result = act.result(call.result);
      if (typed.result == kUnknown) return Answer::does_not_apply;
    }
    if (!has_keys(kind_)) return monitor(kind_, typed_);
    Answer all = Answer::yes;
    for (const auto& part : parts_of(kind_, typed_)) {
      TypedHistory calls;
      for (const std::uint32_t call : part) calls.push_back(typed_[call]);
      const Answer answer = monitor(kind_, calls);
      if (answer == Answer::does_not_apply) return answer;
      if (answer == Answer::no) all = answer;
    }
    return all;
  }

 private:
  Kind kind_;
  std::vector<Act> acts_;
  TypedHistory typed_;
};

namespace detail {

template <class F, class Member>
bool is_member(F function, Member member) {
  if constexpr (std::is_same_v<F, Member>)
    return function == member;
  else
    return false;
}

// Of each model: its kind, what its keys and values are, and which member has which role.
struct NoKey {
  bool operator<(NoKey) const { return false; }
};
template <class Model>
struct KnownModel {
  static constexpr bool is_known = false;
};
template <class M, class T, Kind k>
struct KnownCollection {
  static constexpr bool is_known = HasEqual<T>::value;
  static constexpr Kind kind = k;
  using Key = NoKey;
  using Value = T;
  template <class F>
  static std::optional<Role> role(F f) {
    if (is_member(f, &M::push)) return Role::push;
    if (is_member(f, &M::pop)) return Role::pop;
    return std::nullopt;
  }
};
template <class T>
struct KnownModel<model::queue<T>> : KnownCollection<model::queue<T>, T, Kind::queue> {};
template <class T>
struct KnownModel<model::stack<T>> : KnownCollection<model::stack<T>, T, Kind::stack> {};
template <class T>
struct KnownModel<model::set<T>> {
  static constexpr bool is_known = true;
  static constexpr Kind kind = Kind::set;
  using M = model::set<T>;
  using Key = T;
  using Value = long;
  template <class F>
  static std::optional<Role> role(F f) {
    if (is_member(f, &M::add)) return Role::add;
    if (is_member(f, &M::remove)) return Role::remove;
    if (is_member(f, &M::contains)) return Role::contains;
    return std::nullopt;
  }
};
template <class K, class V>
struct KnownModel<model::map<K, V>> {
  static constexpr bool is_known = HasEqual<V>::value;
  static constexpr Kind kind = Kind::map;
  using M = model::map<K, V>;
  using Key = K;
  using Value = V;
  template <class F>
  static std::optional<Role> role(F f) {
    if (is_member(f, &M::put)) return Role::put;
    if (is_member(f, &M::put_if_absent)) return Role::put_if_absent;
    if (is_member(f, &M::get)) return Role::get;
    if (is_member(f, &M::remove)) return Role::remove;
    if (is_member(f, &M::take)) return Role::take;
    return std::nullopt;
  }
};
template <class T>
struct KnownModel<model::register_of<T>> {
  static constexpr bool is_known = HasEqual<T>::value;
  static constexpr Kind kind = Kind::register_of;
  using M = model::register_of<T>;
  using Key = NoKey;
  using Value = T;
  template <class F>
  static std::optional<Role> role(F f) {
    if (is_member(f, &M::write)) return Role::write;
    if (is_member(f, &M::read)) return Role::read;
    return std::nullopt;
  }
};
template <>
struct KnownModel<model::counter> {
  static constexpr bool is_known = true;
  static constexpr Kind kind = Kind::counter;
  using M = model::counter;
  using Key = NoKey;
  using Value = long;
  template <class F>
  static std::optional<Role> role(F f) {
    if (is_member(f, &M::increment)) return Role::increment;
    if (is_member(f, &M::fetch_increment)) return Role::fetch_increment;
    if (is_member(f, &M::get)) return Role::count;
    return std::nullopt;
  }
};

// Keys and values as numbers: keys are the same as the model's own container says, values as results are compared. A
// register's value at first is what was never written.
template <class Model>
class KnownNumbers {
  using Of = KnownModel<Model>;
  using Key = typename Of::Key;
  using Value = typename Of::Value;

 public:
  KnownNumbers() {
    if constexpr (Of::kind == Kind::register_of) values_.push_back(Value{});
  }
  std::uint32_t key(const Key& key) {
    return keys_.emplace(key, static_cast<std::uint32_t>(keys_.size())).first->second;
  }
  std::uint32_t value(const Value& value) {
    std::uint32_t at = 0;
    while (at < values_.size() && !(values_[at] == value)) ++at;
    if (at == values_.size()) values_.push_back(value);
    return Of::kind == Kind::register_of ? at - 1 : at;  // at first: TypedCall::kNull
  }

  // The call with these arguments, as the model's function takes them.
  template <class Arguments>
  TypedCall call(Role role, const Arguments& arguments) {
    TypedCall call;
    call.role = role;
    constexpr std::size_t kCount = std::tuple_size_v<Arguments>;
    if constexpr (kCount > 0) {
      using First = std::tuple_element_t<0, Arguments>;
      if constexpr (has_key() && std::is_constructible_v<Key, const First&>)
        call.key = key(static_cast<Key>(std::get<0>(arguments)));
      else if constexpr (std::is_constructible_v<Value, const First&>)
        call.value = value(static_cast<Value>(std::get<0>(arguments)));
    }
    if constexpr (kCount > 1 && has_key()) {
      if constexpr (std::is_constructible_v<Value, const std::tuple_element_t<1, Arguments>&>)
        call.value = value(static_cast<Value>(std::get<1>(arguments)));
    }
    return call;
  }
  // Does a call of that type return what the model does?
  template <class Result>
  static bool returns(Role role) {
    switch (role) {
      case Role::push:
      case Role::put:
      case Role::write:
      case Role::increment:
        return std::is_void_v<Result>;
      case Role::pop:
      case Role::get:
      case Role::take:
        return std::is_same_v<Result, std::optional<Value>>;
      case Role::read:
        return std::is_same_v<Result, Value>;
      case Role::count:
      case Role::fetch_increment:
        return std::is_same_v<Result, long>;
      default:
        return std::is_same_v<Result, bool>;
    }
  }
  template <class Result>
  std::uint32_t result(const Outcome<Result>& outcome) {
    if (!outcome.value) return kUnknown;  // an exception
    if constexpr (std::is_same_v<Result, bool>) {
      if constexpr (!std::is_same_v<Value, bool> || has_key())
        return *outcome.value ? 1 : TypedCall::kNothing;
    }
    if constexpr (std::is_same_v<Result, std::optional<Value>>) {
      return *outcome.value ? value(**outcome.value) + 1 : TypedCall::kNothing;
    } else if constexpr (Of::kind == Kind::counter && std::is_same_v<Result, long>) {
      constexpr long kMost = TypedCall::kZero - 1;
      return *outcome.value < -kMost || *outcome.value > kMost
                 ? kUnknown
                 : TypedCall::kZero + static_cast<std::uint32_t>(*outcome.value);
    } else if constexpr (std::is_same_v<Result, Value>) {
      return value(*outcome.value) + 1;
    } else {
      return TypedCall::kNothing;
    }
  }

 private:
  static constexpr bool has_key() { return Of::kind == Kind::set || Of::kind == Kind::map; }
  std::map<Key, std::uint32_t> keys_;
  std::deque<Value> values_;
};

}  // namespace detail
}  // namespace linearize
}  // namespace heddle
#endif
