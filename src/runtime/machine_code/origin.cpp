// SPDX-License-Identifier: Apache-2.0
#include "runtime/machine_code/origin.h"

#include <cstring>

namespace heddle::machine_code {

bool starts(const char* text, const char* with) { return std::strncmp(text, with, std::strlen(with)) == 0; }

bool is_start_up(const char* name) {
  static constexpr const char* kNames[] = {"_start",
                                           "_init",
                                           "_fini",
                                           "deregister_tm_clones",
                                           "register_tm_clones",
                                           "frame_dummy",
                                           "atexit",
                                           "_dl_relocate_static_pie",
                                           "__do_global_dtors_aux",
                                           "at_quick_exit",
                                           "pthread_atfork",
                                           "__libc_csu_init",
                                           "__libc_csu_fini"};
  for (const char* known : kNames)
    if (std::strcmp(name, known) == 0) return true;
  return false;
}

namespace {

// The namespace a C++ name is in, also if the function adjusts `this` for another one.
const char* after_prefix(const char* name) {
  if (!starts(name, "_Z")) return "";
  name += 2;
  if (starts(name, "Thn") || starts(name, "Tv")) {
    while (*name != 0 && *name != 'N') ++name;
  }
  if (*name == 'G' || *name == 'T') name += 2;  // guards, and what is made for thread_local
  if (*name == 'Z') ++name;                     // inside a function
  if (*name == 'N') ++name;
  while (*name == 'K' || *name == 'V' || *name == 'L') ++name;
  return name;
}

}  // namespace

bool is_thunk(const char* name) {
  return starts(name, "_ZTh") || starts(name, "_ZTv") || starts(name, "_ZTc");
}

bool is_of_test_framework(const char* name) {
  const char* where = after_prefix(name);
  return starts(where, "7testing") || starts(where, "5Catch") || starts(where, "7doctest") ||
         starts(where, "5boost9unit_test") || starts(where, "5boost10test_tools");
}

bool is_of_standard_library(const char* name) {
  if (starts(name, "__cxa_") || starts(name, "_Unwind_") || starts(name, "__gxx_") ||
      starts(name, "__gcc_") || starts(name, "__cxx") || starts(name, "_Zn") ||
      std::strstr(name, "_txnal_") != nullptr || starts(name, "_Zd") || starts(name, "__dynamic_cast"))
    return true;
  const char* where = after_prefix(name);
  return starts(where, "St") || starts(where, "Sa") || starts(where, "Ss") || starts(where, "Sb") ||
         starts(where, "Si") || starts(where, "So") || starts(where, "Sd") || starts(where, "9__gnu_cxx") ||
         starts(where, "10__cxxabiv1");
}

bool is_support_object(const char* file, bool has_static_library) {
  const char* ending = std::strrchr(file, '.');
  if (ending == nullptr || std::strcmp(ending, ".o") != 0) return false;
  return has_static_library || starts(file, "unwind-") || starts(file, "emutls.");
}

}  // namespace heddle::machine_code
