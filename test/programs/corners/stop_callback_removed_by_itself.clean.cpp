// SPDX-License-Identifier: Apache-2.0
#include <stop_token>
#include <thread>
#include <optional>
#include <atomic>
std::optional<std::stop_callback<void(*)()>> cb; std::atomic<int> n{0};
void fire() { n++; cb.reset(); }
int main(){ std::stop_source s; cb.emplace(s.get_token(), &fire); std::thread t([&]{ s.request_stop(); }); t.join(); return n - 1; }
