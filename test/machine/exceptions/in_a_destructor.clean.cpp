// SPDX-License-Identifier: Apache-2.0
// While one exception is on its way, a destructor throws and catches another.
#include <cassert>
#include <exception>
int caught, flying;
struct Cleans {
  ~Cleans() {
    flying = std::uncaught_exceptions();
    try {
      throw 2.5;
    } catch (double) {
      ++caught;
    }
  }
};
int main() {
  try {
    const Cleans cleans;
    throw 1;
  } catch (int one) {
    caught += one;
  }
  assert(caught == 2 && flying == 1 && std::uncaught_exceptions() == 0);
}
