#include <string>
#include <thread>
std::string s = "a string that is long enough to be on the heap";
int main() { std::thread t([] { s.append("b"); }), u([] { s.append("c"); }); t.join(); u.join(); return 0; }
