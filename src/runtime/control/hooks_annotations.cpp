// SPDX-License-Identifier: Apache-2.0
// The words of <heddle/record.h>. Home-made synchronisation is a visible operation on the address it names.
// In a region whose races are meant every access is a visible operation instead of one that is looked at for
// races: what the race can lead to is explored.
#include "runtime/control/frames.h"
#include "runtime/control/locks.h"
#include "runtime/control/touch.h"
#include "runtime/shared/abi.h"

using namespace heddle::control;

HEDDLE_EXPORT void heddle_runtime_mark(const char*, long) {}
HEDDLE_EXPORT void heddle_runtime_release(const volatile void* address) {
  if (!controlled_kept()) return;
  Object& object = object_at(address, Role::annotation);
  Operation operation = on(object, true);
  reach(operation, &object, Action::send, number(address), HEDDLE_PC);
  publish(*world.current, object, true);
  effect();
  performed(operation);
}
HEDDLE_EXPORT void heddle_runtime_acquire(const volatile void* address) {
  if (!controlled_kept()) return;
  Object& object = object_at(address, Role::annotation);
  Operation operation = on(object, false);
  reach(operation, &object, Action::receive, number(address), HEDDLE_PC);
  if (object.published_any) acquire_from(*world.current, object.published);
  effect();
  performed(operation);
}
HEDDLE_EXPORT void heddle_runtime_ignore(int begin) {
  if (controlled_kept()) world.current->benign += begin != 0 ? 1 : -1;
}
// Not the program's word, but that of the plug-ins of src/compile.
HEDDLE_EXPORT void heddle_runtime_block_ends(void* address, unsigned long size) {
  if (controlled_kept()) block_ends(number(address), size, HEDDLE_PC);
}
