#include <sstream>
#include <thread>
std::ostringstream o;
int main() { std::thread t([] { o << 1; }), u([] { o << 2; }); t.join(); u.join(); return 0; }
