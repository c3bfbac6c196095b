// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
#include <optional>
std::mutex m;
int main() { std::stop_source src; std::optional<std::stop_callback<void (*)()>> cb; cb.emplace(src.get_token(), +[] { std::lock_guard g(m); }); std::jthread t([&] { src.request_stop(); }); { std::lock_guard g(m); } cb.reset(); }
