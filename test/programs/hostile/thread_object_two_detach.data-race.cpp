#include <thread>
#include <system_error>
#include <atomic>
std::atomic<int> n; int main(){ std::thread w([]{ n++; }); std::thread a([&]{ if(w.joinable()) w.detach(); }); if(w.joinable()) w.detach(); a.join(); }
