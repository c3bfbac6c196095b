// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <thread>
#include <cassert>
struct E { int v = 5; };
int main(){
  std::exception_ptr p;
  try { throw E{}; } catch (...) { p = std::current_exception(); }
  auto f = [](std::exception_ptr q){ try { std::rethrow_exception(q); } catch (const E& e) { assert(e.v == 5); } };
  std::thread a(f, p), b(f, p);
  p = nullptr;
  a.join(); b.join();
}
