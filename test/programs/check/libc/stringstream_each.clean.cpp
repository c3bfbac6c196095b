#include <sstream>
#include <thread>
int f(int i) { std::ostringstream o; o << i << ' ' << 2.5; return o.str().size() == 5 ? 0 : 1; }
int a, b;
int main() { std::thread t([] { a = f(1); }), u([] { b = f(2); }); t.join(); u.join(); return a + b; }
