// SPDX-License-Identifier: Apache-2.0
// What programs in C++ begin with.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>
using namespace std;
