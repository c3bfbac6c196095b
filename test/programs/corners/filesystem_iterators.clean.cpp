// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <thread>
#include <string>
namespace fs = std::filesystem;
int main(){
  auto it = fs::directory_iterator("/proc/self/task");
  std::thread t([e = *it]{ if (e.path().string().empty()) __builtin_trap(); });
  it = {};
  t.join();
}
