// SPDX-License-Identifier: Apache-2.0
// The initialiser of a static needs that static.
int value(int d);
int value(int d) {
  static int made = value(d + 1);
  return made;
}
int main() { return value(0); }
