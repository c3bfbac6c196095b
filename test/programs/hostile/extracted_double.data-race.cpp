#include <sstream>
#include <thread>
double g; int main(){ std::thread t([]{ std::istringstream a("1.5"); a>>g; }); double v=g; t.join(); return v==7; }
