// Virtual calls, references, templates, RAII guards, std::array, std::vector of threads, std::atomic.
#include <array>
#include <atomic>
#include <cassert>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
};
struct Square : Shape {
  explicit Square(int side) : side(side) {}
  int area() const override { return side * side; }
  int side;
};
struct Rectangle final : Square {
  Rectangle(int side, int other) : Square(side), other(other) {}
  int area() const override { return side * other; }
  int other;
};
struct Total {
  void add(const Shape& shape) {
    std::lock_guard<std::mutex> guard(mutex);
    value += shape.area();
  }
  std::mutex mutex;
  int value = 0;
};
std::atomic<int> alive{0};
class Counted {
 public:
  Counted() { ++alive; }
  ~Counted() { --alive; }
  Counted(const Counted&) = delete;
};
static void work(Total& total, const std::array<std::unique_ptr<Shape>, 2>& shapes, int which) {
  Counted counted;
  assert(alive >= 1);
  total.add(*shapes[static_cast<std::size_t>(which)]);
}
int main() {
  Total total;
  std::array<std::unique_ptr<Shape>, 2> shapes = {std::make_unique<Square>(2), std::make_unique<Rectangle>(2, 3)};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) threads.emplace_back(work, std::ref(total), std::cref(shapes), i);
  for (std::thread& thread : threads) thread.join();
  assert(total.value == 10 && alive == 0);
}
