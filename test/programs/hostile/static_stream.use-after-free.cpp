// SPDX-License-Identifier: Apache-2.0
#include <sstream>
#include <thread>
#include <mutex>
std::mutex m; std::ostringstream s;
int main() { std::thread([] { std::lock_guard g(m); s << 3; }).detach(); std::lock_guard g(m); s << 4; return 0; }
