#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <iterator>
#include <iomanip>
#include <string>
#include <thread>
int main(){ std::istringstream o("12345");
 std::thread t([&]{ o.rdbuf()->sbumpc(); });
 if(o.rdbuf()->sgetc()==7) std::puts("x");
 t.join(); }
