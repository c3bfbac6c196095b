// SPDX-License-Identifier: Apache-2.0
#include "prove/front/known_calls.h"

namespace heddle::prove {
namespace {

struct Row {
  const char* name;
  KnownCall call;
};

constexpr unsigned kMutex = 40, kSpin = 4;

const Row kRows[] = {
    {"heddle_prove_new", {.what = Call::allocate}},
    {"malloc", {.what = Call::allocate, .is_library = true}},
    {"aligned_alloc", {.what = Call::allocate, .is_library = true, .size_argument = 1}},
    {"_Znwm", {.what = Call::allocate, .is_library = true}},
    {"_ZnwmRKSt9nothrow_t", {.what = Call::allocate, .is_library = true}},
    {"calloc", {.what = Call::allocate_zeroed, .is_library = true}},
    {"heddle_prove_free", {.what = Call::release}},
    {"free", {.what = Call::release_or_null, .is_library = true}},
    {"_ZdlPv", {.what = Call::release_or_null, .is_library = true}},
    {"_ZdlPvm", {.what = Call::release_or_null, .is_library = true}},

    {"heddle_lock", {.what = Call::lock, .lock_bytes = 4}},
    {"heddle_unlock", {.what = Call::unlock, .lock_bytes = 4}},
    {"heddle_lock_init", {.what = Call::make_lock, .lock_bytes = 4}},
    {"pthread_mutex_lock", {.what = Call::lock, .lock_bytes = kMutex}},
    {"pthread_mutex_unlock", {.what = Call::unlock, .lock_bytes = kMutex}},
    {"pthread_mutex_trylock", {.what = Call::try_lock, .lock_bytes = kMutex, .busy = 16}},
    {"pthread_mutex_init", {.what = Call::make_lock, .lock_bytes = kMutex}},
    {"pthread_spin_lock", {.what = Call::lock, .lock_bytes = kSpin, .zero_is_free = false}},
    {"pthread_spin_unlock", {.what = Call::unlock, .lock_bytes = kSpin, .zero_is_free = false}},
    {"pthread_spin_trylock",
     {.what = Call::try_lock, .lock_bytes = kSpin, .busy = 16, .zero_is_free = false}},
    {"pthread_spin_init", {.what = Call::make_lock, .lock_bytes = kSpin, .zero_is_free = false}},
    {"mtx_lock", {.what = Call::lock, .lock_bytes = kMutex, .zero_is_free = false}},
    {"mtx_unlock", {.what = Call::unlock, .lock_bytes = kMutex, .zero_is_free = false}},
    {"mtx_trylock", {.what = Call::try_lock, .lock_bytes = kMutex, .busy = 1, .zero_is_free = false}},
    {"mtx_init", {.what = Call::make_lock, .lock_bytes = kMutex, .zero_is_free = false}},

    {"sched_yield", {.what = Call::nothing}},
    {"thrd_yield", {.what = Call::nothing}},
    {"usleep", {.what = Call::nothing}},

    {"abort", {.what = Call::fail, .message = "calls abort"}},
    {"exit", {.what = Call::fail, .message = "calls exit"}},
    {"_exit", {.what = Call::fail, .message = "calls _exit"}},
    {"_ZSt9terminatev", {.what = Call::fail, .message = "calls std::terminate"}},
    {"_ZSt20__throw_system_errori", {.what = Call::fail, .message = "throws std::system_error"}},
    {"_ZSt17__throw_bad_allocv", {.what = Call::fail, .message = "throws std::bad_alloc"}},
    {"__cxa_throw", {.what = Call::fail, .message = "throws an exception"}},
    {"__assert_fail", {.what = Call::fail, .message = "an assertion fails"}},
    {"_ZSt21__glibcxx_assert_failPKciS0_S0_", {.what = Call::fail, .message = "an assertion fails"}},

    {"heddle_prove_point", {.what = Call::point}},
    {"heddle_prove_linearize", {.what = Call::linearize}},
    {"heddle_prove_linearize_if", {.what = Call::linearize_if}},
    {"heddle_prove_atomic_begin", {.what = Call::atomic_begin}},
    {"heddle_prove_atomic_end", {.what = Call::atomic_end}},
    {"heddle_load", {.what = Call::tagged_load}},
    {"heddle_set", {.what = Call::tagged_set}},
    {"heddle_cas", {.what = Call::tagged_cas}},
    {"heddle_same", {.what = Call::tagged_same}},

    {"heddle_retire", {.what = Call::retire}},
    {"heddle_retire_free", {.what = Call::retire, .is_library = true}},
    {"heddle_protect", {.what = Call::protect}},
    {"heddle_enter", {.what = Call::enter}},
    {"heddle_leave", {.what = Call::leave}},
};

KnownCall known_intrinsic(const llvm::IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::trap:
    case llvm::Intrinsic::ubsantrap:
    case llvm::Intrinsic::debugtrap:
      return {.what = Call::fail, .message = "reaches a trap"};
    case llvm::Intrinsic::assume:
      return {.what = Call::assume};
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
    case llvm::Intrinsic::x86_sse2_pause:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
      return {.what = Call::nothing};
    default:
      return call.isDebugOrPseudoInst() ? KnownCall{.what = Call::debug} : KnownCall();
  }
}

}  // namespace

KnownCall known_call(const llvm::CallBase& call) {
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) return known_intrinsic(*intrinsic);
  if (call.isInlineAsm()) {  // a pause, or a barrier for the compiler
    const auto* text = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
    const llvm::StringRef code = text->getAsmString();
    const bool is_known = code.empty() || code == "pause" || code == "yield" || code == "rep; nop" ||
                          code == "rep nop" || code == "nop";
    return is_known && call.arg_empty() && call.getType()->isVoidTy() ? KnownCall{.what = Call::nothing}
                                                                      : KnownCall();
  }
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration()) return {};
  for (const Row& row : kRows)
    if (callee->getName() == row.name) return row.call;
  return {};
}

}  // namespace heddle::prove
