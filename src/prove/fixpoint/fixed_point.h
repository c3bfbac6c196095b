// SPDX-License-Identifier: Apache-2.0
// The least set of views closed under the steps of a thread and the interference of others, for one observer.
//
//   X = initial ∪ step(X) ∪ interfere(X, effects(X))
//
// Thread-modular reasoning (Flanagan and Qadeer; Abdulla et al., TACAS 2013; Wolff's thesis, chapter 3), with
// one thread a view and four differences from the thesis:
//   - views are exact: every relation is single, nothing is merged, so no false alarm comes from splitting
//     what was merged. Liveness and merged steps keep their number small.
//   - interference uses summaries of effects: of a view whose next step others can feel, only what others feel
//     of that step is kept (felt.h), and equal ones are one effect. Nothing is guessed: an effect is a projection
//     of a view that was reached, and every view's steps give one, so all effects are covered by construction;
//     prove_coverage_test.cpp looks for every state of the oracle among the views.
//   - what an effect makes of a view depends on its scene only (scene.h). Each scene meets each effect of its
//     bucket, and the views of a scene follow the links found so; prove_scenes_test.cpp computes the same views
//     one by one.
//   - steps that others cannot feel (local variables, owned memory) give no effect at all.
// Scenes are in one bucket if they agree on what everybody sees (shared_key).
//
// Sound: if it ends without an alarm, no execution of any number of threads violates the observer or reaches
// an alarm. An alarm may be false. Terminates: views are finitely many.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "prove/domain/step.h"

namespace heddle::prove {

struct Options {
  Memory memory = Memory::own;
  Distances distances = Distances::coarse;
  int views = 1;                             // threads a view: one, or two (pairs.h)
  bool addresses = false;                    // those of freed cells are told apart
  bool summaries = true;                     // effects keep only what the step reads; else the whole view
  bool pruning = true;                       // steps that cannot be felt do not interfere
  bool check_shapes = false;                 // for tests: every step's result is checked for consistency
  std::function<void(const View&)> on_view;  // for tests: every view of a proof, at the end
  unsigned threads = 1;
  std::uint64_t max_views = 20'000'000;
  std::function<bool()> stopped;  // asked now and then; true ends the work, inconclusively
};

struct Statistics {
  std::uint64_t views = 0;
  std::uint64_t buckets = 0;
  std::uint64_t effects = 0;
  std::uint64_t sequential_steps = 0;
  std::uint64_t interference_steps = 0;
  std::uint64_t pruned_steps = 0;  // pairs of a victim and a step it cannot feel
  std::uint64_t returned = 0;      // a bit for each function of which a call has returned
  double seconds = 0;
  Statistics& operator+=(const Statistics& other);
};

inline constexpr int kReclaimed = -2;  // in place of a step: the scheme frees a cell

// One step of an abstract trace: who did what, and the heap after it, as the thread at the end of the trace
// knows it.
struct TraceStep {
  bool is_interference = false;
  int edge = -1;  // -1: a call; or kReclaimed
  View view;
  bool has_two = false;       // a two-thread view
  bool is_by_second = false;  // the step was the other thread's of the two
};

struct Outcome {
  bool is_proved = false;
  std::optional<Alarm> alarm;    // else
  std::vector<TraceStep> trace;  // to the alarm; its last entry is the view in which the alarm's step starts
  int alarm_edge = -1;
  bool alarm_is_interference = false;
  Statistics statistics;
};

Outcome saturate(const Program& program, const Observer& observer, const Options& options);

}  // namespace heddle::prove
