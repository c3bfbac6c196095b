// SPDX-License-Identifier: Apache-2.0
// The report says where each racy global is declared: in a class, a namespace, a function, an array's element.
// flags: -std=c++20
// expect-note: `Class::member` is declared at .*declared\.data-race\.cpp:\d+
// expect-note: `space::plain` is declared at .*declared\.data-race\.cpp:12
// expect-note: `array` is declared at .*declared\.data-race\.cpp:13
// expect-note: `local` is declared at .*declared\.data-race\.cpp:14 in inner
#include <thread>
struct Class { static int member; };
int Class::member;
// The report names these lines:
namespace space { int plain; }
int array[10];
int& inner() { static int local = 3; return local; }

int main() {
  inner() = 4;
  auto work = [] {
    Class::member++;
    space::plain++;
    array[3]++;
    inner()++;
  };
  std::thread a(work), b(work);
  a.join();
  b.join();
}
