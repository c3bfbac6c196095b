// SPDX-License-Identifier: Apache-2.0
// Hooks that look for loops need the registers of their caller.
#pragma once

// The exported name keeps the registers, then goes on in the function of ours that does the work.
#define HEDDLE_STUB(name, target)                                                    \
  asm(".text\n.p2align 4\n.globl " #name "\n.type " #name ", @function\n" #name      \
      ":\n"                                                                          \
      "movq %rbx, heddle_registers(%rip)\nmovq %rbp, 8+heddle_registers(%rip)\n"     \
      "movq %r12, 16+heddle_registers(%rip)\nmovq %r13, 24+heddle_registers(%rip)\n" \
      "movq %r14, 32+heddle_registers(%rip)\nmovq %r15, 40+heddle_registers(%rip)\n" \
      "movq %rsp, 48+heddle_registers(%rip)\njmp " #target "\n.size " #name ", .-" #name "\n");
#define HEDDLE_HIDDEN extern "C" __attribute__((visibility("hidden"), used))
