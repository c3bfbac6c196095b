#include <deque>
#include <thread>
std::deque<int> d;
int main() { std::thread t([] { d.push_back(1); }), u([] { d.push_back(2); }); t.join(); u.join(); return 0; }
