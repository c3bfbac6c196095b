// SPDX-License-Identifier: Apache-2.0
// right: copies of one error share what the library counts
#include <cassert>
#include <filesystem>
#include <memory>
#include <thread>
int main() {
  auto one = std::make_unique<std::filesystem::filesystem_error>(
      "what a pity it is", std::filesystem::path("/x"), std::make_error_code(std::errc::io_error));
  auto c1 = std::make_unique<std::filesystem::filesystem_error>(*one);
  auto c2 = std::make_unique<std::filesystem::filesystem_error>(*one);
  one.reset();
  auto f = [](std::unique_ptr<std::filesystem::filesystem_error> e) {
    assert(e->what()[0] == 'f');
    assert(e->path1() == "/x");
  };
  std::thread a(f, std::move(c1)), b(f, std::move(c2));
  a.join();
  b.join();
}
