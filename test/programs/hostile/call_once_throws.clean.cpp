// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
#include <stdexcept>
std::once_flag o; int n, tries;
void f() { try { std::call_once(o, [] { if (tries++ == 0) throw std::runtime_error("x"); n++; }); } catch (std::exception &) { } }
int main() { { std::jthread a(f), b(f); } f(); return n == 1 && tries == 2 ? 0 : 1; }
