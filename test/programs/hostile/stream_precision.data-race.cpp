#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <iterator>
#include <iomanip>
#include <string>
#include <thread>
int main(){ std::ostringstream o;
 std::thread t([&]{ o<<1.5; });
 o.precision(3);
 t.join(); }
