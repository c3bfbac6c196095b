// SPDX-License-Identifier: Apache-2.0
// Structures that a call takes or returns are copied where -fsanitize=thread sees it.
//
// gcc instruments assignments. But `shared = f()` and `f(shared)`, with a structure, are no assignments to it:
// the call itself stores or loads, as late as in the machine's terms, and what it does to `shared` stays
// unseen. So, right before gcc's own pass, such a call gets a variable of its own:
//
//     shared = f ();      →   own = f ();  shared = own;
//     f (shared);         →   own = shared;  f (own);
//
// Nobody else can know `own`, so it does not matter that a function stores its result without being seen:
// all its callers are compiled this way. Such functions are marked, by bytes of nothing before them and an
// entry in a list that gcc keeps for that (see kResultBefore in runtime/machine_code/uninstrumented.cpp).
//
// Types that may not be copied (a class with a copy constructor of its own) are passed by their address, and
// what is done to them is instrumented; they are left alone, and must be.
#include "compile/gcc/parts.h"

namespace heddle::compile {
namespace {

constexpr int kResultBefore = 5;

// A value that a call moves as a whole, and that another thread might know.
bool moves_unseen(tree value) {
  if (value == NULL_TREE || is_gimple_reg_type(TREE_TYPE(value)) || TREE_ADDRESSABLE(TREE_TYPE(value)))
    return false;
  if (COMPLETE_TYPE_P(TREE_TYPE(value)) && TREE_CODE(TYPE_SIZE(TREE_TYPE(value))) != INTEGER_CST)
    return false;
  if (TREE_CODE(value) == WITH_SIZE_EXPR || TREE_CODE(value) == CONSTRUCTOR || CONSTANT_CLASS_P(value))
    return false;
  const tree base = get_base_address(value);
  if (base == NULL_TREE || !DECL_P(base)) return true;  // through a pointer
  if (TREE_CODE(base) == RESULT_DECL) return false;
  return is_global_var(base) || TREE_ADDRESSABLE(base);
}

void take_own_arguments(gimple_stmt_iterator* at, gcall* call) {
  for (unsigned i = 0; i < gimple_call_num_args(call); ++i) {
    const tree value = gimple_call_arg(call, i);
    if (!moves_unseen(value)) continue;
    const tree own = create_tmp_var(TREE_TYPE(value), "heddle_argument");
    gassign* copy = gimple_build_assign(own, unshare_expr(value));
    gimple_set_location(copy, gimple_location(call));
    gsi_insert_before(at, copy, GSI_SAME_STMT);
    gimple_call_set_arg(call, i, own);
    update_stmt(call);
  }
}

// True: edges have something to insert.
bool take_own_result(gimple_stmt_iterator* at, gcall* call) {
  const tree value = gimple_call_lhs(call);
  if (!moves_unseen(value) || gimple_call_noreturn_p(call)) return false;
  const tree own = create_tmp_var(TREE_TYPE(value), "heddle_result");
  gassign* copy = gimple_build_assign(value, own);
  gimple_set_location(copy, gimple_location(call));
  gimple_call_set_lhs(call, own);
  update_stmt(call);
  if (!stmt_ends_bb_p(call)) {
    gsi_insert_after(at, copy, GSI_SAME_STMT);
    return false;
  }
  const edge onward = find_fallthru_edge(gsi_bb(*at)->succs);
  if (onward == NULL) return false;
  gsi_insert_on_edge(onward, copy);
  return true;
}

}  // namespace

bool take_own_variables(gimple_stmt_iterator* at, gcall* call) {
  take_own_arguments(at, call);
  return take_own_result(at, call);
}

void mark_result(tree function) {
  const tree result = DECL_RESULT(function);
  if (result == NULL_TREE || DECL_BY_REFERENCE(result) || !aggregate_value_p(result, function)) return;
  const tree name = get_identifier("patchable_function_entry");
  if (lookup_attribute("patchable_function_entry", DECL_ATTRIBUTES(function)) != NULL_TREE) return;
  const tree bytes = build_int_cst(integer_type_node, kResultBefore);
  const tree both = tree_cons(NULL_TREE, bytes, tree_cons(NULL_TREE, bytes, NULL_TREE));
  DECL_ATTRIBUTES(function) = tree_cons(name, both, DECL_ATTRIBUTES(function));
}

}  // namespace heddle::compile
