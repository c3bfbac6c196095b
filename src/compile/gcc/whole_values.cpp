// SPDX-License-Identifier: Apache-2.0
// A plug-in for gcc: structures that a call takes or returns are copied where -fsanitize=thread sees it, and the end of a
// block is told.
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
//
// Where a block ends, gcc says of its variables that their values are gone. That is told to heddle of all variables that
// others may know: who still uses them is not in time.
//
// gcc's headers rely on one another in this order.
// clang-format off
#include <gcc-plugin.h>
#include <plugin-version.h>
#include <tree.h>
#include <tree-pass.h>
#include <context.h>
#include <function.h>
#include <basic-block.h>
#include <gimple.h>
#include <gimple-iterator.h>
#include <gimplify.h>
#include <stringpool.h>
#include <attribs.h>
#include <asan.h>
#include <ssa.h>
#include <target.h>
#include <tree-cfg.h>
#include <cfganal.h>
#include <tree-ssa-alias.h>

#include "compile/gcc/inline_calls.h"
// clang-format on

__attribute__((visibility("default"))) int plugin_is_GPL_compatible;

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
  auto* const base = get_base_address(value);
  if (base == NULL_TREE || !DECL_P(base)) return true;  // through a pointer
  if (TREE_CODE(base) == RESULT_DECL) return false;
  return is_global_var(base) || TREE_ADDRESSABLE(base);
}

void take_own_arguments(gimple_stmt_iterator* at, gcall* call) {
  for (unsigned i = 0; i < gimple_call_num_args(call); ++i) {
    auto* const value = gimple_call_arg(call, i);
    if (!moves_unseen(value)) continue;
    auto* const own = create_tmp_var(TREE_TYPE(value), "heddle_argument");
    gassign* copy = gimple_build_assign(own, unshare_expr(value));
    gimple_set_location(copy, gimple_location(call));
    gsi_insert_before(at, copy, GSI_SAME_STMT);
    gimple_call_set_arg(call, i, own);
    update_stmt(call);
  }
}

// True: edges have something to insert.
bool take_own_result(gimple_stmt_iterator* at, gcall* call) {
  auto* const value = gimple_call_lhs(call);
  if (!moves_unseen(value) || gimple_call_noreturn_p(call)) return false;
  auto* const own = create_tmp_var(TREE_TYPE(value), "heddle_result");
  gassign* copy = gimple_build_assign(value, own);
  gimple_set_location(copy, gimple_location(call));
  gimple_call_set_lhs(call, own);
  update_stmt(call);
  if (!stmt_ends_bb_p(call)) {
    gsi_insert_after(at, copy, GSI_SAME_STMT);
    return false;
  }
  auto* const onward = find_fallthru_edge(gsi_bb(*at)->succs);
  if (onward == NULL) return false;
  gsi_insert_on_edge(onward, copy);
  return true;
}

void mark_result(tree function) {
  auto* const result = DECL_RESULT(function);
  if (result == NULL_TREE || DECL_BY_REFERENCE(result) || !aggregate_value_p(result, function)) return;
  auto* const name = get_identifier("patchable_function_entry");
  if (lookup_attribute("patchable_function_entry", DECL_ATTRIBUTES(function)) != NULL_TREE) return;
  auto* const bytes = build_int_cst(integer_type_node, kResultBefore);
  auto* const both = tree_cons(NULL_TREE, bytes, tree_cons(NULL_TREE, bytes, NULL_TREE));
  DECL_ATTRIBUTES(function) = tree_cons(name, both, DECL_ATTRIBUTES(function));
}

// As gcc asks it, of accesses.
bool is_known_to_others(tree variable) {
  pt_solution known = {};
  known.escaped = 1;
  known.ipa_escaped = flag_ipa_pta != 0;
  return pt_solution_includes(&known, variable) && may_be_aliased(variable);
}

void tell_end_of(tree variable, gimple_stmt_iterator* at, gimple* end) {
  auto* const size = DECL_SIZE_UNIT(variable);
  if (size == NULL_TREE || !tree_fits_uhwi_p(size) || !is_known_to_others(variable)) return;
  static tree function = NULL_TREE;
  if (function == NULL_TREE)
    function = heddle::gcc::runtime_function(
        "heddle_runtime_block_ends",
        build_function_type_list(void_type_node, ptr_type_node, size_type_node, NULL_TREE));
  gcall* call =
      gimple_build_call(function, 2, build_fold_addr_expr(variable),
                        build_int_cst(size_type_node, static_cast<HOST_WIDE_INT>(tree_to_uhwi(size))));
  gimple_set_location(call, gimple_location(end));
  gsi_insert_before(at, call, GSI_SAME_STMT);
}

void tell_end(gimple_stmt_iterator* at, gimple* end) {
  const tree variable = gimple_assign_lhs(end);
  if (VAR_P(variable) && !is_global_var(variable) && !DECL_HARD_REGISTER(variable))
    tell_end_of(variable, at, end);
}
// Parameters that were passed in memory lie above the frame, and end with it.
void tell_end_of_parameters(function* current, gimple_stmt_iterator* at, gimple* end) {
  for (tree each = DECL_ARGUMENTS(current->decl); each != NULL_TREE; each = DECL_CHAIN(each))
    if (TREE_ADDRESSABLE(each) && !DECL_BY_REFERENCE(each)) tell_end_of(each, at, end);
}

// Arrays whose size was not known end where the stack is put back to what it was before them.
void tell_stack_end(gimple_stmt_iterator* at, gcall* end) {
  static tree function = NULL_TREE;
  if (function == NULL_TREE)
    function = heddle::gcc::runtime_function(
        "heddle_runtime_stack_ends", build_function_type_list(void_type_node, ptr_type_node, NULL_TREE));
  gcall* call = gimple_build_call(function, 1, gimple_call_arg(end, 0));
  gimple_set_location(call, gimple_location(end));
  gsi_insert_before(at, call, GSI_SAME_STMT);
}

const pass_data kPass = {GIMPLE_PASS, "heddle_whole_values", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0,
                         0,           TODO_update_ssa};

// gcc's own pass stands at two places, for compilations with and without optimisation.
class WholeValues : public gimple_opt_pass {
 public:
  WholeValues(gcc::context* context, bool optimising)
      : gimple_opt_pass(kPass, context), optimising_(optimising) {}
  bool gate(function* current) override {
    return (optimize > 0) == optimising_ && (flag_sanitize & SANITIZE_THREAD) != 0 &&
           lookup_attribute("no_sanitize_thread", DECL_ATTRIBUTES(current->decl)) == NULL_TREE &&
           sanitize_flags_p(SANITIZE_THREAD, current->decl);
  }
  unsigned execute(function* current) override {
    bool on_edges = false;
    basic_block block;
    FOR_EACH_BB_FN(block, current)
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
      if (gimple_clobber_p(gsi_stmt(at))) tell_end(&at, gsi_stmt(at));
      if (gimple_code(gsi_stmt(at)) == GIMPLE_RETURN) tell_end_of_parameters(current, &at, gsi_stmt(at));
      auto* call = dyn_cast<gcall*>(gsi_stmt(at));
      if (call == NULL || gimple_call_internal_p(call)) continue;
      if (gimple_call_builtin_p(call, BUILT_IN_STACK_RESTORE)) tell_stack_end(&at, call);
      heddle::gcc::call_by_name(call);
      heddle::gcc::tell_vector(&at, call);
      take_own_arguments(&at, call);
      on_edges |= take_own_result(&at, call);
    }
    if (on_edges) gsi_commit_edge_inserts();
    mark_result(current->decl);
    return 0;
  }

 private:
  bool optimising_;
};

}  // namespace

// Of another gcc it does nothing: what it was compiled for may be elsewhere there.
__attribute__((visibility("default"))) int plugin_init(plugin_name_args* plugin_info,
                                                       plugin_gcc_version* version) {
  if (!plugin_default_version_check(version, &gcc_version)) return 0;
  static register_pass_info optimising = {new WholeValues(g, true), "tsan", 1, PASS_POS_INSERT_BEFORE};
  static register_pass_info plain = {new WholeValues(g, false), "tsan0", 1, PASS_POS_INSERT_BEFORE};
  register_callback(plugin_info->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &optimising);
  register_callback(plugin_info->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &plain);
  return 0;
}
