// SPDX-License-Identifier: Apache-2.0
// The deque of Chase and Lev (2005): one owner pushes and pops at the bottom, thieves steal at the top. The famous bug
// (-DFAMOUS_BUG) is that the owner takes the last value without asking: a thief can have it too.
#include <atomic>
#include <optional>

#include <heddle/linearizable.h>

template <class T>
class WorkStealingDeque {
 public:
  void push(T value) {
    const long bottom = bottom_;
    cells_[bottom % kSize] = value;
    bottom_ = bottom + 1;
  }
  std::optional<T> pop() {
    const long bottom = bottom_ - 1;
    bottom_ = bottom;
    long top = top_;
    if (bottom < top) {
      bottom_ = top;
      return std::nullopt;
    }
    T value = cells_[bottom % kSize];
    if (bottom > top) return value;
#ifdef FAMOUS_BUG
    const bool is_mine = true;
    top_ = top + 1;
#else
    const bool is_mine = top_.compare_exchange_strong(top, top + 1);
#endif
    bottom_ = bottom + 1;
    return is_mine ? std::optional<T>(value) : std::nullopt;
  }
  std::optional<T> steal() {
    long top = top_;
    while (top < bottom_) {
      T value = cells_[top % kSize];
      if (top_.compare_exchange_strong(top, top + 1)) return value;
    }
    return std::nullopt;
  }

 private:
  static constexpr long kSize = 8;
  std::atomic<T> cells_[kSize] = {};
  std::atomic<long> top_{0}, bottom_{0};
};

using Deque = WorkStealingDeque<int>;
using Model = std::deque<int>;

template <class Take>
std::optional<int> taken(Model& model, Take take) {
  if (model.empty()) return std::nullopt;
  return take(model);
}

int main() {
  return heddle::linearizable<Deque, Model>("WorkStealingDeque")
                 .operation(
                     "push", &Deque::push, [](Model& m, int v) { m.push_back(v); },
                     heddle::one_thread("owner"))
                 .operation(
                     "pop", &Deque::pop,
                     [](Model& m) {
                       return taken(m, [](Model& each) {
                         const int v = each.back();
                         each.pop_back();
                         return v;
                       });
                     },
                     heddle::one_thread("owner"))
                 .operation("steal", &Deque::steal,
                            [](Model& m) {
                              return taken(m, [](Model& each) {
                                const int v = each.front();
                                each.pop_front();
                                return v;
                              });
                            })
                 .threads(2)
                 .calls(2)
                 .calls_in_all(3)
                 .values({1, 2})
                 .holds()
             ? 0
             : 1;
}
