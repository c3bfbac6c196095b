// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <atomic>
std::atomic<int> c,d; struct T{ T(){c++;} ~T(){d++;} int v=0; }; thread_local T t;
int main(){ { std::jthread a([]{ t.v=1; }), b([]{ t.v=2; }), e([]{}); } return c-2+d-2; }
