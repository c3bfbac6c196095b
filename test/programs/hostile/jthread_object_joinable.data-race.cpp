#include <thread>
int main(){ std::jthread w([]{}); std::jthread a([&]{ if(w.joinable()) w.request_stop(); }); w.join(); }
