// SPDX-License-Identifier: Apache-2.0
#include <semaphore>
#include <thread>
std::binary_semaphore a{0}, b{0}; int x;
int main() { std::jthread t([] { a.acquire(); x++; b.release(); }); x = 1; a.release(); b.acquire(); return x != 2; }
