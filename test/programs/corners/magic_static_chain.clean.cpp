// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <cassert>
struct B { int v = 2; }; B& b() { static B x; return x; }
struct A { int v; A() : v(b().v + 1) {} }; A& a() { static A x; return x; }
int main(){ std::thread t([]{ assert(a().v == 3); }), u([]{ assert(b().v == 2); assert(a().v == 3); }); t.join(); u.join(); }
