// SPDX-License-Identifier: Apache-2.0
// Words that are known to race: their plain accesses are visible operations, from the next search on.
#include "runtime/control/happens_before.h"
#include "runtime/control/world.h"

namespace heddle::control {

void make_visible(std::uint64_t word) {
  Shared& shared = *world.shared;
  const auto is_known = [&] {
    for (std::uint32_t i = 0; i < shared.racy_count; ++i)
      if (shared.racy[i] == word) return true;
    return false;
  };
  if (is_known()) return;
  const SharedLock lock;
  if (is_known()) return;
  if (shared.racy_count == Shared::kRacy) {
    doubt(Doubt::many_racy);
    return;
  }
  shared.racy[shared.racy_count++] = word;
  shared.racy_grew = true;
}

bool is_visible(std::uint64_t word) {
  const Shared& shared = *world.shared;
  for (std::uint32_t i = 0; i < shared.racy_visible; ++i)
    if (shared.racy[i] == word) return true;
  return false;
}

bool add_racy(Operation& operation, std::uint64_t address, std::uint64_t size, bool write) {
  const Shared& shared = *world.shared;
  bool any = false, as_one = false;
  std::uint8_t count = operation.count;
  for (std::uint32_t i = 0; i < shared.racy_visible; ++i) {
    const std::uint64_t word = shared.racy[i];
    as_one |= word == Shared::kAsOne;
    if (word < address >> 3 || word > (address + size - 1) >> 3) continue;
    any = true;
    if (count < Operation::kAccesses)
      operation.accesses[count++] = {object_at(reinterpret_cast<void*>(word << 3), Role::racy).number, write};
    else if (!as_one)
      make_visible(Shared::kAsOne);  // from the next search on
  }
  if (any && as_one) {
    operation.accesses[operation.count++] = {object_at(nullptr, Role::racy).number, write};
    return true;
  }
  operation.count = count;
  return any;
}

}  // namespace heddle::control
