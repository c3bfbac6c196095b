// SPDX-License-Identifier: Apache-2.0
// Sequential models of common objects, for <heddle/linearizable.h> and for `heddle linearizable`. Histories of the
// first five are decided by monitors (monitors.h) where these apply.
#ifndef HEDDLE_LINEARIZABLE_MODELS_H
#define HEDDLE_LINEARIZABLE_MODELS_H

#include <algorithm>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include <heddle/linearizable/token.h>

namespace heddle {
namespace model {

namespace detail {
// A value as a model keeps it, hashes and compares it. Only models may look at a token.
template <class T>
struct Held {
  using type = T;
  static T of(T value) { return value; }
};
template <>
struct Held<token> {
  using type = long;
  static long of(token value) { return reveal(value); }
};
template <class T>
using held = typename Held<T>::type;
template <class T>
held<T> hold(T value) {
  return Held<T>::of(std::move(value));
}

template <class Each>
std::size_t hash_of(const Each& values) {
  std::size_t result = values.size();
  for (const auto& value : values)
    result =
        (result ^ std::hash<std::decay_t<decltype(value)>>()(value)) * 0x9e3779b97f4a7c15U + (result >> 29);
  return result;
}
}  // namespace detail

// First in, first out.
template <class T>
struct queue {
  using held = detail::held<T>;
  std::deque<held> values;

  void push(T value) { values.push_back(detail::hold<T>(std::move(value))); }
  std::optional<held> pop() {
    if (values.empty()) return std::nullopt;
    held value = values.front();
    values.pop_front();
    return value;
  }
  bool try_push(T value, std::size_t capacity) {
    if (values.size() >= capacity) return false;
    push(std::move(value));
    return true;
  }
  std::size_t size() const { return values.size(); }
  bool empty() const { return values.empty(); }
  bool operator==(const queue& other) const { return values == other.values; }
  std::size_t hash() const { return detail::hash_of(values); }
};

// Last in, first out.
template <class T>
struct stack {
  using held = detail::held<T>;
  std::vector<held> values;

  void push(T value) { values.push_back(detail::hold<T>(std::move(value))); }
  std::optional<held> pop() {
    if (values.empty()) return std::nullopt;
    held value = values.back();
    values.pop_back();
    return value;
  }
  std::optional<held> top() const {
    return values.empty() ? std::nullopt : std::optional<held>(values.back());
  }
  std::size_t size() const { return values.size(); }
  bool empty() const { return values.empty(); }
  bool operator==(const stack& other) const { return values == other.values; }
  std::size_t hash() const { return detail::hash_of(values); }
};

template <class T>
struct set {
  std::set<T> values;

  bool add(T value) { return values.insert(std::move(value)).second; }
  bool remove(const T& value) { return values.erase(value) > 0; }
  bool contains(const T& value) const { return values.count(value) > 0; }
  std::size_t size() const { return values.size(); }
  bool operator==(const set& other) const { return values == other.values; }
  std::size_t hash() const { return detail::hash_of(values); }
};

template <class K, class V>
struct map {
  using held = detail::held<V>;
  std::map<K, held> values;

  void put(K key, V value) { values[std::move(key)] = detail::hold<V>(std::move(value)); }
  bool put_if_absent(K key, V value) {
    return values.emplace(std::move(key), detail::hold<V>(std::move(value))).second;
  }
  std::optional<held> get(const K& key) const {
    const auto found = values.find(key);
    return found == values.end() ? std::nullopt : std::optional<held>(found->second);
  }
  bool remove(const K& key) { return values.erase(key) > 0; }
  std::optional<held> take(const K& key) {
    std::optional<held> found = get(key);
    values.erase(key);
    return found;
  }
  std::size_t size() const { return values.size(); }
  bool operator==(const map& other) const { return values == other.values; }
  std::size_t hash() const {
    std::size_t result = values.size();
    for (const auto& each : values)
      result =
          (result ^ std::hash<K>()(each.first)) * 0x9e3779b97f4a7c15U + 31 * std::hash<held>()(each.second);
    return result;
  }
};

struct counter {
  long value = 0;

  void increment() { ++value; }
  void decrement() { --value; }
  void add(long amount) { value += amount; }
  long fetch_increment() { return value++; }
  long fetch_add(long amount) {
    value += amount;
    return value - amount;
  }
  long get() const { return value; }
  bool operator==(const counter& other) const { return value == other.value; }
  std::size_t hash() const { return static_cast<std::size_t>(value); }
};

// One value, written and read as a whole.
template <class T>
struct register_of {
  using held = detail::held<T>;
  held value{};

  void write(T to) { value = detail::hold<T>(std::move(to)); }
  held read() const { return value; }
  bool compare_exchange(const T& expected, T desired) {
    if (!(value == detail::hold<T>(expected))) return false;
    value = detail::hold<T>(std::move(desired));
    return true;
  }
  held exchange(T to) {
    held before = std::move(value);
    value = detail::hold<T>(std::move(to));
    return before;
  }
  bool operator==(const register_of& other) const { return value == other.value; }
  std::size_t hash() const { return std::hash<held>()(value); }
};

// Who holds it is the caller's business: acquire waits while it is held.
struct lock {
  bool held = false;

  void acquire() { held = true; }
  bool try_acquire() { return !held && (held = true); }
  bool release() { return held && !(held = false); }
  bool is_held() const { return held; }
  bool operator==(const lock& other) const { return held == other.held; }
  std::size_t hash() const { return held ? 1 : 0; }
};

struct semaphore {
  long count = 0;

  void acquire() { --count; }
  bool try_acquire() { return count > 0 && (--count, true); }
  void release() { ++count; }
  bool is_used_up() const { return count <= 0; }
  bool operator==(const semaphore& other) const { return count == other.count; }
  std::size_t hash() const { return static_cast<std::size_t>(count); }
};

}  // namespace model
}  // namespace heddle
#endif
