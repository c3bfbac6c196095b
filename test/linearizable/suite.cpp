// SPDX-License-Identifier: Apache-2.0
// The same two tests in three frameworks: -DGOOGLETEST, -DCATCH2 or -DDOCTEST. The queue of the second looks, and takes
// later.
#if defined(CATCH2)
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#elif defined(DOCTEST)
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#else
#include <gtest/gtest.h>
#define TEST_CASE(name) TEST(Queues, name)
#endif

#include <deque>
#include <mutex>
#include <optional>

#include <heddle/linearizable.h>

namespace {

template <bool wrong>
class Queue {
 public:
  void push(int value) {
    const std::lock_guard<std::mutex> guard(lock_);
    values_.push_back(value);
  }
  std::optional<int> try_pop() {
    if (wrong && is_empty()) return std::nullopt;
    const std::lock_guard<std::mutex> guard(lock_);
    if (values_.empty()) return wrong ? std::optional<int>(0) : std::nullopt;
    const int first = values_.front();
    values_.pop_front();
    return first;
  }

 private:
  bool is_empty() {
    const std::lock_guard<std::mutex> guard(lock_);
    return values_.empty();
  }
  std::mutex lock_;
  std::deque<int> values_;
};

template <bool wrong>
void behaves_like_a_queue() {
  using Model = heddle::model::queue<int>;
  heddle::linearizable<Queue<wrong>, Model>("Queue")
      .operation("push", &Queue<wrong>::push, &Model::push)
      .operation("try_pop", &Queue<wrong>::try_pop, &Model::pop)
      .calls_in_all(3)
      .check();
}

}  // namespace

#ifdef GOOGLETEST
TEST_CASE(Right) { behaves_like_a_queue<false>(); }
TEST_CASE(Wrong) { behaves_like_a_queue<true>(); }
#else
TEST_CASE("Right") { behaves_like_a_queue<false>(); }
TEST_CASE("Wrong") { behaves_like_a_queue<true>(); }
#endif
