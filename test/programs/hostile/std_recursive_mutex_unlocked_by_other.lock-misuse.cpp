#include <mutex>
#include <thread>
std::recursive_mutex m;
int main(){ m.lock(); std::thread t([]{ m.unlock(); }); t.join(); m.unlock(); }
