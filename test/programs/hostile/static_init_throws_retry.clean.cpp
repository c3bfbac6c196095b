// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <stdexcept>
int tries; struct A { int v; A() { if (tries++ == 0) throw 1; v = 3; } };
int get() { for (;;) try { static A a; return a.v; } catch (int) {} }
int main() { int r = 0; { std::jthread t([] { get(); }); r = get(); } return r == 3 && tries == 2 ? 0 : 1; }
