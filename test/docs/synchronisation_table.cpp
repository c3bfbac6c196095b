// SPDX-License-Identifier: Apache-2.0
// Prints the tables of doc/synchronisation.md from the rows of the rule book. The page is compared with them by
// test/docs/synchronisation.py, which also rewrites it.
#include <cstdio>
#include <string>

#include "sync/ruling.h"

namespace {

using namespace heddle::sync;

const char* title(Object object) {
  switch (object) {
    case Object::mutex:
      return "Mutexes";
    case Object::rwlock:
      return "Readers–writer locks";
    case Object::spin:
      return "Spin locks";
    case Object::condition:
      return "Condition variables";
    case Object::semaphore:
      return "Semaphores";
    case Object::barrier:
      return "Barriers";
    case Object::once:
      return "Code that runs once";
    case Object::thread:
      return "Threads";
    case Object::futex:
      return "Futexes of the program's own";
  }
  return "";
}

std::string names(const Row& row) {
  std::string text;
  for (const std::string_view words : {row.names, row.c11_names, row.other_names})
    for (std::size_t at = 0; at < words.size();) {
      const std::size_t end =
          words.find(' ', at) == std::string_view::npos ? words.size() : words.find(' ', at);
      text += (text.empty() ? "`" : " `") + std::string(words.substr(at, end - at)) + "`";
      at = end + 1;
    }
  if (row.call == Call::futex_wait) text = "`futex` `FUTEX_WAIT`";
  if (row.call == Call::futex_wake) text = "`futex` `FUTEX_WAKE`";
  return text;
}

std::string bytes(const Row& row) {
  std::string text = row.access == Access::write ? "writes it" : row.access == Access::use ? "uses it" : "";
  if (row.object == Object::condition && row.blocks_while.size() > 0) text += " and its mutex";
  if (row.writes_argument >= 0)
    text += std::string(text.empty() ? "" : ", ") + "writes what argument " +
            std::to_string(row.writes_argument + 1) + " points to";
  return text;
}

std::string cell(std::string_view text) { return text.empty() ? "–" : std::string(text); }

}  // namespace

int main() {
  for (unsigned object = 0; object < kObjects; ++object) {
    std::printf(
        "### %s\n\n| call | needs | blocks while | returns | is ordered | memory "
        "|\n|---|---|---|---|---|---|\n",
        title(static_cast<Object>(object)));
    for (const Row& row : kRows)
      if (row.object == static_cast<Object>(object) && !names(row).empty())
        std::printf("| %s | %s | %s | %s | %s | %s |\n", names(row).c_str(), cell(row.needs).c_str(),
                    cell(row.blocks_while).c_str(), cell(row.returns).c_str(), cell(row.order).c_str(),
                    bytes(row).c_str());
    std::puts("");
  }
  std::puts("### Misuse\n\nThe object …\n");
#define HEDDLE_SYNC_MISUSE(enumerator, sentence) std::puts("- " sentence);
#include "sync/misuse.def"
#undef HEDDLE_SYNC_MISUSE
}
