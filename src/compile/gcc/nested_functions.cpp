// SPDX-License-Identifier: Apache-2.0
// Variables that gcc's nested functions share with the function around them are instrumented as others are.
//
// gcc moves them into a structure of its own, whose members it calls not addressable where nobody takes the variable's
// address; and such members -fsanitize=thread leaves out. But the nested function may be run by another thread. gcc uses
// the word for telling apart what can be aliased: of a structure that is only ever accessed member by member it may be
// taken back.
#include "compile/gcc/parts.h"

namespace heddle::compile {

static tree show_shared_member(tree* at, int*, void*) {
  if (TREE_CODE(*at) != COMPONENT_REF) return NULL_TREE;
  tree member = TREE_OPERAND(*at, 1);
  if (DECL_NONADDRESSABLE_P(member) && DECL_BIT_FIELD_TYPE(member) == NULL_TREE &&
      TREE_CODE(DECL_CONTEXT(member)) == RECORD_TYPE)
    DECL_NONADDRESSABLE_P(member) = 0;
  return NULL_TREE;
}

void show_shared_members(gimple* statement) {
  walk_stmt_info nothing = {};
  walk_gimple_op(statement, show_shared_member, &nothing);
}

}  // namespace heddle::compile
