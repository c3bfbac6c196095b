// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <cassert>
bool a_gone;
struct A { int v = 1; ~A() { a_gone = true; } }; struct B { int v = 1; ~B() { assert(!a_gone); } };
A& a() { static A x; return x; } B& b() { static B x; return x; }
int main(){ std::thread t([]{ b(); }); a(); t.join(); }
