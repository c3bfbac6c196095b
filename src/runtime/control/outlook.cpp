// SPDX-License-Identifier: Apache-2.0
#include "runtime/control/outlook.h"

#include <cstring>

#include "runtime/control/locks.h"
#include "runtime/control/loops.h"

namespace heddle::control {
namespace {

class Now final : public Outlook {
 public:
  std::uint64_t value(Thread thread) const override {
    const Controlled& self = *world.all[thread];
    if (self.waits_for == nullptr) return 0;
    if (self.doing_size == 0 || self.doing_size > sizeof(std::uint64_t)) return content(*self.waits_for);
    std::uint64_t value = 0;
    std::memcpy(&value, reinterpret_cast<const void*>(self.doing_address), self.doing_size);
    return value;
  }
  bool writes(Thread thread) const override {
    const Operation& next = world.views[thread].next;
    if (next.count == 0 || !next.accesses[0].write) return false;
    const Controlled& self = *world.all[thread];
    switch (next.writes) {
      case Writes::if_available:
        return self.waits_for == nullptr || (available(*self.waits_for) & 1) != 0;
      case Writes::if_equal:
        return self.doing_size == 0 || value(thread) == next.expected;
      case Writes::always:
        break;
    }
    return true;
  }
};
constinit const Now now;  // nothing is to be done at the end of the process: that would be the program's end

}  // namespace

const Outlook& outlook() { return now; }

}  // namespace heddle::control
