// SPDX-License-Identifier: Apache-2.0
#include "program/program.h"

#include <tsl/robin_map.h>

namespace heddle::program {
namespace {

struct BuiltinWords {
  std::string_view name;
  std::string_view linker_names;
};
constexpr BuiltinWords kBuiltins[] = {
#define HEDDLE_BUILTIN(enumerator, seen, names) {#enumerator, names},
#include "program/builtin.def"
#undef HEDDLE_BUILTIN
};
constexpr std::string_view kOpcodes[] = {
#define HEDDLE_OPCODE(enumerator) #enumerator,
#include "program/opcode.def"
#undef HEDDLE_OPCODE
};

tsl::robin_map<std::string_view, Builtin> builtin_table() {
  tsl::robin_map<std::string_view, Builtin> table;
  for (std::size_t i = 0; i < std::size(kBuiltins); ++i) {
    std::string_view rest = kBuiltins[i].linker_names;
    while (!rest.empty()) {
      const auto blank = rest.find(' ');
      table.emplace(rest.substr(0, blank), static_cast<Builtin>(i));
      rest = blank == std::string_view::npos ? std::string_view() : rest.substr(blank + 1);
    }
  }
  return table;
}

struct Member {  // of libstdc++'s classes: its first argument is the object
  std::string_view name;
  sync::Call call;
};
constexpr Member kMembers[] = {
    {"_ZNSt18condition_variableC1Ev", sync::Call::condition_init},
    {"_ZNSt18condition_variableC2Ev", sync::Call::condition_init},
    {"_ZNSt18condition_variableD1Ev", sync::Call::condition_destroy},
    {"_ZNSt18condition_variableD2Ev", sync::Call::condition_destroy},
    {"_ZNSt18condition_variable10notify_oneEv", sync::Call::condition_signal},
    {"_ZNSt18condition_variable10notify_allEv", sync::Call::condition_broadcast},
    {"_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE", sync::Call::condition_wait},
    {"_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE",
     sync::Call::thread_create},
};

}  // namespace

sync::Named sync_named(std::string_view linker_name) {
  for (const Member& member : kMembers)
    if (member.name == linker_name) return {member.call, sync::Style::number, true};
  return sync::call_named(linker_name);
}

std::string_view name(Opcode opcode) { return kOpcodes[static_cast<std::size_t>(opcode)]; }
std::string_view name(Builtin builtin) { return kBuiltins[static_cast<std::size_t>(builtin)].name; }

std::optional<Builtin> builtin_named(std::string_view linker_name) {
  static const tsl::robin_map<std::string_view, Builtin> table = builtin_table();
  const auto found = table.find(linker_name);
  if (found == table.end()) return std::nullopt;
  return found->second;
}

}  // namespace heddle::program
