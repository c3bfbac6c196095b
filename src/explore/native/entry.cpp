// SPDX-License-Identifier: Apache-2.0
// How a check starts: from <heddle/check.h> in a test, or, under `heddle check`, in place of a whole
// program's main or of one function of it. `heddle check` says what it wants in the environment:
//   HEDDLE_CHECK         key=value;key=value…    as Wishes::read reads them
//   HEDDLE_CHECK_RESULT  a file: one line of JSON is appended for each check
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "explore/native/result.h"
#include "explore/native/session.h"
#include "heddle/check.h"
#include "runtime/control/loops.h"
#include "runtime/shared/abi.h"
#include "runtime/shared/raw.h"

namespace heddle::explore {
namespace {

struct Wishes {
  Request request;
  char function[256] = "";
  char replay_check[16] = "";
  bool given = false;  // under `heddle check`
  long only = -1;      // the check to run, of those the program makes; the others are skipped
  char* replay = nullptr;

  void read(const char* text);
  void set(const char* key, std::size_t length, const char* value);
};
Wishes wishes;
long checks = 0;

bool is(const char* key, std::size_t length, const char* name) {
  return std::strlen(name) == length && std::strncmp(key, name, length) == 0;
}

void Wishes::set(const char* key, std::size_t length, const char* value) {
  const auto number = [&] { return std::strtoull(value, nullptr, 10); };
  if (is(key, length, "search")) std::snprintf(request.search, sizeof request.search, "%s", value);
  if (is(key, length, "preemptions")) request.options.preemptions = static_cast<std::uint32_t>(number());
  if (is(key, length, "executions")) request.executions = request.options.executions = number();
  if (is(key, length, "seconds")) request.seconds = std::strtod(value, nullptr);
  if (is(key, length, "seed")) request.options.seed = number();
  if (is(key, length, "depth")) request.options.depth = static_cast<std::uint32_t>(number());
  if (is(key, length, "steps")) request.settings.steps = number();
  if (is(key, length, "spurious")) request.settings.spurious = static_cast<std::uint32_t>(number());
  if (is(key, length, "timeouts")) request.settings.timeouts = static_cast<std::uint32_t>(number());
  if (is(key, length, "leaks")) request.settings.leaks = number() != 0;
  if (is(key, length, "races") && number() == 0)
    request.settings.keep_going = request.settings.races_meant = true;
  if (is(key, length, "keep")) request.settings.keep_going |= number() != 0;
  if (is(key, length, "isolate")) request.isolate = number() != 0;
  if (is(key, length, "jobs")) request.jobs = number() > 0 ? static_cast<unsigned>(number()) : 1;
  if (is(key, length, "share")) request.share_after = number();
  if (is(key, length, "silence")) request.silence = std::strtod(value, nullptr);
  if (is(key, length, "debugger")) request.debugger = number() != 0;
  if (is(key, length, "quiet")) request.quiet = number() != 0;
  if (is(key, length, "backend") && std::strcmp(value, "futex") == 0)
    request.settings.backend = control::Backend::futex;
  if (is(key, length, "function")) std::snprintf(function, sizeof function, "%s", value);
  if (is(key, length, "times")) request.times = static_cast<unsigned>(number());
  if (is(key, length, "only")) only = static_cast<long>(number());
  if (is(key, length, "racy")) request.racy = strdup(value);
  if (is(key, length, "replay")) {
    replay = strdup(value);
    request.replay = replay;
  }
}

void Wishes::read(const char* text) {
  given = true;
  char* copy = strdup(text);
  char* rest = nullptr;
  for (char* item = strtok_r(copy, ";", &rest); item != nullptr; item = strtok_r(nullptr, ";", &rest)) {
    char* equals = std::strchr(item, '=');
    if (equals != nullptr) set(item, static_cast<std::size_t>(equals - item), equals + 1);
  }
  std::free(copy);
}

unsigned cores() {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<unsigned>(CPU_COUNT(&set)) : 1;
}

void read_wishes() {
  static bool done = false;
  if (done) return;
  done = true;
  wishes.request.options.preemptions = ~std::uint32_t{0};
  if (const char* text = std::getenv("HEDDLE_CHECK")) wishes.read(text);
}

int run(Request request, const char* name, long check) {
  request.name = name;
  Session session(request);
  session.run();
  const int status = exit_status(session);
  if (const char* path = std::getenv("HEDDLE_CHECK_RESULT")) {
    const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file >= 0) {
      write_result(file, session, check);
      close(file);
    }
  } else {
    explain(session, check);
  }
  return status;
}

// ---- a whole program, or a function of it ----

struct Main {
  int (*function)(int, char**, char**);
  int argc;
  char** argv;
  char** environment;
};
Main program;

void run_main(void*) { program.function(program.argc, program.argv, program.environment); }
void run_function(void* function) { reinterpret_cast<void (*)()>(function)(); }

bool uses_check_header() {
  bool found = false;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        if (info->dlpi_name[0] != 0) return 0;
        const ElfW(Dyn)* dynamic = nullptr;
        for (int i = 0; i < info->dlpi_phnum; ++i)
          if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            dynamic = reinterpret_cast<const ElfW(Dyn)*>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
        const char* strings = nullptr;
        std::size_t size = 0;
        for (; dynamic != nullptr && dynamic->d_tag != DT_NULL; ++dynamic) {
          if (dynamic->d_tag == DT_STRTAB) strings = reinterpret_cast<const char*>(dynamic->d_un.d_ptr);
          if (dynamic->d_tag == DT_STRSZ) size = dynamic->d_un.d_val;
        }
        *static_cast<bool*>(result) =
            strings != nullptr && memmem(strings, size, "heddle_check_run", 16) != nullptr;
        return 1;
      },
      &found);
  return found;
}

// The address of a function of the program, by its name or the C++ name without parameters.
void* find_function(const char* name) {
  if (void* found = dlsym(RTLD_DEFAULT, name)) return found;
  const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) return nullptr;
  const auto* image = static_cast<const char*>(
      mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE, file, 0));
  close(file);
  if (image == MAP_FAILED) return nullptr;
  using Demangle = char* (*)(const char*, char*, std::size_t*, int*);
  auto* demangle = reinterpret_cast<Demangle>(dlsym(RTLD_DEFAULT, "__cxa_demangle"));
  const auto* header = reinterpret_cast<const Elf64_Ehdr*>(image);
  const auto* sections = reinterpret_cast<const Elf64_Shdr*>(image + header->e_shoff);
  std::uint64_t value = 0;
  for (int i = 0; i < header->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB) continue;
    const auto* symbols = reinterpret_cast<const Elf64_Sym*>(image + sections[i].sh_offset);
    const char* strings = image + sections[sections[i].sh_link].sh_offset;
    for (std::size_t j = 0; j < sections[i].sh_size / sizeof(Elf64_Sym); ++j) {
      if (ELF64_ST_TYPE(symbols[j].st_info) != STT_FUNC || symbols[j].st_value == 0) continue;
      const char* symbol = strings + symbols[j].st_name;
      bool matches = std::strcmp(symbol, name) == 0;
      if (!matches && demangle != nullptr && std::strstr(symbol, name) != nullptr) {
        int status_code = 0;
        char* readable = demangle(symbol, nullptr, nullptr, &status_code);
        if (readable != nullptr) {
          const char* end = std::strchr(readable, '(');
          matches = end != nullptr && static_cast<std::size_t>(end - readable) == std::strlen(name) &&
                    std::strncmp(readable, name, std::strlen(name)) == 0;
        }
        std::free(readable);
      }
      if (matches) value = symbols[j].st_value;
    }
  }
  munmap(const_cast<char*>(image), static_cast<std::size_t>(status.st_size));
  if (value == 0) return nullptr;
  std::uint64_t base = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        *static_cast<std::uint64_t*>(result) = info->dlpi_addr;
        return 1;
      },
      &base);
  return reinterpret_cast<void*>(base + value);
}

int main_of_heddle(int argc, char** argv, char** environment) {
  read_wishes();
  program.argc = argc;
  program.argv = argv;
  program.environment = environment;
  if (!wishes.given) return program.function(argc, argv, environment);
  unsetenv("LD_PRELOAD");
  Request request = wishes.request;
  if (wishes.function[0] != 0) {
    void* function = find_function(wishes.function);
    if (function == nullptr) {
      runtime::say("the program has no function ", wishes.function);
      return 2;
    }
    request.function = run_function;
    request.argument = function;
    return run(request, wishes.function, 0);
  }
  if (uses_check_header()) {
    const int status = program.function(argc, argv, environment);
    return status;
  }
  request.function = run_main;
  request.isolate = true;
  return run(request, "main", 0);
}

}  // namespace
}  // namespace heddle::explore

using namespace heddle::explore;

HEDDLE_EXPORT int heddle_check_run(void (*function)(void*), void* argument,
                                   const heddle_check_options* options) {
  read_wishes();
  const long check = checks++;
  if (heddle::control::world.active) {  // a check inside a check, or a main that is checked as a whole
    function(argument);
    return 0;
  }
  if (wishes.only >= 0 && wishes.only != check) return 0;
  Request request;
  request.options.preemptions = ~std::uint32_t{0};
  request.jobs = cores();
  if (wishes.given) request = wishes.request;
  if (options != nullptr) {
    if (options->search != nullptr && !wishes.given)
      std::snprintf(request.search, sizeof request.search, "%s", options->search);
    if (options->preemptions != 0) request.options.preemptions = options->preemptions;
    if (options->executions != 0) request.executions = request.options.executions = options->executions;
    if (options->seconds > 0) request.seconds = options->seconds;
    if (options->seed != 0) request.options.seed = options->seed;
    if (options->jobs != 0) {
      request.jobs = options->jobs;
      request.share_after = 1;
    }
    request.failed = options->failed;
  }
  if (request.options.preemptions != ~std::uint32_t{0} && std::strcmp(request.search, "dpor") == 0)
    std::strcpy(request.search, "races");
  request.function = function;
  request.argument = argument;
  return run(request, options != nullptr && options->name != nullptr ? options->name : "", check);
}

HEDDLE_EXPORT unsigned(heddle_choose)(unsigned count) {
  using namespace heddle::control;
  if (!controlled() || count < 2) return 0;
  Operation operation;
  reach(operation, nullptr, Action::mark, 0, HEDDLE_PC);
  const unsigned chosen = heddle::control::outcome(count);
  effect();
  performed(operation, true, chosen);
  return chosen;
}

HEDDLE_INTERPOSE int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv,
                                       void (*init)(), void (*fini)(), void (*loader_fini)(),
                                       void* stack_end) {
  using Real = int (*)(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*);
  program.function = main;
  auto* real = reinterpret_cast<Real>(heddle::control::libc_function("__libc_start_main"));
  return real(main_of_heddle, argc, argv, init, fini, loader_fini, stack_end);
}

// Our own invariants, in a library that throws nothing.
namespace heddle::base {
void broken_invariant(const char* condition, const char* why, const char* file, int line) {
  runtime::say("a bug in heddle: ", condition, " (", why, ") at ", file, ":",
               runtime::Decimal{static_cast<std::uint64_t>(line)});
  control::world.active = false;
  _exit(70);
}
}  // namespace heddle::base
void operator delete(void*) noexcept {}
void operator delete(void*, std::size_t) noexcept {}
