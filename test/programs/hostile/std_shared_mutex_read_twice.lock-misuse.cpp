#include <shared_mutex>
#include <thread>
std::shared_mutex m;
int main(){ std::thread t([]{ std::shared_lock g(m); }); { std::shared_lock a(m); std::shared_lock b(m); } t.join(); }
