#include <memory>
#include <thread>
std::shared_ptr<int> p = std::make_shared<int>(1);
int main() { std::thread t([] { p = std::make_shared<int>(2); }); std::shared_ptr<int> q = p; t.join(); return *q > 2; }
