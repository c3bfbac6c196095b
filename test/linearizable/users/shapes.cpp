// SPDX-License-Identifier: Apache-2.0
// Every way to say an operation, a result, an object and a model; and numbers, locks and the like, right and wrong.
#include <array>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

#include <heddle/linearizable.h>

#include "table.h"

namespace {

using Guard = std::lock_guard<std::mutex>;
using Lock = std::unique_lock<std::mutex>;

// Functions that promise not to throw, with & behind them, of a base, by pointer, as std::function; no default constructor.
struct Base {
  int twice() const& noexcept { return 2 * number.load(); }
  std::atomic<int> number{0};
};
template <bool wrong>
struct Forms : Base {
  explicit Forms(int first) { number = first; }
  void add(const int& by) & {
    if (wrong)
      number = number + by;
    else
      number += by;
  }
};
int get_of(const Base* base) noexcept { return base->number; }
template <bool wrong>
bool forms() {
  using Of = Forms<wrong>;
  const std::function<void(Of&)> next = [](Of& of) { ++of.number; };
  return heddle::linearizable<Of>("Forms")
      .object([] { return Of(3); })
      .operation("add", &Of::add)
      .operation("twice", &Base::twice)
      .operation("get", &get_of)
      .operation("next", next)
      .operation("last", [](Of& of) noexcept { return static_cast<char>(of.number % 10); })
      .threads(2)
      .calls(1)
      .holds();
}

// Four arguments, of four types, one passed on for good.
template <bool wrong>
class Records {
 public:
  bool put(int key, bool first, std::string&& name, char sign) {
    const Guard guard(lock_);
    const std::string text = (first ? "+" : "-") + std::move(name) + sign;
    if (!wrong) return records_.emplace(key, text).second;
    return records_.insert_or_assign(key, text).second;
  }
  std::string_view name(int key) const {
    const Guard guard(lock_);
    const auto found = records_.find(key);
    return found == records_.end() ? std::string_view() : std::string_view(found->second);
  }
  std::string& at(int key) {
    const Guard guard(lock_);
    return records_.at(key);
  }

 private:
  mutable std::mutex lock_;
  std::map<int, std::string> records_;
};
template <bool wrong>
bool records() {
  using Model = std::map<int, std::string>;
  return heddle::linearizable<Records<wrong>, Model>("Records")
      .operation(
          "put", &Records<wrong>::put,
          [](Model& m, int key, bool first, const std::string& name, char sign) {
            return m.emplace(key, (first ? "+" : "-") + name + sign).second;
          },
          heddle::any_of(1), heddle::any_of(true, false), heddle::any_of("a"), heddle::range('x', 'y'))
      .operation(
          "name", &Records<wrong>::name, [](Model& m, int key) { return m.count(key) > 0 ? m[key] : ""; },
          heddle::any_of(1))
      .operation(
          "at", &Records<wrong>::at, [](Model& m, int key) { return m.at(key); }, heddle::any_of(1))
      .threads(2)
      .calls(2)
      .calls_in_all(3)
      .holds();
}

// A pair, a variant, an enumeration, a tuple, a text of C, an array.
enum class Light { red, green };
template <bool wrong>
class Lights {
 public:
  std::pair<Light, int> change() {
    const Guard guard(lock_);
    light_ = light_ == Light::red ? Light::green : Light::red;
    return {light_, ++changes_};
  }
  std::variant<std::monostate, int, std::string> state() const {
    const Guard guard(lock_);
    if (changes_ == 0) return {};
    if (changes_ == 1) return changes_;
    return std::string("often");
  }
  const char* name() const {
    if (wrong) {
      lock_.lock();
      const bool is_red = light_ == Light::red;
      lock_.unlock();
      const Guard guard(lock_);
      return changes_ == 0 ? nullptr : is_red ? "red" : "green";
    }
    const Guard guard(lock_);
    return changes_ == 0 ? nullptr : light_ == Light::red ? "red" : "green";
  }
  std::tuple<int, std::array<int, 2>> both() const {
    const Guard guard(lock_);
    return {changes_, {changes_, 1}};
  }

 private:
  mutable std::mutex lock_;
  Light light_ = Light::red;
  int changes_ = 0;
};
template <bool wrong>
bool lights() {
  return heddle::linearizable<Lights<wrong>>()
      .operation("change", &Lights<wrong>::change)
      .operation("state", &Lights<wrong>::state)
      .operation("name", &Lights<wrong>::name)
      .operation("both", &Lights<wrong>::both)
      .threads(2)
      .calls(1)
      .holds();
}

// Results without ==, within a list.
struct Part {
  int number;
};
struct Parts {
  void add(int number) {
    const Guard guard(lock);
    parts.push_back({number});
  }
  std::vector<Part> all() {
    const Guard guard(lock);
    return parts;
  }
  std::mutex lock;
  std::vector<Part> parts;
};
bool parts_equal_by() {
  const auto equal = [](const std::vector<Part>& a, const std::vector<Part>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](Part x, Part y) { return x.number == y.number; });
  };
  return heddle::linearizable<Parts>()
      .operation("add", &Parts::add)
      .operation("all", &Parts::all, heddle::equal_by(equal))
      .threads(2)
      .calls(1)
      .holds();
}
bool parts_without() {
  return heddle::linearizable<Parts>().operation("add", &Parts::add).operation("all", &Parts::all).holds();
}
bool pointers() {
  return heddle::linearizable<Parts>()
      .operation("add", &Parts::add)
      .operation("first", [](Parts& of) { return of.parts.data(); })
      .holds();
}

// Models without a default, without any comparison, with a hash alone.
struct Start {
  explicit Start(int first) : value(first) {}
  int value;
  std::size_t hash() const { return 1; }
};
struct Counting {
  std::atomic<int> value{5};
};
bool model_without_default() {
  return heddle::linearizable<Counting, Start>()
      .operation(
          "next", [](Counting& c) { return ++c.value; }, [](Start& s) { return ++s.value; })
      .model(Start(5))
      .threads(2)
      .calls(2)
      .holds();
}
bool model_unsaid() {
  return heddle::linearizable<Counting, Start>()
      .operation(
          "next", [](Counting& c) { return ++c.value; }, [](Start& s) { return ++s.value; })
      .holds();
}
bool object_unsaid() {
  return heddle::linearizable<Forms<false>>().operation("add", &Forms<false>::add).holds();
}
bool changed_object() {
  return heddle::linearizable<Counting, Start>()
      .object([](Counting& c) { c.value = 7; })
      .model(Start(7))
      .operation(
          "next", [](Counting& c) { return ++c.value; }, [](Start& s) { return ++s.value; })
      .threads(2)
      .calls(1)
      .holds();
}

// A constructor that throws; one whose object cannot be moved.
struct Broken {
  Broken() { throw std::runtime_error("no such device"); }
  int get() { return 1; }
};
bool broken() { return heddle::linearizable<Broken>().operation("get", &Broken::get).holds(); }

// An object with a thread of its own, which prepares what is asked for. Mistake: nobody waits for it.
template <bool wrong>
class Prepared {
 public:
  Prepared()
      : worker_([this] {
          const Guard guard(lock_);
          value_ = 7;
          ready_.notify_all();
        }) {}
  ~Prepared() { worker_.join(); }
  int next() {
    Lock guard(lock_);
    if (!wrong) ready_.wait(guard, [&] { return value_ != 0; });
    return ++value_;
  }

 private:
  std::mutex lock_;
  std::condition_variable ready_;
  int value_ = 0;
  std::thread worker_;
};
template <bool wrong>
bool prepared() {
  return heddle::linearizable<Prepared<wrong>, int>("Prepared")
      .model(7)
      .operation("next", &Prepared<wrong>::next, [](int& value) { return ++value; })
      .threads(2)
      .calls(1)
      .holds();
}
bool prepared_alone() {
  return heddle::linearizable<Prepared<false>>("Prepared")
      .operation("next", &Prepared<false>::next)
      .threads(2)
      .calls(1)
      .holds();
}

// Counters in parts: one that only grows by one is right, as it passes all numbers in between. Mistake: it also shrinks.
template <int change>
struct Split {
  void up() { ++parts[0]; }
  void other() { parts[1] += change; }
  int sum() { return parts[0] + parts[1]; }
  std::atomic<int> parts[2] = {};
};
template <int change>
bool split() {
  return heddle::linearizable<Split<change>>("Split")
      .operation("up", &Split<change>::up)
      .operation("other", &Split<change>::other)
      .operation("sum", &Split<change>::sum)
      .threads(3)
      .calls(1)
      .holds();
}

// One value, once. Mistake: one who comes too late is told so before the value is there.
template <bool wrong>
class Once {
 public:
  bool set(int value) {
    int none = 0;
    if (!wrong) return value_.compare_exchange_strong(none, value);
    if (!taken_.compare_exchange_strong(none, 1)) return false;
    value_ = value;
    return true;
  }
  std::optional<int> get() const { return value_ != 0 ? std::optional<int>(value_) : std::nullopt; }

 private:
  std::atomic<int> taken_{0}, value_{0};
};
template <bool wrong>
bool once() {
  return heddle::linearizable<Once<wrong>>("Once")
      .operation("set", &Once<wrong>::set)
      .operation("get", &Once<wrong>::get)
      .threads(2)
      .calls(2)
      .holds();
}

// Readers and a writer. Mistake: a writer looks for readers before it says that it is there.
template <bool wrong>
class Shared {
 public:
  bool try_read() {
    ++readers_;
    if (!writer_) return true;
    --readers_;
    return false;
  }
  void end_read() { --readers_; }
  bool try_write() {
    const Guard guard(lock_);
    if (writer_ || readers_ != 0) return false;
    writer_ = true;
    if (wrong || readers_ == 0) return true;
    writer_ = false;
    return false;
  }

 private:
  std::mutex lock_;
  std::atomic<int> readers_{0};
  std::atomic<bool> writer_{false};
};
// A try may fail although nobody is in the way, if another one tries.
struct Inside {
  int readers = 0;
  bool writer = false;
  bool operator==(const Inside& other) const { return readers == other.readers && writer == other.writer; }
};
template <bool wrong>
bool shared() {
  using Of = Shared<wrong>;
  return heddle::linearizable<Of, Inside>("Shared")
      .relation("try_read", &Of::try_read,
                [](Inside now, bool done) {
                  if (!done) return std::vector<Inside>{now};
                  if (now.writer) return std::vector<Inside>();
                  ++now.readers;
                  return std::vector<Inside>{now};
                })
      .relation("try_write", &Of::try_write,
                [](Inside now, bool done) {
                  if (!done) return std::vector<Inside>{now};
                  if (now.writer || now.readers > 0) return std::vector<Inside>();
                  now.writer = true;
                  return std::vector<Inside>{now};
                })
      .threads(2)
      .calls(2)
      .calls_in_all(3)
      .holds();
}

// Numbers that are given out: any free one is right. Mistake: two threads may see the same one free.
template <bool wrong>
class Numbers {
 public:
  std::optional<int> take() {
    for (unsigned now = used_.load();;) {
      if (now == 3) return std::nullopt;
      const int bit = (now & 1) != 0 ? 1 : 0;
      if (wrong) {
        used_.store(now | 1U << bit);
        return bit;
      }
      if (used_.compare_exchange_weak(now, now | 1U << bit)) return bit;
    }
  }
  void give(int number) { used_.fetch_and(~(1U << number)); }

 private:
  std::atomic<unsigned> used_{0};
};
using Used = std::set<int>;
template <bool wrong>
bool numbers() {
  return heddle::linearizable<Numbers<wrong>, Used>("Numbers")
      .relation("take", &Numbers<wrong>::take,
                [](const Used& used, std::optional<int> number) {
                  std::vector<Used> after;
                  if (!number && used.size() == 2) after.push_back(used);
                  if (number && used.count(*number) == 0) {
                    after.push_back(used);
                    after.back().insert(*number);
                  }
                  return after;
                })
      .operation(
          "give", &Numbers<wrong>::give, [](Used& used, int number) { used.erase(number); },
          heddle::any_of(0, 1))
      .threads(2)
      .calls(2)
      .holds();
}

// A latch. Mistake: it counts and looks apart, so nobody may open it.
template <bool wrong>
class Latch {
 public:
  void count_down() {
    Lock guard(lock_);
    const int now = count_ - 1;
    if (wrong) {
      guard.unlock();
      guard.lock();
    }
    count_ = now;
    if (count_ <= 0) zero_.notify_all();
  }
  void wait() {
    Lock guard(lock_);
    zero_.wait(guard, [&] { return count_ <= 0; });
  }

 private:
  std::mutex lock_;
  std::condition_variable zero_;
  int count_ = 2;
};
template <bool wrong>
bool latch() {
  return heddle::linearizable<Latch<wrong>, int>("Latch")
      .model(2)
      .operation("count_down", &Latch<wrong>::count_down, [](int& count) { --count; })
      .operation(
          "wait", &Latch<wrong>::wait, [](int&) {}, heddle::waits_when([](int count) { return count > 0; }))
      .threads(3)
      .calls(1)
      .holds();
}

const Case cases[] = {
    {"forms.right", forms<false>},
    {"forms.wrong", forms<true>},
    {"records.right", records<false>},
    {"records.wrong", records<true>},
    {"lights.right", lights<false>},
    {"lights.wrong", lights<true>},
    {"parts_equal_by.right", parts_equal_by},
    {"parts_without.refused", parts_without},
    {"pointers.refused", pointers},
    {"model_without_default.right", model_without_default},
    {"model_unsaid.refused", model_unsaid},
    {"object_unsaid.refused", object_unsaid},
    {"changed_object.right", changed_object},
    {"broken.wrong", broken},
    {"prepared.right", prepared<false>},
    {"prepared.wrong", prepared<true>},
    {"prepared_alone.right", prepared_alone},
    {"split.right", split<1>},
    {"split_by_two.wrong", split<2>},
    {"split_down.wrong", split<-1>},
    {"once.right", once<false>},
    {"once.wrong", once<true>},
    {"shared.right", shared<false>},
    {"shared.wrong", shared<true>},
    {"numbers.right", numbers<false>},
    {"numbers.wrong", numbers<true>},
    {"latch.right", latch<false>},
    {"latch.wrong", latch<true>},
};

}  // namespace

int main(int count, char** arguments) { return run_case(cases, count, arguments); }
