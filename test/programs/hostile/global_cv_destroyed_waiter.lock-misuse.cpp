// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m; std::condition_variable c; bool go;
int main() { std::thread([] { std::unique_lock l(m); c.wait(l, [] { return go; }); }).detach(); return 0; }
