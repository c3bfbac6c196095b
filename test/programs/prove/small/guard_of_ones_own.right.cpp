// SPDX-License-Identifier: Apache-2.0
// type: Stack<char>
// operations: push pop
// A guard, a base class and helpers of one's own.
#include <mutex>

template <class T>
struct Link {
  T value;
  Link* next;
};
class Guard {
  std::mutex& mutex_;

 public:
  explicit Guard(std::mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
  ~Guard() { mutex_.unlock(); }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
};
template <class T>
class Base {
 protected:
  Link<T>* top_ = nullptr;
  std::mutex mutex_;
  void link(Link<T>& cell) {
    cell.next = top_;
    top_ = &cell;
  }
  Link<T>* unlink() {
    Link<T>* cell = top_;
    if (cell != nullptr) top_ = cell->next;
    return cell;
  }
};
template <class T>
class Stack : Base<T> {
 public:
  void push(T value) {
    auto* cell = new Link<T>;
    cell->value = value;
    const Guard guard(this->mutex_);
    this->link(*cell);
  }
  bool pop(T& out) {
    Link<T>* cell = nullptr;
    {
      const Guard guard(this->mutex_);
      cell = this->unlink();
    }
    if (cell == nullptr) return false;
    out = cell->value;
    delete cell;
    return true;
  }
};
