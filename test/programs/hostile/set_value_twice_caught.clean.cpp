// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
#include <atomic>
int main() { std::promise<int> p; auto f = p.get_future(); std::atomic<int> lost{0}; auto g = [&](int v) { try { p.set_value(v); } catch (std::future_error &) { lost++; } }; std::thread t(g, 1), s(g, 2); int v = f.get(); t.join(); s.join(); return lost == 1 && (v == 1 || v == 2) ? 0 : 1; }
