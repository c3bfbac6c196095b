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

namespace heddle {
namespace model {

namespace detail {
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
  std::deque<T> values;

  void push(T value) { values.push_back(std::move(value)); }
  std::optional<T> pop() {
    if (values.empty()) return std::nullopt;
    T value = values.front();
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
  std::vector<T> values;

  void push(T value) { values.push_back(std::move(value)); }
  std::optional<T> pop() {
    if (values.empty()) return std::nullopt;
    T value = values.back();
    values.pop_back();
    return value;
  }
  std::optional<T> top() const { return values.empty() ? std::nullopt : std::optional<T>(values.back()); }
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
  std::map<K, V> values;

  void put(K key, V value) { values[std::move(key)] = std::move(value); }
  bool put_if_absent(K key, V value) { return values.emplace(std::move(key), std::move(value)).second; }
  std::optional<V> get(const K& key) const {
    const auto found = values.find(key);
    return found == values.end() ? std::nullopt : std::optional<V>(found->second);
  }
  bool remove(const K& key) { return values.erase(key) > 0; }
  std::optional<V> take(const K& key) {
    std::optional<V> found = get(key);
    values.erase(key);
    return found;
  }
  std::size_t size() const { return values.size(); }
  bool operator==(const map& other) const { return values == other.values; }
  std::size_t hash() const {
    std::size_t result = values.size();
    for (const auto& each : values)
      result = (result ^ std::hash<K>()(each.first)) * 0x9e3779b97f4a7c15U + 31 * std::hash<V>()(each.second);
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
  T value{};

  void write(T to) { value = std::move(to); }
  T read() const { return value; }
  bool compare_exchange(const T& expected, T desired) {
    if (!(value == expected)) return false;
    value = std::move(desired);
    return true;
  }
  T exchange(T to) {
    std::swap(to, value);
    return to;
  }
  bool operator==(const register_of& other) const { return value == other.value; }
  std::size_t hash() const { return std::hash<T>()(value); }
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
