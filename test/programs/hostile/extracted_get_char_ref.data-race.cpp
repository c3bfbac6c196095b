#include <sstream>
#include <thread>
char c; int main(){ auto w=[]{ std::istringstream a("h"); a.get(c); }; std::thread t(w); w(); t.join(); return c!='h'; }
