// SPDX-License-Identifier: Apache-2.0
// A local variable ends with its block, at the latest with its function; a stack and thread-local variables end with their
// thread. Such an end is a free. What another thread does to these bytes must happen before it: if it came first and
// nothing orders it, that is noticed at the end; if it comes later, when it is done.
//
// Most ends concern nobody: each thread knows which part of its stack others have accessed. Ends of functions are found
// again in the frames that there are; those of blocks, which the compilers' plug-ins tell, are kept in a list: somebody who
// has not heard of the end of a block cannot mean what came to lie there later.
#include "runtime/control/frames.h"

#include "runtime/control/turns.h"
#include "runtime/control/world.h"

namespace heddle::control {

bool is_known(const Controlled& owner, std::uint32_t frame) {
  return owner_of_stack(owner.bases[frame].base) == owner.number &&
         reinterpret_cast<const std::uint64_t*>(owner.bases[frame].base)[1] == owner.frames[frame];
}

namespace {

// Has the function returned whose variable was here? What the owner called, or returned from, after all that the
// accessing thread knows of it cannot be meant. `known`: how much that is.
bool is_left(const Controlled& owner, std::uint64_t address, std::uint32_t known) {
  const std::uint32_t depth = owner.depth;
  if (depth >= Controlled::kFrames) return false;
  constexpr std::uint64_t kCall = 16;  // the frame pointer and where to return
  // Frames grow downwards: the first one that lies below the address is one too far.
  std::uint32_t within = 0, beyond = depth;
  while (within < beyond) {
    const std::uint32_t middle = within + (beyond - within) / 2;
    if (address < owner.bases[middle].base + kCall)
      within = middle + 1;
    else
      beyond = middle;
  }
  if ((within > 0 && !is_known(owner, within - 1)) || (within < depth && !is_known(owner, within)))
    return false;
  if (within < depth || owner.returned != depth || address >= owner.bases[depth].base + kCall)
    return within > 0 && owner.bases[within - 1].since > known;
  return owner.bases[depth].since > known;
}

bool has_ended(const Controlled& owner, std::uint64_t address, std::uint32_t known) {
  for (std::uint32_t i = owner.blocks_count; i-- > 0 && owner.blocks[i].since > known;)
    if (address >= owner.blocks[i].begin && address < owner.blocks[i].end) return true;
  return false;
}

}  // namespace

void forget_known(Controlled& thread) {
  thread.known_from = ~std::uint64_t{0};
  thread.known_to = 0;
  thread.blocks_count = 0;
}

void access_of_stack(Thread number, std::uint64_t address, std::uint32_t size, bool write, std::uint64_t seen,
                     const void* pc) {
  Controlled& owner = *world.all[number];
  const Controlled& self = *world.current;
  will_change(owner.known_from);
  will_change(owner.known_to);
  if (address < owner.known_from) owner.known_from = address;
  if (address + size > owner.known_to) owner.known_to = address + size;
  const std::uint32_t known = self.clock.at[number];
  const bool is_gone = owner.state == Controlled::State::ended;
  if (!is_gone && !has_ended(owner, address, known) && !is_left(owner, address, known)) return;
  Place places[2] = {{}, here(write ? Action::write : Action::read, address, size, pc)};
  places[0].thread = number;
  places[0].action = Action::end;
  places[0].frames = seen != 0 ? 1 : 0;
  places[0].pcs[0] = seen;
  fail(FailureKind::use_after_free, "", address, size, places, 2);
}

void stack_ends(std::uint64_t begin, std::uint64_t end, const void* pc) {
  Controlled& self = *world.current;
  const std::uint64_t from = begin > self.known_from ? begin : self.known_from;
  const std::uint64_t to = end < self.known_to ? end : self.known_to;
  if (from >= to) return;
  range_ends(from, to - from, true, Action::end, pc);
  if (from == self.known_from) self.known_from = to;
}

// All that lies below the frame's base is gone. Where this is called from tells nothing of it: a function may leave its
// frame first, and end with a jump to the hook.
void frame_ends(const void* pc) {
  const Controlled& self = *world.current;
  stack_ends(0, self.bases[self.depth].base, pc);
}

void leave_frames(std::uint64_t below, std::uint64_t above, const void* pc) {
  Controlled& self = *world.current;
  if (owner_of_stack(below) != self.number || owner_of_stack(above) != self.number) return;
  while (self.depth > 0 && self.depth <= Controlled::kFrames && self.bases[self.depth - 1].base < above) {
    --self.depth;
    self.bases[self.depth].since = self.clock.at[self.number];
    self.returned = self.depth;
  }
  stack_ends(below, above, pc);
}

void block_ends(std::uint64_t begin, std::uint64_t size, const void* pc) {
  Controlled& self = *world.current;
  if (owner_of_stack(begin) != self.number) return;
  stack_ends(begin, begin + size, pc);
  const Block block{begin, begin + size, self.clock.at[self.number]};
  constexpr std::uint32_t kAgain = 8;  // in a loop the same ones end again and again
  for (std::uint32_t i = self.blocks_count; i-- > 0 && i + kAgain >= self.blocks_count;) {
    if (self.blocks[i].since != block.since) break;
    if (self.blocks[i].begin == block.begin && self.blocks[i].end == block.end) return;
  }
  if (self.blocks == nullptr)
    self.blocks = static_cast<Block*>(map_apart(Controlled::kBlocks * sizeof(Block)));
  if (self.blocks_count == Controlled::kBlocks)
    cut(Doubt::cut_execution, "more blocks ended than can be watched");
  self.blocks[self.blocks_count++] = block;
}

void whole_stack_ends() { stack_ends(0, ~std::uint64_t{0}, nullptr); }

}  // namespace heddle::control
