// SPDX-License-Identifier: Apache-2.0
#include "runtime/watch/real.h"

#include <dlfcn.h>
#include <sys/syscall.h>

#include "runtime/shared/raw.h"

namespace heddle::runtime {

void* real_function(const char* name, const char* version) {
  const KeepErrno keep;
  void* function = version != nullptr ? dlvsym(RTLD_NEXT, name, version) : dlsym(RTLD_NEXT, name);
  if (function == nullptr) {
    say("libc has no function ", name, "; the program cannot go on");
    raw_syscall(SYS_exit_group, 70);
    __builtin_trap();
  }
  return function;
}

}  // namespace heddle::runtime
