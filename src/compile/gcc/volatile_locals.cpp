// SPDX-License-Identifier: Apache-2.0
// gcc does not say of volatile variables that their values are gone where their block ends (block_ends.cpp). So before it
// takes the source apart, the end is written into it: whatever leaves the block makes the call.
#include "compile/gcc/parts.h"

namespace heddle::compile {
namespace {

bool is_left_out(tree variable) {
  return VAR_P(variable) && TREE_THIS_VOLATILE(variable) && TREE_ADDRESSABLE(variable) &&
         !TREE_STATIC(variable) && !DECL_EXTERNAL(variable) && !DECL_HARD_REGISTER(variable) &&
         !DECL_HAS_VALUE_EXPR_P(variable) && DECL_SIZE_UNIT(variable) != NULL_TREE &&
         tree_fits_uhwi_p(DECL_SIZE_UNIT(variable));
}

tree tell_ends(tree* at, int*, void*) {
  if (TREE_CODE(*at) != BIND_EXPR) return NULL_TREE;
  for (tree each = BIND_EXPR_VARS(*at); each != NULL_TREE; each = DECL_CHAIN(each)) {
    if (!is_left_out(each)) continue;
    const tree address = fold_convert(ptr_type_node, build_fold_addr_expr(each));
    const tree call =
        build_call_expr(end_of_block(), 2, address, fold_convert(size_type_node, DECL_SIZE_UNIT(each)));
    BIND_EXPR_BODY(*at) = build2(TRY_FINALLY_EXPR, void_type_node, BIND_EXPR_BODY(*at), call);
    TREE_SIDE_EFFECTS(BIND_EXPR_BODY(*at)) = 1;
  }
  return NULL_TREE;
}

}  // namespace

void tell_ends_of_volatile(tree function) {
  if ((flag_sanitize & SANITIZE_THREAD) != 0 && sanitize_flags_p(SANITIZE_THREAD, function) &&
      DECL_SAVED_TREE(function) != NULL_TREE)
    walk_tree_without_duplicates(&DECL_SAVED_TREE(function), tell_ends, NULL);
}

}  // namespace heddle::compile
