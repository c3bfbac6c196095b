// SPDX-License-Identifier: Apache-2.0
// Every history of a program that `heddle prove` has translated, for prove_native.py: the first line has its kind and the
// functions, the others one history each. A call is thread, function, argument, result and which calls had returned
// before it began.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "agree/histories.h"
#include "prove/front/frontend.h"

int main(int count, char** arguments) {
  using namespace heddle::prove;
  if (count < 3) return 2;
  const auto program = read_program(arguments[1], {});
  if (!program) return std::fprintf(stderr, "%s\n", heddle::base::describe(program.error()).c_str()), 3;
  HistoryBounds bounds;
  bounds.calls = std::atoi(arguments[2]);
  bounds.explicit_memory = true;
  bounds.max_states = 1'000'000;
  const Histories found = histories_of(*program, bounds);
  if (!found.is_complete) return 4;
  std::printf("%s", name(program->kind).c_str());
  for (const Function& function : program->functions) std::printf(" %s", function.name.c_str());
  std::printf("\n");
  for (const History& history : found.all) {
    for (const PastCall& call : history)
      std::printf("%d %d %d %d %u;", call.thread, call.function, call.argument, call.result, call.before);
    std::printf("\n");
  }
  return 0;
}
