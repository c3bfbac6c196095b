// SPDX-License-Identifier: Apache-2.0
// right: the last owner of a locale destroys its facet
#include <cassert>
#include <locale>
#include <memory>
#include <thread>
struct F : std::locale::facet {
  static std::locale::id id;
  int v = 5;
  ~F() override { v = 0; }
};
std::locale::id F::id;
int main() {
  auto one = std::make_unique<std::locale>(std::locale::classic(), new F);
  auto c1 = std::make_unique<std::locale>(*one), c2 = std::make_unique<std::locale>(*one);
  one.reset();
  auto f = [](std::unique_ptr<std::locale> l) {
    assert(std::use_facet<F>(*l).v == 5);
    l.reset();
  };
  std::thread a(f, std::move(c1)), b(f, std::move(c2));
  a.join();
  b.join();
}
