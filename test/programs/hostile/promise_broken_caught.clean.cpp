// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
int main() { std::promise<int> p; auto f = p.get_future(); std::jthread t([p = std::move(p)]() mutable { auto q = std::move(p); }); try { f.get(); } catch (std::future_error &e) { return e.code() == std::future_errc::broken_promise ? 0 : 1; } return 2; }
