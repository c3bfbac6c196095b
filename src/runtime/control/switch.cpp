// SPDX-License-Identifier: Apache-2.0

#include "runtime/control/switch.h"

#include <cstring>

#include <sys/auxv.h>

asm(R"(
.text
.p2align 4
.globl heddle_switch
.hidden heddle_switch
.type heddle_switch, @function
heddle_switch:
  .cfi_startproc
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  pushq $0
  stmxcsr (%rsp)
  fnstcw 4(%rsp)
  # Each part is loaded as it was stored: a wider load would wait until both stores are done.
  movl (%rsp), %eax
  movzwl 4(%rsp), %ecx
  movq %rsp, (%rdi)
  movq %rsi, %rsp
.Lheddle_go_on:
  cmpq %rdx, %fs:0  # where a thread's storage has its own address; main's is the driver's
  je 3f
  wrfsbase %rdx
3:
  cmpl (%rsp), %eax
  jne 1f
  cmpw 4(%rsp), %cx
  je 2f
1:
  ldmxcsr (%rsp)
  fldcw 4(%rsp)
2:
  addq $8, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .cfi_endproc
.size heddle_switch, .-heddle_switch
.p2align 4
.globl heddle_stop
.hidden heddle_stop
.type heddle_stop, @function
heddle_stop:
  .cfi_startproc
  pushq %rbp
  .cfi_adjust_cfa_offset 8
  pushq %rbx
  .cfi_adjust_cfa_offset 8
  pushq %r12
  .cfi_adjust_cfa_offset 8
  pushq %r13
  .cfi_adjust_cfa_offset 8
  pushq %r14
  .cfi_adjust_cfa_offset 8
  pushq %r15
  .cfi_adjust_cfa_offset 8
  pushq $0
  .cfi_adjust_cfa_offset 8
  stmxcsr (%rsp)
  fnstcw 4(%rsp)
  movq %rsp, (%rdi)
  call heddle_next
  movl (%rsp), %esi
  movzwl 4(%rsp), %ecx
  movq %rax, %rsp
  movl %esi, %eax
  jmp .Lheddle_go_on
  .cfi_endproc
.size heddle_stop, .-heddle_stop
.p2align 4
.globl heddle_fiber_start
.hidden heddle_fiber_start
.type heddle_fiber_start, @function
heddle_fiber_start:
  .cfi_startproc
  .cfi_undefined rip
  xorl %ebp, %ebp
  call heddle_fiber_main
  ud2
  .cfi_endproc
.size heddle_fiber_start, .-heddle_fiber_start
)");

namespace heddle::control {

// Bit 1 of AT_HWCAP2: the kernel lets user code use FSGSBASE.
bool switch_supported() { return (getauxval(AT_HWCAP2) & 2) != 0; }

std::uint64_t thread_storage() {
  std::uint64_t storage;
  asm volatile("rdfsbase %0" : "=r"(storage));
  return storage;
}

std::uint64_t floating_point_modes() {
  // Each part is loaded as it was stored: a load of both would wait until both stores are done.
  std::uint32_t vectors = 0;
  std::uint16_t stack = 0;
  asm volatile("stmxcsr %0; fnstcw %1" : "=m"(vectors), "=m"(stack));
  return vectors | std::uint64_t{stack} << 32;
}

void* fresh_stack(void* top, std::uint64_t modes) {
  auto address = reinterpret_cast<std::uintptr_t>(top) & ~std::uintptr_t{15};
  auto* words = reinterpret_cast<std::uint64_t*>(address);
  words -= 2;
  *words = 0;
  *--words = reinterpret_cast<std::uint64_t>(&heddle_fiber_start);  // `ret` leaves the stack aligned by 16
  for (int i = 0; i < 6; ++i) *--words = 0;
  *--words = modes;
  return words;
}

}  // namespace heddle::control
