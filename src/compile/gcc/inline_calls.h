// SPDX-License-Identifier: Apache-2.0
// Calls that gcc makes itself, without a function: copies and strings by its own names, and those of the processor that read
// or write memory. Its instrumentation takes them for calls, and nobody would see what they access. To be included after
// gcc's own headers.
#pragma once

namespace heddle::gcc {

inline tree runtime_function(const char* name, tree type) {
  const tree function = build_fn_decl(name, type);
  TREE_NOTHROW(function) = 1;
  DECL_ATTRIBUTES(function) = tree_cons(get_identifier("leaf"), NULL_TREE,
                                        tree_cons(get_identifier("nothrow"), NULL_TREE, NULL_TREE));
  return function;
}

// Copies and strings that a program asks for by the compiler's own names (__builtin_memset, which CPU_ZERO is) would be done
// without a call, and nobody would see them.
inline void call_by_name(gcall* call) {
  const tree function = gimple_call_fndecl(call);
  if (function == NULL_TREE || !fndecl_built_in_p(function, BUILT_IN_NORMAL)) return;
  switch (DECL_FUNCTION_CODE(function)) {
    case BUILT_IN_MEMSET:
    case BUILT_IN_MEMCPY:
    case BUILT_IN_MEMMOVE:
    case BUILT_IN_MEMPCPY:
    case BUILT_IN_MEMCMP:
    case BUILT_IN_MEMCHR:
    case BUILT_IN_BCMP:
    case BUILT_IN_BCOPY:
    case BUILT_IN_BZERO:
    case BUILT_IN_STRLEN:
    case BUILT_IN_STRNLEN:
    case BUILT_IN_STRCPY:
    case BUILT_IN_STPCPY:
    case BUILT_IN_STRNCPY:
    case BUILT_IN_STPNCPY:
    case BUILT_IN_STRCAT:
    case BUILT_IN_STRNCAT:
    case BUILT_IN_STRCMP:
    case BUILT_IN_STRNCMP:
    case BUILT_IN_STRCHR:
    case BUILT_IN_STRRCHR:
    case BUILT_IN_STRSTR:
    case BUILT_IN_STRPBRK:
    case BUILT_IN_STRSPN:
    case BUILT_IN_STRCSPN:
      break;
    default:
      return;
  }
  const char* name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function));
  gimple_call_set_fndecl(call, runtime_function(name, TREE_TYPE(function)));
}

inline void tell_range(gimple_stmt_iterator* at, gcall* call, tree address, tree type, bool write) {
  const tree size = TYPE_SIZE_UNIT(type);
  if (size == NULL_TREE || !tree_fits_uhwi_p(size)) return;
  static tree functions[2] = {};
  tree& function = functions[write ? 1 : 0];
  if (function == NULL_TREE)
    function =
        runtime_function(write ? "__tsan_write_range" : "__tsan_read_range",
                         build_function_type_list(void_type_node, ptr_type_node, size_type_node, NULL_TREE));
  gcall* told =
      gimple_build_call(function, 2, unshare_expr(address),
                        build_int_cst(size_type_node, static_cast<HOST_WIDE_INT>(tree_to_uhwi(size))));
  gimple_set_location(told, gimple_location(call));
  gsi_insert_before(at, told, GSI_SAME_STMT);
}

// One pointer and a result: it loads that. A pointer and a value: it stores that.
inline void tell_vector(gimple_stmt_iterator* at, gcall* call) {
  const tree function = gimple_call_fndecl(call);
  if (function == NULL_TREE || !fndecl_built_in_p(function, BUILT_IN_MD)) return;
  const unsigned count = gimple_call_num_args(call);
  if (count == 0 || !POINTER_TYPE_P(TREE_TYPE(gimple_call_arg(call, 0)))) return;
  const tree address = gimple_call_arg(call, 0), result = gimple_call_return_type(call);
  if (count == 1 && !VOID_TYPE_P(result))
    tell_range(at, call, address, result, false);
  else if (count == 2 && VOID_TYPE_P(result))
    tell_range(at, call, address, TREE_TYPE(gimple_call_arg(call, 1)), true);
}

}  // namespace heddle::gcc
