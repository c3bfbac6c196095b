// SPDX-License-Identifier: Apache-2.0
#include <thread>
struct Base { std::thread t; Base() : t([this]{ run(); }) {} virtual void run() {} virtual ~Base() { t.join(); } };
struct Derived : Base { int n = 0; void run() override { } };
int main(){ Derived d; }
