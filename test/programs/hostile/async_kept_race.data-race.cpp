// SPDX-License-Identifier: Apache-2.0
#include <future>
int x;
int main() { auto a = std::async(std::launch::async, [] { x++; }); auto b = std::async(std::launch::async, [] { x++; }); }
