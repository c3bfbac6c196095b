// SPDX-License-Identifier: Apache-2.0
// How a check starts: from <heddle/check.h> in a test, or, under `heddle check` (given.h), in place of a whole
// program's main or of one function of it.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "explore/native/result.h"
#include "explore/native/session.h"
#include "heddle/check.h"
#include "heddle/linearizable/engine.h"
#include "runtime/control/core.h"
#include "runtime/control/hooks.h"
#include "runtime/control/loops.h"
#include "runtime/control/touch.h"
#include "runtime/shared/abi.h"
#include "runtime/shared/raw.h"

namespace heddle::explore {
namespace {

long checks = 0;
char tried[512];   // which scenarios, for the searches that follow
double began = 0;  // the program, under `heddle check`

// Checks of which each depends on the one before (heddle_runtime_row).
struct Row {
  bool runs = false;
  std::uint32_t rows = 0;  // begun so far
  bool next_asked_for = false;
};
Row row;

// Shares that know nothing of each other do whole rows, one after the other; ranks do each check of them together.
schedule::Shard shard_of_rows(const Given& given) {
  const bool has_others = given.progress != nullptr && given.progress->exchange.is_used;
  if (!row.runs || given.replays || has_others) return {};
  return schedule::shard_in(given.wishes.shard.view());
}
bool is_left_to_another_share(schedule::Shard shard) {
  return shard.count > 0 && (row.rows - 1) % shard.count != shard.number - 1;
}

struct Main {
  int (*function)(int, char**, char**);
  int argc;
  char** argv;
  char** environment;
};
Main program;

// A test may set a limit of its own; that of the command holds for all its checks together.
double end_of(const Request& request) {
  const double own = request.wishes().limit_seconds, all = given().exists ? given().wishes.limit_seconds : 0;
  double end = own > 0 ? now() + own : 0;
  if (all > 0 && (end == 0 || began + all < end)) end = began + all;
  return end;
}

int run(Request request, const char* name, long check) {
  request.name = name;
  request.tried = tried;
  request.check = static_cast<std::uint64_t>(check);
  request.end = end_of(request);
  Session session(request);
  session.run();
  row.next_asked_for = session.shared().next_asked_for;
  const int status = exit_status(session);
  if (!request.given.exists) {
    explain(session, check);
    return status;
  }
  const int file = open(request.given.results, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file >= 0) {
    write_result(file, session, check);
    close(file);
  }
  return status;
}

// ---- a whole program, or a function of it ----

void run_main(void*) {
  const int status = program.function(program.argc, program.argv, program.environment);
  if (control::world.is_other_process) std::exit(status);
  const auto first = reinterpret_cast<std::uintptr_t>(program.function);  // its place stands for its end
  control::leave_process(control::Ending::normal, status, reinterpret_cast<const void*>(first + 1));
}
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

// The words of the command line, those of the environment and the tables of both: the kernel puts them side by side.
void find_command_line(Request& request) {
  constexpr std::uint64_t kNear = std::uint64_t{8} << 20;
  const auto begin = reinterpret_cast<std::uintptr_t>(program.argv);
  std::uint64_t end = begin;
  for (char** table : {program.argv, program.environment})
    for (char** word = table; word != nullptr && *word != nullptr; ++word) {
      const std::uint64_t after = reinterpret_cast<std::uintptr_t>(*word) + std::strlen(*word) + 1;
      if (after > end && after - begin < kNear) end = after;
    }
  request.command_line = begin;
  request.command_line_end = end;
}

// What the program does at its end, its destructors and handlers, belongs to the executions. This process has begun none:
// a destructor that waits for a thread would wait for ever.
[[noreturn]] void leave(int status) {
  std::fflush(nullptr);
  _exit(status);
}

int main_of_heddle(int argc, char** argv, char** environment) {
  program.argc = argc;
  program.argv = argv;
  program.environment = environment;
  began = now();
  if (!given().exists) return program.function(argc, argv, environment);
  unsetenv("LD_PRELOAD");
  Request request = request_of(given());
  find_command_line(request);
  if (const char* name = given().wishes.function.c_str(); *name != 0) {
    void* function = find_function(name);
    if (function == nullptr) {
      runtime::say("the program has no function ", name);
      return 2;
    }
    request.function = run_function;
    request.argument = function;
    leave(run(request, name, 0));
  }
  if (!given().wishes.whole && uses_check_header()) return program.function(argc, argv, environment);
  request.function = run_main;
  leave(run(request, "main", 0));
}

}  // namespace
}  // namespace heddle::explore

using namespace heddle::explore;

// What the test says, where the command does not say otherwise. A misspelt one is told in any case.
static bool takes_strategy(const char* name, Given& asked) {
  heddle::schedule::Wishes& wishes = asked.wishes;
  if (strategy_for(name, {}) == nullptr) {
    heddle::runtime::say("there is no strategy ", name);
    return false;
  }
  const bool is_open = !asked.exists || wishes.strategy == heddle::schedule::Wishes().strategy.view();
  return asked.replays || !is_open || wishes.strategy.set(name);
}

HEDDLE_EXPORT int heddle_check_run(void (*function)(void*), void* argument,
                                   const heddle_check_options* options) {
  const long check = checks++;
  if (heddle::control::world.active) {  // a check inside a check, or a main that is checked as a whole
    function(argument);
    return 0;
  }
  Given asked = given();
  heddle::schedule::Wishes& wishes = asked.wishes;
  if (wishes.check != heddle::schedule::kAny && wishes.check != static_cast<std::uint64_t>(check)) return 0;
  row.next_asked_for = false;
  const heddle::schedule::Shard shard = shard_of_rows(asked);
  if (is_left_to_another_share(shard)) return 0;
  if (options != nullptr) {
    if (options->strategy != nullptr && !takes_strategy(options->strategy, asked)) return 3;
    if (options->preemptions != 0) wishes.preemptions = options->preemptions;
    if (options->executions != 0) wishes.executions = options->executions;
    if (options->limit_seconds > 0) wishes.limit_seconds = options->limit_seconds;
    if (options->seed != 0) wishes.seed = options->seed;
    if (options->jobs != 0) wishes.jobs = options->jobs;
  }
  Request request = request_of(asked);
  request.is_whole = shard.count > 0;
  if (strategy_for(wishes.strategy.view(), request.options) == nullptr) {
    heddle::runtime::say("there is no strategy ", wishes.strategy.c_str());
    return 3;
  }
  if (options != nullptr) request.failed = options->failed;
  request.function = function;
  request.argument = argument;
  return run(request, options != nullptr && options->name != nullptr ? options->name : "", check);
}

HEDDLE_EXPORT int heddle_runtime_is_replay() { return given().replays; }
HEDDLE_EXPORT void heddle_runtime_scenario(unsigned long number, unsigned long all, const char* words) {
  if (heddle::control::world.current != nullptr) heddle::control::world.scenario = words;
  if (given().progress == nullptr) return;
  given().progress->scenario = number;
  given().progress->scenarios = all;
}
HEDDLE_EXPORT unsigned heddle_runtime_newest_thread() {
  return heddle::control::controlled_kept() ? static_cast<unsigned>(heddle::control::world.newest) : 0;
}
HEDDLE_EXPORT void heddle_runtime_tries(const char* words) {
  std::snprintf(heddle::explore::tried, sizeof heddle::explore::tried, "%s", words != nullptr ? words : "");
}
HEDDLE_EXPORT void heddle_runtime_leave_out_checks(unsigned count) { checks += count; }
HEDDLE_EXPORT void heddle_runtime_row(int begins) {
  row.runs = begins != 0;
  row.rows += row.runs ? 1 : 0;
}
HEDDLE_EXPORT void heddle_runtime_ask_for_next() {
  if (heddle::control::world.shared != nullptr) heddle::control::world.shared->next_asked_for = true;
}
HEDDLE_EXPORT int heddle_runtime_is_next_asked_for() { return given().replays || row.next_asked_for ? 1 : 0; }
HEDDLE_EXPORT int heddle_runtime_is_over() {
  const Given& asked = given();
  const bool has_others = asked.progress != nullptr && asked.progress->exchange.is_used;
  if (!asked.exists || asked.replays || has_others || !asked.wishes.shard.empty()) return 0;
  if (asked.progress != nullptr && asked.progress->stop) return 1;
  return asked.wishes.limit_seconds > 0 && now() >= began + asked.wishes.limit_seconds ? 1 : 0;
}
HEDDLE_EXPORT int heddle_check_is_reported() { return given().exists ? 1 : 0; }

HEDDLE_EXPORT int(heddle_self)() {
  using namespace heddle::control;
  return controlled_kept() ? static_cast<int>(world.current->number) + 1 : 1;
}
HEDDLE_EXPORT unsigned(heddle_choose)(unsigned count) {
  using namespace heddle::control;
  if (!controlled_kept() || count < 2) return 0;
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
