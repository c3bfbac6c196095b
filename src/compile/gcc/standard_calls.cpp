// SPDX-License-Identifier: Apache-2.0
// Marks calls of POSIX's functions that libstdc++'s headers make: sync/standard_calls.h.
#include "sync/standard_calls.h"

#include "compile/gcc/parts.h"

namespace heddle::compile {

void mark_standard_calls(function* current) {
  if (!sync::is_of_standard_library(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(current->decl)))) return;
  basic_block block;
  FOR_EACH_BB_FN(block, current)
  for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
    const gcall* call = dyn_cast<gcall*>(gsi_stmt(at));
    const tree called = call == NULL ? NULL_TREE : gimple_call_fndecl(call);
    if (called == NULL_TREE || DECL_NAME(called) == NULL_TREE || stmt_ends_bb_p(gsi_stmt(at)) ||
        !sync::is_of_posix(IDENTIFIER_POINTER(DECL_NAME(called))))
      continue;
    gasm* mark = gimple_build_asm_vec(HEDDLE_STANDARD_CALL_MARK, NULL, NULL, NULL, NULL);
    gimple_asm_set_volatile(mark, true);
    gimple_asm_set_inline(mark, true);
    gsi_insert_after(&at, mark, GSI_NEW_STMT);
  }
}

}  // namespace heddle::compile
