// SPDX-License-Identifier: Apache-2.0
// new throws when there is no memory.
#include <cstddef>
#include <new>

int main() {
  volatile std::size_t huge = static_cast<std::size_t>(1) << 45;
  try {
    char* volatile p = new char[huge];
    delete[] p;
  } catch (const std::bad_alloc&) {
    return 0;
  }
  return 0;
}
