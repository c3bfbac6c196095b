// SPDX-License-Identifier: Apache-2.0
// The exception that leaves its thread: asked in abort(), where std::terminate ends. A program that aborts while it handles
// an exception does so itself, and is called by no library of C++.
#pragma once

#include <exception>
#include <typeinfo>

#include <dlfcn.h>

#include "runtime/shared/raw.h"

namespace heddle::runtime {

struct Uncaught {
  const char* type = nullptr;  // as the linker knows it; none: there is no such exception
  const char* what = nullptr;  // of one that derives from std::exception, if the library itself says it
};

inline bool is_of_cxx_library(const void* code) {
  Dl_info known;
  return dladdr(code, &known) != 0 && known.dli_fname != nullptr &&
         (raw_find(known.dli_fname, "/libstdc++.so") != nullptr ||
          raw_find(known.dli_fname, "/libc++abi.so") != nullptr);
}

// Whoever calls abort(). Looked up by name: a program in C has no such library.
inline Uncaught uncaught_exception(const void* caller) {
  const auto type_of =
      reinterpret_cast<const std::type_info* (*)()>(dlsym(RTLD_DEFAULT, "__cxa_current_exception_type"));
  const std::type_info* type = type_of != nullptr && is_of_cxx_library(caller) ? type_of() : nullptr;
  if (type == nullptr) return {};
  Uncaught found{type->name(), nullptr};
  // It is never given back: the process ends.
  const auto current = reinterpret_cast<void (*)(void**)>(dlsym(RTLD_DEFAULT, "_ZSt17current_exceptionv"));
  const auto* base = static_cast<const std::type_info*>(dlsym(RTLD_DEFAULT, "_ZTISt9exception"));
  if (current == nullptr || base == nullptr) return found;
  void* object = nullptr;
  current(&object);
  if (object == nullptr || !base->__do_catch(type, &object, 1)) return found;
  constexpr int kWhat = 2;  // behind two destructors
  if (is_of_cxx_library((*static_cast<void***>(object))[kWhat]))
    found.what = static_cast<const std::exception*>(object)->what();
  return found;
}

}  // namespace heddle::runtime
