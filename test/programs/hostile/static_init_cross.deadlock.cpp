// SPDX-License-Identifier: Apache-2.0
#include <thread>
struct A { A(); int v; }; struct B { B(); int v; };
A &a(); B &b();
A::A() { v = b().v; } 
struct C { C() {} }; int dummy;
B::B() { v = 1; extern void touch_a(); touch_a(); }
A &a() { static A x; return x; }
B &b() { static B x; return x; }
thread_local bool deep; void touch_a() { if (!deep) { deep = true; a(); } }
int main() { std::jthread t([] { b(); }); deep = true; a(); }
