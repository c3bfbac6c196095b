// SPDX-License-Identifier: Apache-2.0
// A bounded ring for many producers and consumers, after Dmitry Vyukov. As it is found in many libraries
// (-DFAMOUS_BUG), try_pop says "empty" as soon as the cell it stands before is not filled. But a producer claims its
// cell first and fills it later; if it is slow, values that others pushed after it are inside, and who pushed one itself
// can be told that there is none. Here the queue is empty only if no cell is claimed.
#include <atomic>
#include <optional>

#include <heddle/linearizable.h>

template <class T, long kSize>
class Ring {
 public:
  Ring() {
    for (long i = 0; i < kSize; ++i) cells_[i].turn = i;
  }
  bool try_push(T value) {
    long at = tail_;
    while (true) {
      Cell& cell = cells_[at % kSize];
      const long early = cell.turn - at;
      if (early == 0) {
        if (!tail_.compare_exchange_strong(at, at + 1)) continue;
        cell.value = value;
        cell.turn = at + 1;
        return true;
      }
      if (early < 0 && is_full(at)) return false;
      at = tail_;
    }
  }
  std::optional<T> try_pop() {
    long at = head_;
    while (true) {
      Cell& cell = cells_[at % kSize];
      const long early = cell.turn - (at + 1);
      if (early == 0) {
        if (!head_.compare_exchange_strong(at, at + 1)) continue;
        T value = cell.value;
        cell.turn = at + kSize;
        return value;
      }
      if (early < 0 && is_empty(at)) return std::nullopt;
      at = head_;
    }
  }

 private:
  struct Cell {
    std::atomic<long> turn;
    T value;
  };
#ifdef FAMOUS_BUG
  bool is_full(long) const { return true; }
  bool is_empty(long) const { return true; }
#else
  bool is_full(long at) const { return head_ + kSize <= at; }
  bool is_empty(long at) const { return tail_ == at; }
#endif
  Cell cells_[kSize];
  std::atomic<long> tail_{0}, head_{0};
};

using Queue = Ring<int, 2>;

int main() {
  return heddle::linearizable<Queue, heddle::model::queue<int>>("Ring")
                 .operation(
                     "try_push", &Queue::try_push,
                     [](heddle::model::queue<int>& model, int value) { return model.try_push(value, 2); })
                 .operation("try_pop", &Queue::try_pop, &heddle::model::queue<int>::pop)
                 .threads(2)
                 .calls(2)
                 .calls_in_all(3)
                 .values({1, 2})
                 .values_alike()
                 .holds()
             ? 0
             : 1;
}
