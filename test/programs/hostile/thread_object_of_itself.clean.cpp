#include <thread>
#include <atomic>
std::thread w; std::atomic<bool> go;
int main() { w = std::thread([] { while (!go) {} if (w.get_id() != std::this_thread::get_id()) __builtin_abort(); }); go = true; w.join(); if (w.joinable()) return 1; w = std::thread([]{}); w.detach(); }
