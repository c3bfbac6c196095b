// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <string>
#include <latch>
#include <cstdlib>
std::string *s; std::latch l(1);
struct T { int v = 0; ~T() { (*s)[0] = 'x'; } }; thread_local T t;
struct G { ~G() { delete s; } } g;
int main() { s = new std::string("abc, a string that is long enough"); std::thread a([] { t.v = 1; l.count_down(); }); a.detach(); l.wait(); return 0; }
