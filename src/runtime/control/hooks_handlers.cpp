// SPDX-License-Identifier: Apache-2.0
// What libstdc++ keeps once for all threads: what is called when memory is short, or an exception has nowhere to go, and
// where memory comes from if nobody says so. Whoever sets one comes before whoever sets or gets it later
// ([handler.functions], [mem.res.global]). Numbers for streams (xalloc) are given out one after another, and order nothing.
#include <dlfcn.h>

#include "runtime/control/hooks.h"
#include "runtime/control/locks.h"
#include "runtime/control/modules.h"
#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"

namespace heddle::control {
namespace {

enum class Handler : std::uintptr_t { of_new = 48, of_terminate, resource, stream_numbers };

void use(Handler which, bool sets, const void* pc) {
  if (!controlled() || !is_own_code(number(pc))) return;
  Object& object = object_at(reinterpret_cast<void*>(which), Role::outside);
  step_on(object, sets, pc);
  if (which == Handler::stream_numbers) return;
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
    use(Handler::which, sets, HEDDLE_PC);                                              \
    return real given;                                                                 \
  }
HEDDLE_HANDLER(void*, _ZSt15set_new_handlerPFvvE, (void* handler), (handler), of_new, true)
HEDDLE_HANDLER(void*, _ZSt15get_new_handlerv, (), (), of_new, false)
HEDDLE_HANDLER(void*, _ZSt13set_terminatePFvvE, (void* handler), (handler), of_terminate, true)
HEDDLE_HANDLER(void*, _ZSt13get_terminatev, (), (), of_terminate, false)
HEDDLE_HANDLER(void*, _ZNSt3pmr20set_default_resourceEPNS_15memory_resourceE, (void* resource), (resource),
               resource, true)
HEDDLE_HANDLER(void*, _ZNSt3pmr20get_default_resourceEv, (), (), resource, false)
HEDDLE_HANDLER(int, _ZNSt8ios_base6xallocEv, (), (), stream_numbers, true)
