// SPDX-License-Identifier: Apache-2.0
// Witnesses as the software-verification competition exchanges them: GraphML (format 1.0: the order in which threads
// take their steps, edge by edge) and YAML (format 2.0: where the violation is). Of a program that keeps its property
// both say so and claim no invariants, as nothing of a search of all states is an invariant of one place.
#pragma once

#include <string>

#include "finding/finding.h"

namespace heddle::report {

struct WitnessTask {
  std::string specification;                    // "CHECK( init(main()), LTL(G ! data-race) )"
  std::string file;                             // the program
  std::string text;                             // its bytes
  const finding::Finding* violation = nullptr;  // null: it holds
  std::string time;                             // when this is written: 2026-01-31T12:00:00Z
};
std::string witness_graphml(const WitnessTask& task);
std::string witness_yaml(const WitnessTask& task);

}  // namespace heddle::report
