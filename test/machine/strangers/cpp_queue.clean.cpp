// A monitor with std::mutex, unique_lock, condition_variable with a predicate, deque, unique_ptr, lambdas.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

template <class T>
class Channel {
 public:
  explicit Channel(std::size_t capacity) : capacity_(capacity) {}
  void send(T value) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return items_.size() < capacity_; });
    items_.push_back(std::move(value));
    changed_.notify_all();
  }
  T receive() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return !items_.empty(); });
    T value = std::move(items_.front());
    items_.pop_front();
    changed_.notify_all();
    return value;
  }

 private:
  const std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<T> items_;
};

int main() {
  Channel<std::unique_ptr<int>> channel(1);
  int sum = 0;
  std::thread consumer([&] {
    for (int i = 0; i < 2; ++i) sum += *channel.receive();
  });
  for (int i = 1; i <= 2; ++i) channel.send(std::make_unique<int>(i));
  consumer.join();
  assert(sum == 3);
}
