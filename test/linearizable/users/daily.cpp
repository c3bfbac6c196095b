// SPDX-License-Identifier: Apache-2.0
// One object for each day: results that point somewhere, an object that is returned and cannot be moved, and more calls at
// the end than could be put in any order.
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include <heddle/linearizable.h>

#include "table.h"

namespace {

template <bool wrong>
class Word {
 public:
  explicit Word(std::string first) : text_(std::move(first)) {}
  void add(char more) noexcept {
    if (wrong) {
      const std::string before = *copy();
      const std::lock_guard<std::mutex> guard(lock_);
      text_ = before + more;
      return;
    }
    const std::lock_guard<std::mutex> guard(lock_);
    text_ += more;
  }
  std::unique_ptr<std::string> copy() const& {
    const std::lock_guard<std::mutex> guard(lock_);
    return std::make_unique<std::string>(text_);
  }
  const char* first() const { return copy()->empty() ? nullptr : "some"; }
  std::string_view rest() const {
    const std::lock_guard<std::mutex> guard(lock_);
    return std::string_view(text_).substr(1);
  }

 private:
  mutable std::mutex lock_;
  std::string text_;
};
template <bool wrong>
bool word() {
  return heddle::linearizable<Word<wrong>>("Word")
      .object([] { return Word<wrong>("a"); })
      .operation("add", &Word<wrong>::add, heddle::range('y', 'z'))
      .operation("copy", &Word<wrong>::copy)
      .operation("first", &Word<wrong>::first)
      .operation("rest", &Word<wrong>::rest)
      .threads(2)
      .calls(1)
      .holds();
}

const Case cases[] = {{"word.right", word<false>}, {"word.wrong", word<true>}};

}  // namespace

int main(int count, char** arguments) { return run_case(cases, count, arguments); }
