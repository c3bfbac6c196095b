#include <mutex>
#include <thread>
std::mutex m;
int main(){ std::thread t([]{ std::lock_guard g(m); }); { std::lock_guard g(m); if(m.try_lock()) m.unlock(); } t.join(); }
