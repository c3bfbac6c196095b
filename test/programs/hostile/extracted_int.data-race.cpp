#include <sstream>
#include <thread>
int g; int main(){ auto w=[]{ std::istringstream a("17"); a>>g; }; std::thread t(w); w(); t.join(); return g!=17; }
