// SPDX-License-Identifier: Apache-2.0
#include <future>
int x;
int main() { (void)std::async(std::launch::async, [] { x++; }); (void)std::async(std::launch::async, [] { x++; }); return x != 2; }
