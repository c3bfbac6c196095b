// SPDX-License-Identifier: Apache-2.0
// Dense ids for distinct values, in order of first appearance; the values keep their addresses.
// Not thread-safe. Finding a known value costs one hash and one comparison.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <string_view>

#include <tsl/robin_map.h>

#include "base/check.h"

namespace heddle::base {

template <class Id>
class StringInterner {
 public:
  Id intern(std::string_view text) {
    if (auto found = ids_.find(text); found != ids_.end()) return found->second;
    const Id id(texts_.size());
    ids_.emplace(texts_.emplace_back(text), id);
    return id;
  }
  // The id of a text seen before, or none.
  Id find(std::string_view text) const {
    auto found = ids_.find(text);
    return found == ids_.end() ? Id() : found->second;
  }
  const std::string& operator[](Id id) const {
    HEDDLE_CHECK(id.index() < texts_.size(), "an id comes from its own table");
    return texts_[id.index()];
  }
  std::size_t size() const { return texts_.size(); }

 private:
  std::deque<std::string> texts_;
  tsl::robin_map<std::string_view, Id> ids_;
};

template <class Id, class Value, class Hash>
class Interner {
 public:
  Id intern(const Value& value) {
    auto [entry, is_new] = ids_.try_emplace(value, Id(values_.size()));
    if (is_new) values_.push_back(value);
    return entry->second;
  }
  const Value& operator[](Id id) const {
    HEDDLE_CHECK(id.index() < values_.size(), "an id comes from its own table");
    return values_[id.index()];
  }
  std::size_t size() const { return values_.size(); }

 private:
  std::deque<Value> values_;
  tsl::robin_map<Value, Id, Hash> ids_;
};

}  // namespace heddle::base
