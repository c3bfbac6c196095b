// SPDX-License-Identifier: Apache-2.0
// The parts of the plug-in for gcc (plugin.cpp): each adds to a statement what gcc's own pass, which comes next, leaves out.
#pragma once

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
#include <gimple-fold.h>
#include <gimple-walk.h>
#include <stringpool.h>
#include <attribs.h>
#include <asan.h>
#include <ssa.h>
#include <target.h>
#include <tree-cfg.h>
#include <cfganal.h>
#include <tree-ssa-alias.h>
// clang-format on

namespace heddle::compile {

// True: edges have something to insert.
bool take_own_variables(gimple_stmt_iterator* at, gcall* call);  // whole_values.cpp
void mark_result(tree function);
tree end_of_block();  // block_ends.cpp: the function that is told of it
void tell_end_of_variable(gimple_stmt_iterator* at, gimple* end);  // block_ends.cpp
void tell_ends_of_volatile(tree function);                         // volatile_locals.cpp
void tell_end_of_parameters(gimple_stmt_iterator* at, gimple* end, function* current);
void tell_end_of_arrays(gimple_stmt_iterator* at, gcall* restore);
void show_shared_members(gimple* statement);  // nested_functions.cpp
void mark_standard_calls(function* current);  // standard_calls.cpp
void keep_array(gcall* call);  // later passes are not to put it elsewhere, should they find out its length
void keep_call(gcall* call);   // kept_calls.cpp
void tell_x86(gimple_stmt_iterator* at, gcall* instruction);         // x86_accesses.cpp
void tell_assembly(gimple_stmt_iterator* at, const gasm* assembly);  // the same

// A function elsewhere of which gcc knows nothing but that it throws nothing.
tree function_named(const char* name, tree type);  // plugin.cpp

}  // namespace heddle::compile
