// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <stop_token>
int x;
int main() { std::stop_source src; std::jthread t([&] { std::stop_callback cb(src.get_token(), [] { x++; }); }); src.request_stop(); x++; }
