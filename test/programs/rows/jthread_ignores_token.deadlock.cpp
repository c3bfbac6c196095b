// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <mutex>
#include <condition_variable>
std::mutex m; std::condition_variable c; bool go;
int main(){ std::jthread j([](std::stop_token s){ std::unique_lock l(m); while(!go && !s.stop_requested()) c.wait(l); }); }
