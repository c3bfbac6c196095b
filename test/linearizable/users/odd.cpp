// SPDX-License-Identifier: Apache-2.0
// Odd objects, arguments, results and models, as found in libraries: each right, and with one mistake.
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <heddle/linearizable.h>

#include "table.h"

namespace {

using Guard = std::lock_guard<std::mutex>;

// Objects that number themselves: a static variable that lives longer than each of them. Who asks for the number cannot be
// told by the object alone what is right.
class Numbered {
 public:
  explicit Numbered(bool wrong) : wrong_(wrong) {}
  int next() {
    if (!wrong_) return ++last_;
    const int last = last_;
    last_ = last + 1;
    return last + 1;
  }
  int id() const { return id_; }

 private:
  static inline std::atomic<int> made_{0};
  bool wrong_;
  int id_ = ++made_;
  std::atomic<int> last_{0};
};
bool numbered(bool wrong, bool asks = false) {
  auto test = heddle::linearizable<Numbered>("Numbered");
  test.object([wrong] { return std::make_unique<Numbered>(wrong); }).operation("next", &Numbered::next);
  if (asks) test.operation("id", &Numbered::id);
  return test.threads(2).calls(1).holds();
}

// By an interface, with arguments that are a structure, a vector and true or false, and results of several kinds.
struct Point {
  int x = 0, y = 0;
  bool operator==(const Point& other) const { return x == other.x && y == other.y; }
  friend std::ostream& operator<<(std::ostream& out, const Point& point) {
    return out << point.x << '/' << point.y;
  }
};
class Board {
 public:
  virtual ~Board() = default;
  virtual void set(const Point& at, bool on) = 0;
  virtual std::vector<bool> row(int y) const = 0;
  virtual std::optional<std::pair<Point, bool>> last() const = 0;
};
class LockedBoard final : public Board {
 public:
  explicit LockedBoard(bool wrong) : wrong_(wrong) {}
  void set(const Point& at, bool on) override {
    {
      const Guard guard(lock_);
      cells_[at.y][at.x] = on;
      if (!wrong_) last_.emplace(at, on);
    }
    const Guard guard(lock_);
    if (wrong_) last_.emplace(at, on);
  }
  std::vector<bool> row(int y) const override {
    const Guard guard(lock_);
    return {cells_[y][0], cells_[y][1]};
  }
  std::optional<std::pair<Point, bool>> last() const override {
    const Guard guard(lock_);
    return last_;
  }

 private:
  bool wrong_;
  mutable std::mutex lock_;
  std::array<std::array<bool, 2>, 2> cells_{};
  std::optional<std::pair<Point, bool>> last_;
};
bool board(bool wrong) {
  return heddle::linearizable<Board>("Board")
      .object([wrong]() -> std::unique_ptr<Board> { return std::make_unique<LockedBoard>(wrong); })
      .operation("set", &Board::set, heddle::any_of(Point{0, 1}), heddle::any_of(true, false))
      .operation("row", &Board::row, heddle::any_of(1))
      .operation("last", &Board::last)
      .threads(2)
      .calls(1)
      .holds();
}

// Lists as arguments; the model is a string.
class Text {
 public:
  explicit Text(bool wrong) : wrong_(wrong) {}
  std::size_t append(const std::vector<char>& letters) {
    if (wrong_) {
      for (const char each : letters) {
        const Guard guard(lock_);
        text_ += each;
      }
      const Guard guard(lock_);
      return text_.size();
    }
    const Guard guard(lock_);
    text_.append(letters.begin(), letters.end());
    return text_.size();
  }
  std::string all() const {
    const Guard guard(lock_);
    return text_;
  }

 private:
  bool wrong_;
  mutable std::mutex lock_;
  std::string text_;
};
bool text(bool wrong) {
  using Letters = std::vector<char>;
  return heddle::linearizable<Text, std::string>("Text")
      .object([wrong] { return std::make_unique<Text>(wrong); })
      .operation(
          "append", &Text::append,
          [](std::string& model, const Letters& letters) {
            model.append(letters.begin(), letters.end());
            return model.size();
          },
          heddle::made_by([](unsigned which) { return Letters(2, static_cast<char>('a' + which)); }, 2))
      .operation("all", &Text::all, [](const std::string& model) { return model; })
      .threads(2)
      .calls(1)
      .holds();
}

// Small numbers that overflow, and a model of one byte.
class Byte {
 public:
  explicit Byte(bool wrong) : wrong_(wrong) {}
  std::uint8_t add(std::uint8_t by) {
    if (!wrong_) return static_cast<std::uint8_t>(value_.fetch_add(by) + by);
    value_ = static_cast<std::uint8_t>(value_ + by);
    return value_;
  }

 private:
  bool wrong_;
  std::atomic<std::uint8_t> value_{250};
};
bool byte(bool wrong) {
  return heddle::linearizable<Byte, std::uint8_t>("Byte")
      .object([wrong] { return std::make_unique<Byte>(wrong); })
      .model(250)
      .operation(
          "add", &Byte::add,
          [](std::uint8_t& model, std::uint8_t by) { return model = static_cast<std::uint8_t>(model + by); })
      .values({5, 200})
      .threads(2)
      .calls(1)
      .holds();
}

// A state that is one of several types; the model has neither < nor a hash.
struct Closed {
  bool operator==(const Closed&) const { return true; }
};
struct Open {
  int users = 0;
  bool operator==(const Open& other) const { return users == other.users; }
};
using State = std::variant<Closed, Open>;
class Door {
 public:
  explicit Door(bool wrong) : wrong_(wrong) {}
  bool enter() {
    int users = users_;
    while (users >= 0)
      if (users_.compare_exchange_strong(users, users + 1)) return true;
    return false;
  }
  bool close() {
    if (wrong_) {
      if (users_ != 0) return false;
      users_ = -1;
      return true;
    }
    int none = 0;
    return users_.compare_exchange_strong(none, -1);
  }

 private:
  bool wrong_;
  std::atomic<int> users_{0};
};
bool door(bool wrong) {
  return heddle::linearizable<Door, State>("Door")
      .object([wrong] { return std::make_unique<Door>(wrong); })
      .model(Open{})
      .operation("enter", &Door::enter,
                 [](State& state) {
                   if (state.index() == 0) return false;
                   ++std::get<Open>(state).users;
                   return true;
                 })
      .operation("close", &Door::close,
                 [](State& state) {
                   if (state.index() == 0 || std::get<Open>(state).users > 0) return false;
                   state = Closed{};
                   return true;
                 })
      .threads(2)
      .calls(2)
      .holds();
}

// A large object that must lie at a round address.
class alignas(4096) Page {
 public:
  explicit Page(bool wrong) : wrong_(wrong) {}
  int write(int value) {
    if (reinterpret_cast<std::uintptr_t>(this) % 4096 != 0) return -1;
    if (!wrong_) return bytes_[0].exchange(value);
    const int before = bytes_[0];
    bytes_[0] = value;
    return before;
  }

 private:
  bool wrong_;
  std::array<std::atomic<int>, 100000> bytes_{};
};
bool page(bool wrong) {
  return heddle::linearizable<Page>("Page")
      .object([wrong] { return std::make_unique<Page>(wrong); })
      .operation("write", &Page::write)
      .threads(2)
      .calls(1)
      .holds();
}

// A worker of its own does what is asked; the destructor waits for it. Mistake: it tells too early.
class Worker {
 public:
  explicit Worker(bool wrong) : wrong_(wrong), thread_([this] { work(); }) {}
  ~Worker() {
    {
      const Guard guard(lock_);
      ends_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  void add(int number) {
    std::unique_lock<std::mutex> guard(lock_);
    const int mine = ++asked_;
    waiting_ += number;
    changed_.notify_all();
    if (!wrong_) changed_.wait(guard, [&] { return done_ >= mine; });
  }
  int sum() const {
    const Guard guard(lock_);
    return sum_;
  }

 private:
  void work() {
    std::unique_lock<std::mutex> guard(lock_);
    while (true) {
      changed_.wait(guard, [&] { return ends_ || done_ < asked_; });
      if (ends_) return;
      sum_ += waiting_;
      waiting_ = 0;
      done_ = asked_;
      changed_.notify_all();
    }
  }
  bool wrong_;
  mutable std::mutex lock_;
  std::condition_variable changed_;
  int asked_ = 0, done_ = 0, waiting_ = 0, sum_ = 0;
  bool ends_ = false;
  std::thread thread_;
};
bool worker(bool wrong) {
  return heddle::linearizable<Worker, int>("Worker")
      .object([wrong] { return std::make_unique<Worker>(wrong); })
      .operation(
          "add", &Worker::add, [](int& sum, int number) { sum += number; }, heddle::any_of(1))
      .operation("sum", &Worker::sum, [](int& sum) { return sum; })
      .threads(2)
      .calls(1)
      .calls_in_all(2)
      .holds();
}

// What each thread counts for itself, and gives up at every second call; the sum is late, but never wrong in the end.
thread_local int counted = 0;
class Late {
 public:
  void count() {
    if (++counted < 2) return;
    sum_ += counted;
    counted = 0;
  }
  int sum() const { return sum_; }

 private:
  std::atomic<int> sum_{0};
};
bool late() {  // as a counter it is wrong: the model does not wait for the second call
  return heddle::linearizable<Late, int>("Late")
      .operation("count", &Late::count, [](int& sum) { ++sum; })
      .operation("sum", &Late::sum, [](int& sum) { return sum; })
      .threads(1)
      .calls(2)
      .finally({})
      .holds();
}

// With a time limit: whoever does not get the lock in time says so. The relation allows that at any time.
class Patient {
 public:
  bool add(int number) {
    if (!lock_.try_lock_for(std::chrono::milliseconds(5))) return false;
    const int sum = sum_;
    sum_ = sum + number;
    lock_.unlock();
    return true;
  }
  int sum() const { return sum_; }

 private:
  std::timed_mutex lock_;
  std::atomic<int> sum_{0};
};
bool patient() {
  return heddle::linearizable<Patient, int>("Patient")
      .relation("add", &Patient::add,
                [](int sum, int number, bool done) { return std::vector<int>{done ? sum + number : sum}; })
      .operation("sum", &Patient::sum, [](int& sum) { return sum; })
      .threads(2)
      .calls(1)
      .holds();
}

// Chance inside. What it does is not always the same, so it cannot be its own model; with one it is right.
class Dice {
 public:
  int roll() {
    const Guard guard(lock_);
    return static_cast<int>(numbers_() % 6) + 1;
  }

 private:
  std::mutex lock_;
  std::minstd_rand numbers_{7};
};
bool dice(unsigned sides) {
  return heddle::linearizable<Dice, int>("Dice")
      .relation("roll", &Dice::roll,
                [sides](int model, int number) {
                  return number >= 1 && number <= static_cast<int>(sides) ? std::vector<int>{model}
                                                                          : std::vector<int>{};
                })
      .threads(2)
      .calls(2)
      .holds();
}

// Two operations of one name, lambdas that take the object in each way, and a result that refers to what is inside.
class Label {
 public:
  explicit Label(bool wrong) : wrong_(wrong) {}
  void set(int value) {
    const Guard guard(lock_);
    text_ = std::to_string(value);
  }
  void set(const std::string& value) {
    if (wrong_) {
      set(0);
    }
    const Guard guard(lock_);
    text_ = value;
  }
  std::string get() const {
    const Guard guard(lock_);
    return text_;
  }

 private:
  bool wrong_;
  mutable std::mutex lock_;
  std::string text_;
};
bool label(bool wrong) {
  return heddle::linearizable<Label>("Label")
      .object([wrong] { return std::make_unique<Label>(wrong); })
      .operation("set", static_cast<void (Label::*)(int)>(&Label::set), heddle::any_of(-1))
      .operation(
          "set", [](Label& label, std::string value) { label.set(value); }, heddle::any_of("x"))
      .operation("get", [](const Label& label) { return label.get(); })
      .operation("length", [](Label* label) { return label->get().size(); })
      .threads(2)
      .calls(1)
      .holds();
}

// Its constructor throws.
struct Unmade {
  Unmade() { throw std::runtime_error("no room"); }
  int get() { return 1; }
};
bool unmade() {
  return heddle::linearizable<Unmade>("Unmade").operation("get", &Unmade::get).threads(2).calls(1).holds();
}

// Two tests in one program: the second one fails.
bool twice() { return door(false) && byte(true); }

const Case cases[] = {
    {"numbered.right", [] { return numbered(false); }},
    {"numbered.wrong", [] { return numbered(true); }},
    {"numbered_asks.wrong", [] { return numbered(false, true); }},
    {"board.right", [] { return board(false); }},
    {"board.wrong", [] { return board(true); }},
    {"text.right", [] { return text(false); }},
    {"text.wrong", [] { return text(true); }},
    {"byte.right", [] { return byte(false); }},
    {"byte.wrong", [] { return byte(true); }},
    {"door.right", [] { return door(false); }},
    {"door.wrong", [] { return door(true); }},
    {"page.right", [] { return page(false); }},
    {"page.wrong", [] { return page(true); }},
    {"worker.right", [] { return worker(false); }},
    {"worker.wrong", [] { return worker(true); }},
    {"late.wrong", late},
    {"patient.right", patient},
    {"dice.right", [] { return dice(6); }},
    {"dice.wrong", [] { return dice(3); }},
    {"label.right", [] { return label(false); }},
    {"label.wrong", [] { return label(true); }},
    {"unmade.wrong", unmade},
    {"twice.wrong", twice},
};

}  // namespace

int main(int words, char** arguments) { return run_case(cases, words, arguments); }
