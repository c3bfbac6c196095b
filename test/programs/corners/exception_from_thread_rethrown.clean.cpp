// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <thread>
#include <stdexcept>
#include <string>
int main(){
  std::exception_ptr e[2];
  auto f = [&](int i){ try { throw std::runtime_error("boom " + std::to_string(i)); } catch (...) { e[i] = std::current_exception(); } };
  std::thread a(f, 0), b(f, 1); a.join(); b.join();
  int n = 0; for (auto& x : e) try { std::rethrow_exception(x); } catch (std::exception& z) { n += z.what()[5] - '0'; }
  return n - 1;
}
