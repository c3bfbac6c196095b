// SPDX-License-Identifier: Apache-2.0
// Where a block ends, gcc says of its variables that their values are gone. That is told to heddle of all variables that
// others may know: who still uses them is not in time.
//
// Of arrays of a variable length gcc says only that the stack becomes what it was before them: they lie between the stack
// pointer and what it becomes. (With -mno-accumulate-outgoing-args; else what calls need lies below them.)
//
// Parameters that were passed in memory lie above the frame, and end with it.
#include "compile/gcc/parts.h"

namespace heddle::compile {
namespace {

// As gcc asks it, of accesses. What it knows of addresses is older than variables that it has made of arrays.
bool is_known_to_others(tree variable) {
  if (DECL_ARTIFICIAL(variable)) return may_be_aliased(variable);
  pt_solution known = {};
  known.escaped = 1;
  known.ipa_escaped = flag_ipa_pta != 0;
  return pt_solution_includes(&known, variable) && may_be_aliased(variable);
}

void tell(gimple_stmt_iterator* at, const gimple* end, tree address, tree size) {
  gcall* call = gimple_build_call(end_of_block(), 2, address, size);
  gimple_set_location(call, gimple_location(end));
  gsi_insert_before(at, call, GSI_SAME_STMT);
}

void tell_end_of(tree variable, gimple_stmt_iterator* at, gimple* end) {
  const tree size = DECL_SIZE_UNIT(variable);
  if (size == NULL_TREE || !tree_fits_uhwi_p(size) || !is_known_to_others(variable)) return;
  tell(at, end, build_fold_addr_expr(variable),
       build_int_cst(size_type_node, static_cast<HOST_WIDE_INT>(tree_to_uhwi(size))));
}

}  // namespace

tree end_of_block() {
  return function_named("heddle_runtime_block_ends",
                        build_function_type_list(void_type_node, ptr_type_node, size_type_node, NULL_TREE));
}

void tell_end_of_variable(gimple_stmt_iterator* at, gimple* end) {
  tree variable = gimple_assign_lhs(end);
  if (VAR_P(variable) && !is_global_var(variable) && !DECL_HARD_REGISTER(variable))
    tell_end_of(variable, at, end);
}

void tell_end_of_parameters(gimple_stmt_iterator* at, gimple* end, function* current) {
  for (tree each = DECL_ARGUMENTS(current->decl); each != NULL_TREE; each = DECL_CHAIN(each))
    if (TREE_ADDRESSABLE(each) && !DECL_BY_REFERENCE(each)) tell_end_of(each, at, end);
}

void tell_end_of_arrays(gimple_stmt_iterator* at, gcall* restore) {
  gimple_seq made = NULL;
  const location_t location = gimple_location(restore);
  const tree before = gimple_convert(&made, location, size_type_node, gimple_call_arg(restore, 0));
  const tree now = gimple_convert(&made, location, size_type_node,
                                  gimple_build(&made, location, CFN_BUILT_IN_STACK_SAVE, ptr_type_node));
  const tree size = gimple_build(&made, location, MINUS_EXPR, size_type_node, before, now);
  const tree address = gimple_convert(&made, location, ptr_type_node, now);
  gsi_insert_seq_before(at, made, GSI_SAME_STMT);
  tell(at, restore, address, size);
}

void keep_array(gcall* call) {
  if (gimple_call_builtin_p(call, BUILT_IN_ALLOCA_WITH_ALIGN) ||
      gimple_call_builtin_p(call, BUILT_IN_ALLOCA_WITH_ALIGN_AND_MAX))
    param_large_stack_frame = 0;  // no array is as small as that
}

}  // namespace heddle::compile
