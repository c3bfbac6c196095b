#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <iterator>
#include <iomanip>
#include <string>
#include <thread>
int main(){ bool v=false; std::istringstream a("1");
 std::thread t([&]{ a>>v; });
 if(v) std::puts("x");
 t.join(); }
