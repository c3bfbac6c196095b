#include <thread>
#include <cstdio>
int main(){ std::thread w([]{}); std::thread a([&]{ for(int i=0;i<3;i++) if(!w.joinable()) { std::puts("joined"); return; } }); w.join(); a.join(); }
