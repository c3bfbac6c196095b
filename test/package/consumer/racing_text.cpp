// SPDX-License-Identifier: Apache-2.0
// A race through a function of libc that gcc turns into plain stores if it may.
#include <cstdio>
#include <thread>

char text[64];
volatile char sink;

int main() {
  std::thread writer([] { std::sprintf(text, "hello"); });
  std::thread reader([] { sink = text[5]; });
  writer.join();
  reader.join();
}
