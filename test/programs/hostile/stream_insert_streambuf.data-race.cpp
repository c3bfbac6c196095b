#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <iterator>
#include <iomanip>
#include <string>
#include <thread>
int main(){ std::ostringstream o; std::istringstream a("abc");
 std::thread t([&]{ o<<a.rdbuf(); });
 if(a.get()==7) std::puts("x");
 t.join(); }
