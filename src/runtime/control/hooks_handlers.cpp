// SPDX-License-Identifier: Apache-2.0
// Handlers that libstdc++ keeps once for all threads, and what they order: handlers.def. Numbers for streams (xalloc) are
// given out one after another, and order nothing.
#include <dlfcn.h>

#include "runtime/control/hooks.h"
#include "runtime/control/locks.h"
#include "runtime/control/modules.h"
#include "runtime/control/outside_objects.h"
#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"

namespace heddle::control {
namespace {

void use(OutsideObject which, bool sets, const void* pc) {
  if (!controlled() || !is_own_code(number(pc))) return;
  Object& object = object_of(which);
  step_on(object, sets, pc);
  if (which == OutsideObject::stream_numbers) return;
  Controlled& self = *world.current;
  if (object.published_any) acquire_from(self, object.published);
  if (sets) publish(self, object, true);
}

}  // namespace
}  // namespace heddle::control

using namespace heddle::control;

#define HEDDLE_HANDLER(type, name, parameters, given, which, sets)                     \
  HEDDLE_EXPORT type name parameters {                                                 \
    static auto* real = reinterpret_cast<type(*) parameters>(dlsym(RTLD_NEXT, #name)); \
    use(OutsideObject::which, sets, HEDDLE_PC);                                        \
    return real given;                                                                 \
  }
#define HEDDLE_SETS(name, what) HEDDLE_HANDLER(void*, name, (void* handler), (handler), what, true)
#define HEDDLE_GETS(name, what) HEDDLE_HANDLER(void*, name, (), (), what, false)
#include "runtime/shared/handlers.def"
HEDDLE_HANDLER(int, _ZNSt8ios_base6xallocEv, (), (), stream_numbers, true)
