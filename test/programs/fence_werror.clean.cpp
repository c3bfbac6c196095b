// SPDX-License-Identifier: Apache-2.0
// gcc warns of fences in code that it instruments.
// flags: -Werror -O2
#include <atomic>
int main() { std::atomic_thread_fence(std::memory_order_seq_cst); }
