// SPDX-License-Identifier: Apache-2.0
#include <thread>
struct Base { std::thread t; void start() { t = std::thread([this]{ run(); }); } virtual void run() {} void stop() { t.join(); } virtual ~Base() {} };
struct Derived : Base { int n = 0; void run() override { n++; } ~Derived() { stop(); } };
int main(){ Derived d; d.start(); }
