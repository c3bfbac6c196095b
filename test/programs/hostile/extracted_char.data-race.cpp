#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <iterator>
#include <iomanip>
#include <string>
#include <thread>
int main(){ char v=0; std::istringstream a("1");
 std::thread t([&]{ a>>v; });
 if(v==7) std::puts("x");
 t.join(); }
