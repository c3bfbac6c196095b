// SPDX-License-Identifier: Apache-2.0
#include "prove/beside/record.h"

#include <cstring>
#include <fstream>
#include <map>

#include <elf.h>
#include <fmt/format.h>

#include "base/read_file.h"
#include "base/scratch_directory.h"
#include "compile/compiler.h"
#include "compile/include_directory.h"

namespace heddle::prove {
namespace {

constexpr char kObject[] = "heddle_beside_object";  // that the operations are given

// Before the program's own text: what the operations are, and where cells come from, is for the driver to know.
constexpr char kForced[] = R"(#define HEDDLE_PROVE_TABLES 1
#define HEDDLE_PROVE_CELLS 1
#define HEDDLE_RETIRED 2
#ifdef __cplusplus
extern "C" {
#endif
void *heddle_beside_new(__SIZE_TYPE__);
void heddle_beside_free(void *);
static inline void *heddle_prove_new(__SIZE_TYPE__ size) { return heddle_beside_new(size); }
static inline void heddle_prove_free(void *cell) { heddle_beside_free(cell); }
#ifdef __cplusplus
}
#endif
)";

constexpr const char* kWrapped[] = {
    "malloc",
    "aligned_alloc",
    "calloc",
    "free",
    "pthread_mutex_init",
    "pthread_mutex_lock",
    "pthread_mutex_trylock",
    "pthread_mutex_unlock",
    "pthread_spin_init",
    "pthread_spin_lock",
    "pthread_spin_trylock",
    "pthread_spin_unlock",
    "mtx_init",
    "mtx_lock",
    "mtx_trylock",
    "mtx_unlock",
    "sched_yield",
    "thrd_yield",
    "usleep",
};

std::string integer(unsigned bits, bool is_signed) {
  if (bits == 1) return "_Bool";
  return fmt::format("{}int{}_t", is_signed ? "" : "u", bits);
}

std::string driver(const NativeLayout& layout, const RecordOptions& how) {
  const std::string value = integer(layout.data_bits, layout.data_is_signed);
  const std::string result = integer(layout.result_bits, false);
  const char* object_type = layout.has_object ? "void *" : "";
  const char* object = layout.has_object ? "heddle_beside_object" : "";
  const char* comma = layout.has_object ? ", " : "";
  std::string text = fmt::format(
      "#include <stdint.h>\nextern void *{}[];\nextern void *heddle_prove_init[1];\n"
      "_Alignas(64) char heddle_beside_object[1 << 16];\n"
      "#define HEDDLE_BESIDE_SEED {}\n#define HEDDLE_BESIDE_CALLS {}\n#define HEDDLE_BESIDE_COLLECTED {}\n"
      "#define HEDDLE_BESIDE_OWNS(address) ((char *)(address) >= heddle_beside_object && (char *)(address) < "
      "heddle_beside_object + sizeof heddle_beside_object)\n",
      layout.table, how.seed, how.calls, how.is_collected ? 1 : 0);
  if (!layout.has_init)
    text += "#define HEDDLE_BESIDE_INIT()\n";
  else if (layout.init_takes_object)
    text += "#define HEDDLE_BESIDE_INIT() ((void (*)(void *))heddle_prove_init[0])(heddle_beside_object)\n";
  else
    text += "#define HEDDLE_BESIDE_INIT() ((void (*)(void))heddle_prove_init[0])()\n";
  std::string call;
  if (layout.table == "heddle_prove_set") {
    call = fmt::format("*result = (({} (*)({}{}{})){}[f])({}{}({})argument);", result, object_type, comma,
                       value, layout.table, object, comma, value);
  } else {
    call = fmt::format("if (f == 0) {{ ((void (*)({}{}{})){}[0])({}{}({})argument); return; }}", object_type,
                       comma, value, layout.table, object, comma, value);
    if (layout.out_bytes != 0)
      call += fmt::format(
          " {0} out = 0; *status = (({1} (*)({2}{3}{0} *)){4}[1])({5}{3}&out); *result = (uint64_t)out;",
          integer(8 * static_cast<unsigned>(layout.out_bytes), false), result, object_type, comma,
          layout.table, object);
    else
      call += fmt::format(" *result = (uint64_t)(({} (*)({})){}[1])({});", result,
                          layout.has_object ? "void *" : "void", layout.table, object);
  }
  text += fmt::format(
      "#define HEDDLE_BESIDE_FUNCTIONS {}\n"
      "__attribute__((disable_sanitizer_instrumentation)) static void heddle_beside_call(int f, uint64_t "
      "argument, "
      "uint64_t *result, uint64_t *status) {{\n  (void)status;\n  {}\n}}\n"
      "#define HEDDLE_BESIDE_CALL heddle_beside_call\n#include <heddle/prove_beside.h>\n",
      layout.table == "heddle_prove_set" ? 3 : 2, call);
  return text;
}

// The symbols of an executable that is not moved when it is loaded.
std::map<std::string, NativeAddress> symbols_of(const std::string& file) {
  std::map<std::string, NativeAddress> symbols;
  Elf64_Ehdr header;
  if (file.size() < sizeof header) return symbols;
  std::memcpy(&header, file.data(), sizeof header);
  const auto section = [&](unsigned index) {
    Elf64_Shdr found{};
    const std::size_t at = header.e_shoff + std::size_t{index} * header.e_shentsize;
    if (at + sizeof found <= file.size()) std::memcpy(&found, file.data() + at, sizeof found);
    return found;
  };
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    const Elf64_Shdr table = section(i);
    if (table.sh_type != SHT_SYMTAB || table.sh_offset + table.sh_size > file.size()) continue;
    const Elf64_Shdr names = section(table.sh_link);
    for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym)) {
      Elf64_Sym symbol;
      std::memcpy(&symbol, file.data() + table.sh_offset + at, sizeof symbol);
      if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || names.sh_offset + symbol.st_name >= file.size())
        continue;
      symbols[file.c_str() + names.sh_offset + symbol.st_name] = symbol.st_value;
    }
  }
  return symbols;
}

}  // namespace

Recorded record(const std::string& file, const Compilation& compilation, const NativeLayout& layout,
                const RecordOptions& how) {
  Recorded recorded;
  const auto obstacle = [&](std::string why) {
    recorded.obstacle = std::move(why);
    return recorded;
  };
  const base::ScratchDirectory scratch;
  const auto source = source_of(file, compilation, scratch);
  if (!source) return obstacle(source.error().message);
  const std::string forced = (scratch / "forced.h").string();
  const std::string caller = (scratch / "driver.c").string();
  const std::string object = (scratch / "program.o").string();
  const std::string executable = (scratch / "beside").string();
  const std::string told = (scratch / "events").string();
  const std::string messages = (scratch / "messages").string();
  std::ofstream(forced) << kForced;
  std::ofstream(caller) << driver(layout, how);

  std::string include = compile::include_directory();
  if (!include.empty()) include.insert(0, "-I");
  const auto run = [&](std::vector<std::string> command, const char* what) {
    std::erase(command, "");
    const auto status = compile::execute(command, messages);
    if (!status) return fmt::format("{} does not start", command[0]);
    return *status == 0 ? std::string() : fmt::format("{} failed", what);
  };
  std::vector<std::string> command = arguments_of(file, compilation);
  command.insert(command.begin(), compilation.compiler);
  command.insert(command.end(), {include, "-w", "-g0", "-Dmain=heddle_beside_no_main", "-Xclang",
                                 "-fsanitize=thread", "-mllvm", "-tsan-instrument-read-before-write=1",
                                 "-include", forced, "-c", *source, "-o", object});
  if (std::string why = run(command, "the compiler"); !why.empty()) return obstacle(why);
  command = {compilation.compiler, "-O0",     "-w", "-no-pie", include, caller, object, "-o",
             executable,           "-pthread"};
  for (const char* name : kWrapped) command.push_back(fmt::format("-Wl,--wrap={}", name));
  if (compile::language_of(file) == compile::Language::cpp) command.emplace_back("-lstdc++");
  if (std::string why = run(command, "the linker"); !why.empty()) return obstacle(why);

  const auto binary = base::read_file(executable);
  if (!binary) return obstacle(binary.error().message);
  const auto symbols = symbols_of(*binary);
  for (const auto& [variables, addresses] :
       {std::pair(&layout.shared, &recorded.trace.shared), std::pair(&layout.locks, &recorded.trace.locks)})
    for (const NativeVariable& variable : *variables) {
      const auto symbol = symbols.find(variable.symbol.empty() ? kObject : variable.symbol);
      if (symbol == symbols.end()) {
        recorded.failure = fmt::format("it has no variable `{}`", variable.symbol);
        return recorded;
      }
      addresses->push_back(symbol->second + static_cast<std::uint64_t>(variable.offset));
    }
  const auto status =
      compile::execute({"/bin/sh", "-c", "exec \"$0\" 3>\"$1\" >/dev/null", executable, told}, messages);
  if (!status) return obstacle("the compiled program does not start");
  if (*status != 0) recorded.failure = fmt::format("it ends with status {}", *status);
  const auto bytes = base::read_file(told);
  if (!bytes) return obstacle(bytes.error().message);
  recorded.trace.events.resize(bytes->size() / sizeof(NativeEvent));
  std::memcpy(static_cast<void*>(recorded.trace.events.data()), bytes->data(),
              recorded.trace.events.size() * sizeof(NativeEvent));
  return recorded;
}

}  // namespace heddle::prove
