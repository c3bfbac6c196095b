#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <iterator>
#include <iomanip>
#include <string>
#include <thread>
int main(){ std::ostringstream o,q;
 std::thread t([&]{ o<<1; });
 o.swap(q);
 t.join(); }
