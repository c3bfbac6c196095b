#include <cstdio>
#include <thread>
int main(){ std::thread w([]{}); bool b=false; std::thread a([&]{ b=w.get_id()==std::thread::id(); }); w.join(); a.join(); if(b) std::puts("1"); return 0; }
