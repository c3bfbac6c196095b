// SPDX-License-Identifier: Apache-2.0
// What is loaded: whose globals are the test's own, and which code was not compiled for heddle. The inside of
// libc, libstdc++ and their like is trusted; any other library without instrumentation, and any function of
// an instrumented module that touches memory without it, could do what no search sees.
#include "runtime/control/modules.h"

#include <cstdio>
#include <cstring>

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unwind.h>

#include "runtime/control/frameworks.h"
#include "runtime/control/loading.h"
#include "runtime/control/turns.h"
#include "runtime/control/world.h"
#include "runtime/machine_code/uninstrumented.h"
#include "runtime/shared/raw.h"
#include "runtime/shared/segments.h"

extern "C" {
extern const char __start_heddle_kept __attribute__((visibility("hidden")));
extern const char __stop_heddle_kept __attribute__((visibility("hidden")));
}

namespace heddle::control {
namespace {

const ElfW(Dyn) * dynamic_of(const dl_phdr_info* info) {
  for (int i = 0; i < info->dlpi_phnum; ++i)
    if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
      return reinterpret_cast<const ElfW(Dyn)*>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
  return nullptr;
}

bool imports(const dl_phdr_info* info, const char* name) {
  const ElfW(Dyn)* dynamic = dynamic_of(info);
  if (dynamic == nullptr) return false;
  const char* strings = nullptr;
  std::size_t size = 0;
  for (; dynamic->d_tag != DT_NULL; ++dynamic) {
    if (dynamic->d_tag == DT_STRTAB) strings = reinterpret_cast<const char*>(dynamic->d_un.d_ptr);
    if (dynamic->d_tag == DT_STRSZ) size = dynamic->d_un.d_val;
  }
  return strings != nullptr && memmem(strings, size, name, std::strlen(name)) != nullptr;
}

bool imports_instrumentation(const dl_phdr_info* info) { return imports(info, "__tsan_init"); }

bool is_trusted(const char* name) {
  Dl_info own;
  if (dladdr(reinterpret_cast<void*>(&is_trusted), &own) != 0 && std::strcmp(own.dli_fname, name) == 0)
    return true;
  static constexpr const char* kSystem[] = {"linux-vdso",   "/ld-linux",    "libc.so",    "libm.so",
                                            "libstdc++.so", "libgcc_s.so",  "libpthread", "libdl.so",
                                            "librt.so",     "libatomic.so", "libheddle"};
  for (const char* system : kSystem)
    if (std::strstr(name, system) != nullptr) return true;
  return false;
}

struct Globals {
  Range* ranges;
  std::size_t room;
  std::size_t count;
};

int note_globals(dl_phdr_info* info, std::size_t, void* to) {
  auto& globals = *static_cast<Globals*>(to);
  if (!is_own_module(info)) return 0;
  const auto note = [&](std::uint64_t begin, std::uint64_t size) {
    if (globals.count < globals.room) globals.ranges[globals.count] = {begin, begin + size};
    ++globals.count;
  };
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type == PT_LOAD && (header.p_flags & PF_W) != 0)
      note(info->dlpi_addr + header.p_vaddr, header.p_memsz);
    if (header.p_type == PT_TLS && info->dlpi_tls_data != nullptr)
      note(reinterpret_cast<std::uintptr_t>(info->dlpi_tls_data), header.p_memsz);
  }
  return 0;
}

// ---- destructor functions ----

// In the order in which they run. Every execution of a main asks for them: they are collected again only if a module was
// loaded or unloaded since.
struct Destructors {
  std::uint64_t loaded = 0, unloaded = 0;  // modules, ever, when they were collected
  void (**functions)() = nullptr;
  std::size_t count = 0, room = 0;
};
Destructors destructors;

// Counts them, and notes them if there is room.
int note_destructors(dl_phdr_info* info, std::size_t, void*) {
  if (!is_own_module(info)) return 0;
  std::uint64_t array = 0, bytes = 0;
  for (const ElfW(Dyn)* dynamic = dynamic_of(info); dynamic->d_tag != DT_NULL; ++dynamic) {
    if (dynamic->d_tag == DT_FINI_ARRAY) array = info->dlpi_addr + dynamic->d_un.d_ptr;
    if (dynamic->d_tag == DT_FINI_ARRAYSZ) bytes = dynamic->d_un.d_val;
  }
  for (std::size_t i = bytes / sizeof(void*); i-- > 0; ++destructors.count)
    if (destructors.count < destructors.room)
      destructors.functions[destructors.count] = reinterpret_cast<void (**)()>(array)[i];
  return 0;
}
void collect_destructors() {
  destructors.count = 0;
  dl_iterate_phdr(note_destructors, nullptr);
  if (destructors.count <= destructors.room) return;
  destructors.room = destructors.count;
  destructors.functions =
      static_cast<void (**)()>(map_apart(destructors.room * sizeof *destructors.functions));
  collect_destructors();
}
int note_loaded(dl_phdr_info* info, std::size_t, void* to) {
  auto& now = *static_cast<Destructors*>(to);
  now.loaded = info->dlpi_adds;
  now.unloaded = info->dlpi_subs;
  return 1;
}

// ---- who called ----

Range* own_code = nullptr;
std::size_t own_code_count = 0;

// Counts them, and notes them if there is a place.
int note_own_code(dl_phdr_info* info, std::size_t, void*) {
  if (!is_own_module(info)) return 0;
  runtime::each_segment(info, PF_X, [](std::uint64_t begin, std::uint64_t end) {
    if (own_code != nullptr) own_code[own_code_count] = {begin, end};
    ++own_code_count;
  });
  return 0;
}
void note_own_code() {
  dl_iterate_phdr(note_own_code, nullptr);
  own_code = static_cast<Range*>(runtime::raw_map((own_code_count + 1) * sizeof(Range)));
  own_code_count = 0;
  dl_iterate_phdr(note_own_code, nullptr);
}
_Unwind_Reason_Code stop_at_own(_Unwind_Context* context, void* found) {
  const std::uint64_t pc = _Unwind_GetIP(context);
  if (!is_own_code(pc)) return _URC_NO_REASON;
  *static_cast<std::uint64_t*>(found) = pc;
  return _URC_END_OF_STACK;
}

UninstrumentedCode* code = nullptr;
std::size_t code_count = 0;

int count_module(dl_phdr_info*, std::size_t, void* count) {
  ++*static_cast<std::size_t*>(count);
  return 0;
}

void note_function(void* to, const machine_code::Uninstrumented& function) {
  auto& module = *static_cast<UninstrumentedCode*>(to);
  for (std::uint32_t i = 0; i < module.count && i < UninstrumentedCode::kNamed; ++i)
    if (module.addresses[i] == function.address) return;  // another name of the same
  if (module.count < UninstrumentedCode::kNamed) {
    std::snprintf(module.names[module.count], sizeof module.names[0], "%s", function.name);
    module.addresses[module.count] = function.address;
  }
  ++module.count;
}

void path_of(const dl_phdr_info* info, char* path, std::size_t room) {
  path[0] = 0;
  if (info->dlpi_name[0] != 0) {
    std::snprintf(path, room, "%s", info->dlpi_name);
  } else if (const ssize_t length = readlink("/proc/self/exe", path, room - 1); length >= 0) {
    path[length] = 0;
  }
}

void examine(const char* image, std::size_t size, void* to) {
  auto& module = *static_cast<UninstrumentedCode*>(to);
  module.stripped =
      machine_code::find_uninstrumented(image, size, note_function, &module) != machine_code::Examined::whole;
  module.lacks_members = machine_code::lacks_members(image, size);
}

int note_code(dl_phdr_info* info, std::size_t, void*) {
  if (is_trusted(info->dlpi_name)) return 0;
  UninstrumentedCode& module = code[code_count];
  module = {};
  path_of(info, module.path, sizeof module.path);
  module.whole = !imports_instrumentation(info);
  if (module.whole && is_framework_library(module.path)) return 0;
  if (!module.whole && !read_module(info, examine, &module)) module.stripped = true;
  if (module.whole || module.stripped || module.lacks_members || module.count > 0) ++code_count;
  return 0;
}

// ---- modules that the program loads itself ----

struct Loading {
  bool is_any = false;
  std::size_t before = 0;                  // modules, when it loaded its first
  std::uint64_t loaded = 0, unloaded = 0;  // ever, when they were looked at
};
Loading loading;

// `left`: so many modules were there before.
int doubt_module(dl_phdr_info* info, std::size_t, void* left) {
  if (auto& before = *static_cast<std::size_t*>(left); before > 0) {
    --before;
    return 0;
  }
  if (is_trusted(info->dlpi_name)) return 0;
  UninstrumentedCode module = {};
  path_of(info, module.path, sizeof module.path);
  module.whole = !imports_instrumentation(info);
  if (module.whole && is_framework_library(module.path)) return 0;
  if (!module.whole && !read_module(info, examine, &module)) module.stripped = true;
  if (!module.whole && !module.stripped && !module.lacks_members && module.count == 0) return 0;
  char text[sizeof Shared::doubt_texts[0]];
  std::snprintf(text, sizeof text, "dlopen of %.200s, which was not%s compiled for heddle", module.path,
                module.whole ? "" : " wholly");
  doubt(Doubt::blocking_call, text);
  return 0;
}

}  // namespace

void before_loading() {
  if (loading.is_any) return;
  loading.is_any = true;
  dl_iterate_phdr(count_module, &loading.before);
}

void after_loading() {
  if (!loading.is_any) return;
  Destructors now;
  dl_iterate_phdr(note_loaded, &now);
  if (now.loaded == loading.loaded && now.unloaded == loading.unloaded) return;
  loading.loaded = now.loaded;
  loading.unloaded = now.unloaded;
  const bool was_active = world.active;
  world.active = false;  // files are opened, and mapped
  std::size_t left = loading.before;
  dl_iterate_phdr(doubt_module, &left);
  world.active = was_active;
}

bool is_own_code(std::uint64_t pc) {
  if (own_code == nullptr) note_own_code();
  for (std::size_t i = 0; i < own_code_count; ++i)
    if (pc >= own_code[i].begin && pc < own_code[i].end) return true;
  return false;
}

bool read_module(const dl_phdr_info* info, void (*reader)(const char*, std::size_t, void*), void* argument) {
  char path[sizeof UninstrumentedCode::path];
  path_of(info, path, sizeof path);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  struct stat status;
  void* image = MAP_FAILED;
  if (fstat(file, &status) == 0)
    image = mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (image == MAP_FAILED) return false;
  reader(static_cast<const char*>(image), static_cast<std::size_t>(status.st_size), argument);
  munmap(image, static_cast<std::size_t>(status.st_size));
  return true;
}

bool is_own_module(const dl_phdr_info* info) {
  return !is_trusted(info->dlpi_name) && imports_instrumentation(info);
}

bool tells_every_access() {
  const auto is_reduced = [](dl_phdr_info* info, std::size_t, void*) {
    return is_own_module(info) && imports(info, "heddle_runtime_line") ? 1 : 0;
  };
  return dl_iterate_phdr(is_reduced, nullptr) == 0;
}

const void* own_caller(const void* pc) {
  if (!world.recording || pc == nullptr || is_own_code(reinterpret_cast<std::uintptr_t>(pc))) return nullptr;
  const bool was_active = world.active;
  world.active = false;  // the unwinder takes locks, and memory
  std::uint64_t found = 0;
  _Unwind_Backtrace(stop_at_own, &found);
  world.active = was_active;
  return reinterpret_cast<const void*>(found);
}

std::size_t own_globals(Range* ranges, std::size_t room) {
  Globals globals{ranges, room, 0};
  if (room > 0)
    ranges[0] = {reinterpret_cast<std::uintptr_t>(&__start_heddle_kept),
                 reinterpret_cast<std::uintptr_t>(&__stop_heddle_kept)};
  globals.count = 1;  // what functions of libc keep for the program stands here
  dl_iterate_phdr(note_globals, &globals);
  return globals.count;
}

bool own_destructor(std::size_t index, void (**function)()) {
  if (index == 0) after_loading();  // of a module whose functions nobody asked for
  Destructors now;
  dl_iterate_phdr(note_loaded, &now);
  if (now.loaded != destructors.loaded || now.unloaded != destructors.unloaded) {
    destructors.loaded = now.loaded;
    destructors.unloaded = now.unloaded;
    collect_destructors();
  }
  if (index >= destructors.count) return false;
  *function = destructors.functions[index];
  return true;
}

const UninstrumentedCode* uninstrumented_code(std::size_t* count) {
  if (code == nullptr) {
    std::size_t modules = 0;
    dl_iterate_phdr(count_module, &modules);
    code = static_cast<UninstrumentedCode*>(map_apart(modules * sizeof(UninstrumentedCode)));
    dl_iterate_phdr(note_code, nullptr);
  }
  *count = code_count;
  return code;
}

}  // namespace heddle::control
