#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <iterator>
#include <iomanip>
#include <string>
#include <thread>
int main(){ long v=0; std::istringstream a("1");
 std::thread t([&]{ a>>v; });
 v=3;
 t.join(); }
