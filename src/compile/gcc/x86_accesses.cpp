// SPDX-License-Identifier: Apache-2.0
// What instructions of x86 access for which gcc has functions of their own: <immintrin.h> calls them. Most of that header
// are plain vectors by now; these are the rest. One that is not known here makes no verdict clean.
#include "compile/gcc/parts.h"

namespace heddle::compile {
namespace {

enum class Access : unsigned char {
  none,           // it only names the address
  reads_result,   // as many bytes as it returns
  reads_pointee,  // what the address is declared to be of
  writes_value,   // as many bytes as the second argument has
  writes_pointee,
  reads_x87,  // the registers that say how x87 computes: the compiler keeps them around an atomic x += 1.5
  writes_x87,
};

struct Row {
  const char* name;  // after __builtin_ia32_, as it begins
  Access access;
};

// A longer name first.
constexpr Row kRows[] = {
    {"clflush", Access::none},
    {"clwb", Access::none},
    {"cldemote", Access::none},
    {"monitor", Access::none},
    {"prefetch", Access::none},
    {"lddqu", Access::reads_result},
    {"loadups", Access::reads_result},
    {"loadupd", Access::reads_result},
    {"loaddqu", Access::reads_result},
    {"movntdqa", Access::reads_result},
    {"loadhps", Access::reads_pointee},
    {"loadlps", Access::reads_pointee},
    {"loadhpd", Access::reads_pointee},
    {"loadlpd", Access::reads_pointee},
    {"movnt", Access::writes_value},
    {"storeups", Access::writes_value},
    {"storeupd", Access::writes_value},
    {"storedqu", Access::writes_value},
    {"storehps", Access::writes_pointee},
    {"storelps", Access::writes_pointee},
    {"addcarry", Access::writes_pointee},
    {"sbb", Access::writes_pointee},
    {"subborrow", Access::writes_pointee},
    {"rdrand", Access::writes_pointee},
    {"rdseed", Access::writes_pointee},
    {"rdtscp", Access::writes_pointee},
    {"fldenv", Access::reads_x87},
    {"fnstenv", Access::writes_x87},
    {"bsr", Access::none},
};

// They tell what no schedule decides: a time, or what was drawn by lot.
const char* outside(const char* text) {
  for (const char* name : {"rdtsc", "rdrand", "rdseed", "rdpmc"})
    if (strstr(text, name) != NULL) return name;
  return NULL;
}

void insert(gimple_stmt_iterator* at, const gimple* before, gcall* call) {
  gimple_set_location(call, gimple_location(before));
  gsi_insert_before(at, call, GSI_SAME_STMT);
}

void tell_by_name(gimple_stmt_iterator* at, const gimple* instruction, const char* hook, const char* name) {
  tree function = function_named(hook, build_function_type_list(void_type_node, ptr_type_node, NULL_TREE));
  insert(at, instruction, gimple_build_call(function, 1, build_string_literal(strlen(name) + 1, name)));
}

void tell(gimple_stmt_iterator* at, const gcall* instruction, bool writes, tree address, tree type) {
  tree signature = build_function_type_list(void_type_node, ptr_type_node, size_type_node, NULL_TREE);
  tree function = function_named(writes ? "__tsan_write_range" : "__tsan_read_range", signature);
  insert(at, instruction,
         gimple_build_call(function, 2, address, fold_convert(size_type_node, TYPE_SIZE_UNIT(type))));
}

tree first_address(const gcall* call) {
  for (unsigned i = 0; i < gimple_call_num_args(call); ++i)
    if (POINTER_TYPE_P(TREE_TYPE(gimple_call_arg(call, i)))) return gimple_call_arg(call, i);
  return NULL_TREE;
}

// As the instruction's function declares it, whatever the program has.
tree declared_pointee(const gcall* call) {
  for (tree at = TYPE_ARG_TYPES(gimple_call_fntype(call)); at != NULL_TREE; at = TREE_CHAIN(at))
    if (POINTER_TYPE_P(TREE_VALUE(at))) return TREE_TYPE(TREE_VALUE(at));
  return void_type_node;
}

}  // namespace

void tell_x86(gimple_stmt_iterator* at, gcall* instruction) {
  if (!gimple_call_builtin_p(instruction, BUILT_IN_MD)) return;
  tree address = first_address(instruction);
  const char* name = IDENTIFIER_POINTER(DECL_NAME(gimple_call_fndecl(instruction)));
  constexpr char kPrefix[] = "__builtin_ia32_";
  if (const char* told = outside(name)) tell_by_name(at, instruction, "heddle_runtime_unforeseen", told);
  if (address == NULL_TREE) return;
  const char* rest = strncmp(name, kPrefix, sizeof kPrefix - 1) == 0 ? name + sizeof kPrefix - 1 : "";
  for (const Row& row : kRows) {
    if (strncmp(rest, row.name, strlen(row.name)) != 0) continue;
    const bool writes = row.access == Access::writes_value || row.access == Access::writes_pointee;
    if (row.access == Access::none) return;
    if (row.access == Access::reads_result)
      return tell(at, instruction, false, address, gimple_call_return_type(instruction));
    if (row.access == Access::writes_value)
      return tell(at, instruction, true, address, TREE_TYPE(gimple_call_arg(instruction, 1)));
    if (row.access == Access::reads_x87 || row.access == Access::writes_x87) {
      constexpr unsigned kBytes = 28;
      return tell(at, instruction, row.access == Access::writes_x87, address,
                  build_array_type_nelts(char_type_node, kBytes));
    }
    return tell(at, instruction, writes, address, declared_pointee(instruction));
  }
  tell_by_name(at, instruction, "heddle_runtime_unseen", name);
}

void tell_assembly(gimple_stmt_iterator* at, const gasm* assembly) {
  if (const char* told = outside(gimple_asm_string(assembly)))
    tell_by_name(at, assembly, "heddle_runtime_unforeseen", told);
}

}  // namespace heddle::compile
