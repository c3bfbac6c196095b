// std::thread, std::mutex, std::atomic, virtual calls, new and delete, std::condition_variable, static locals.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
};
struct Square : Shape {
  explicit Square(int s) : side(s) {}
  int area() const override { return side * side; }
  int side;
};

static std::mutex lock;
static std::condition_variable ready;
static bool is_ready = false;
static int sum = 0;
static std::atomic<int> count{0};

static int& once() {
  static int value = count.load() + 1;
  return value;
}

int main() {
  std::unique_ptr<Shape> shape(new Square(3));
  std::thread worker([&] {
    {
      std::lock_guard<std::mutex> hold(lock);
      sum += shape->area();
      is_ready = true;
    }
    ready.notify_one();
    count.fetch_add(1);
  });
  {
    std::unique_lock<std::mutex> hold(lock);
    ready.wait(hold, [] { return is_ready; });
    assert(sum == 9);
  }
  worker.join();
  assert(count == 1);
  assert(once() == 2);
  std::vector<int> numbers;
  for (int i = 0; i < 3; ++i) numbers.push_back(i);
  assert(numbers[2] == 2);
}
