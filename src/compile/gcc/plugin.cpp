// SPDX-License-Identifier: Apache-2.0
// A plug-in for gcc: it tells what -fsanitize=thread leaves out, right before gcc's own pass. Each file here is one thing
// that is left out.
#include "compile/gcc/parts.h"

__attribute__((visibility("default"))) int plugin_is_GPL_compatible;

namespace heddle::compile {

namespace {

tree functions = NULL_TREE;      // that were made: their names and they
const ggc_root_tab kRoots[] = {  // gcc is not to collect them
    {&functions, 1, sizeof functions, &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
    LAST_GGC_ROOT_TAB};

}  // namespace

tree function_named(const char* name, tree type) {
  const tree identifier = get_identifier(name);
  if (const tree known = purpose_member(identifier, functions); known != NULL_TREE) return TREE_VALUE(known);
  const tree function = build_fn_decl(name, type);
  TREE_NOTHROW(function) = 1;
  DECL_ATTRIBUTES(function) = tree_cons(get_identifier("leaf"), NULL_TREE,
                                        tree_cons(get_identifier("nothrow"), NULL_TREE, NULL_TREE));
  functions = tree_cons(identifier, function, functions);
  return function;
}

namespace {

const pass_data kPass = {GIMPLE_PASS, "heddle_left_out", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0,
                         0,           TODO_update_ssa};

// gcc's own pass stands at two places, for compilations with and without optimisation.
class TellLeftOut : public gimple_opt_pass {
 public:
  TellLeftOut(gcc::context* context, bool optimising)
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
      show_shared_members(gsi_stmt(at));
      if (gimple_clobber_p(gsi_stmt(at))) tell_end_of_variable(&at, gsi_stmt(at));
      if (gimple_code(gsi_stmt(at)) == GIMPLE_RETURN) tell_end_of_parameters(&at, gsi_stmt(at), current);
      if (gasm* assembly = dyn_cast<gasm*>(gsi_stmt(at))) tell_assembly(&at, assembly);
      gcall* call = dyn_cast<gcall*>(gsi_stmt(at));
      if (call == NULL || gimple_call_internal_p(call)) continue;
      if (gimple_call_builtin_p(call, BUILT_IN_STACK_RESTORE)) tell_end_of_arrays(&at, call);
      keep_array(call);
      keep_call(call);
      tell_x86(&at, call);
      on_edges |= take_own_variables(&at, call);
    }
    if (on_edges) gsi_commit_edge_inserts();
    mark_result(current->decl);
    return 0;
  }

 private:
  bool optimising_;
};

const pass_data kEarlyPass = {
    GIMPLE_PASS, "heddle_standard_calls", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0};

// Before anything is inlined.
class MarkStandardCalls : public gimple_opt_pass {
 public:
  explicit MarkStandardCalls(gcc::context* context) : gimple_opt_pass(kEarlyPass, context) {}
  bool gate(function* current) override {
    return (flag_sanitize & SANITIZE_THREAD) != 0 && sanitize_flags_p(SANITIZE_THREAD, current->decl);
  }
  unsigned execute(function* current) override {
    mark_standard_calls(current);
    return 0;
  }
};

}  // namespace
}  // namespace heddle::compile

// Of another gcc it does nothing: what it was compiled for may be elsewhere there.
__attribute__((visibility("default"))) int plugin_init(plugin_name_args* self, plugin_gcc_version* version) {
  using heddle::compile::MarkStandardCalls;
  using heddle::compile::TellLeftOut;
  if (!plugin_default_version_check(version, &gcc_version)) return 0;
  register_callback(self->base_name, PLUGIN_REGISTER_GGC_ROOTS, NULL,
                    const_cast<ggc_root_tab*>(heddle::compile::kRoots));
  static register_pass_info optimising = {new TellLeftOut(g, true), "tsan", 1, PASS_POS_INSERT_BEFORE};
  static register_pass_info plain = {new TellLeftOut(g, false), "tsan0", 1, PASS_POS_INSERT_BEFORE};
  static register_pass_info early = {new MarkStandardCalls(g), "cfg", 1, PASS_POS_INSERT_AFTER};
  register_callback(self->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &early);
  register_callback(self->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &optimising);
  register_callback(self->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &plain);
  register_callback(
      self->base_name, PLUGIN_PRE_GENERICIZE,
      [](void* function, void*) { heddle::compile::tell_ends_of_volatile(static_cast<tree>(function)); },
      NULL);
  return 0;
}
