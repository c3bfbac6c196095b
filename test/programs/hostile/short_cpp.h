// SPDX-License-Identifier: Apache-2.0
// The same for C++.
#include <thread>
#include <mutex>
#include <shared_mutex>
#include <condition_variable>
#include <semaphore>
#include <latch>
#include <barrier>
#include <future>
#include <atomic>
#include <memory>
#include <memory_resource>
#include <vector>
#include <string>
#include <map>
#include <list>
#include <deque>
#include <unordered_map>
#include <set>
#include <queue>
#include <functional>
#include <optional>
#include <variant>
#include <sstream>
#include <iostream>
#include <algorithm>
#include <numeric>
#include <chrono>
#include <stop_token>
#include <cassert>
#include <cstring>
#include <cstdlib>
#include <cstdio>
#include <new>
#include <exception>
#include <stdexcept>
using namespace std;
using namespace std::chrono_literals;
#define RLX memory_order_relaxed
#define ACQ memory_order_acquire
#define REL memory_order_release
#define AR memory_order_acq_rel
#define SC memory_order_seq_cst
