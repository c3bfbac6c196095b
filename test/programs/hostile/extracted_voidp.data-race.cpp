#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <iterator>
#include <iomanip>
#include <string>
#include <thread>
int main(){ void*v=0; std::istringstream a("0x1");
 std::thread t([&]{ a>>v; });
 if(v) std::puts("x");
 t.join(); }
