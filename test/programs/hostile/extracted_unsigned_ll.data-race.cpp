#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <iterator>
#include <iomanip>
#include <string>
#include <thread>
int main(){ unsigned long long v=0; std::istringstream a("1");
 std::thread t([&]{ a>>std::hex>>v; });
 if(v==7) std::puts("x");
 t.join(); }
