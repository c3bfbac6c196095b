/* SPDX-License-Identifier: Apache-2.0
 * A history of calls on a stack or queue: what the programs that `heddle prove --confirm` writes are made of, so that
 * `heddle check` can find the refuted execution with code of its own. The program has two files: one in C, which
 * includes the file with the operations, makes the calls and keeps what they return; and one in C++, with
 * HEDDLE_PROVE_HISTORY_JUDGE defined, which decides as <heddle/linearizable.h> does whether an order explains it.
 *
 * With HEDDLE_PROVE_CELLS defined, as the list of cells that main allocates, this header also brings the
 * cells: each thread says by number which ones it is given, so that an address is reused where the refuted
 * execution reuses it. A cell is never given out while it is in use, nor one that is not on the list twice:
 * every execution is one that malloc and free could have. Include it before the file with the operations. */
#ifndef HEDDLE_PROVE_HISTORY_H
#define HEDDLE_PROVE_HISTORY_H

#include <assert.h>
#include <heddle/linearizable/engine.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { HEDDLE_HISTORY_STACK, HEDDLE_HISTORY_QUEUE };
#define HEDDLE_HISTORY_NOTHING (-2147483647 - 1) /* HEDDLE_EMPTY */

struct heddle_history_object {
  int kind;
  const char* input; /* what its functions are called */
  const char* output;
};
struct heddle_history_call {
  unsigned thread; /* 0: main */
  bool is_input;
  int value; /* that goes in or came out */
  struct heddle_call_times times;
};
/* Fails the execution, with the history, if no order of the calls explains it. */
void heddle_history_judge(const struct heddle_history_object* object, const struct heddle_history_call* calls,
                          size_t count);

#ifdef __cplusplus
}
#endif

#ifndef HEDDLE_PROVE_HISTORY_JUDGE
#include <pthread.h>
#include <stdlib.h>

#ifdef HEDDLE_PROVE_CELLS
enum { HEDDLE_HISTORY_CELLS = 32, HEDDLE_HISTORY_CELL_BYTES = 64 };
static _Alignas(16) char heddle_history_cell[HEDDLE_HISTORY_CELLS][HEDDLE_HISTORY_CELL_BYTES];
static bool heddle_history_in_use[HEDDLE_HISTORY_CELLS];
static const int heddle_history_main[] = {HEDDLE_PROVE_CELLS};
static _Thread_local const int* heddle_history_cells = heddle_history_main; /* to come, ends with 0 */

static inline void* heddle_prove_new(size_t size) {
  assert(size <= HEDDLE_HISTORY_CELL_BYTES);
  const int number = *heddle_history_cells;
  if (number != 0) ++heddle_history_cells;
  if (number > 0 && number < HEDDLE_HISTORY_CELLS &&
      !__atomic_exchange_n(&heddle_history_in_use[number], true, __ATOMIC_SEQ_CST))
    return heddle_history_cell[number];
  void* fresh = aligned_alloc(16, HEDDLE_HISTORY_CELL_BYTES);
  if (fresh == NULL) abort();
  for (size_t i = 0; i < size; ++i) ((volatile char*)fresh)[i] = 0;
  return fresh;
}
static inline void heddle_prove_free(void* cell) {
  for (int number = 1; number < HEDDLE_HISTORY_CELLS; ++number)
    if (cell == heddle_history_cell[number]) {
      const bool was_in_use = __atomic_exchange_n(&heddle_history_in_use[number], false, __ATOMIC_SEQ_CST);
      assert(was_in_use && "frees memory that is freed already");
      (void)was_in_use;
    }
}
#endif

/* Each thread keeps its own calls: nothing of this is seen by another one. */
enum { HEDDLE_HISTORY_THREADS = 9, HEDDLE_HISTORY_CALLS = 30 };
static struct heddle_history_call heddle_history[HEDDLE_HISTORY_THREADS][HEDDLE_HISTORY_CALLS];
static size_t heddle_history_count[HEDDLE_HISTORY_THREADS];
static _Thread_local unsigned heddle_history_self, heddle_history_beside;

/* This is thread `self`, from 1 on, of so many. */
static inline void heddle_history_enter(unsigned self, unsigned threads) {
  heddle_history_self = self;
  heddle_history_beside = threads > 1 ? threads : 0;
}
static inline struct heddle_history_call* heddle_history_begin(bool is_input) {
  size_t* count = &heddle_history_count[heddle_history_self];
  assert(*count < HEDDLE_HISTORY_CALLS);
  struct heddle_history_call* call = &heddle_history[heddle_history_self][(*count)++];
  call->times.version = HEDDLE_CALLS_VERSION;
  call->thread = heddle_history_self;
  call->is_input = is_input;
  if (heddle_runtime_call_begin)
    heddle_runtime_call_begin(&call->times, heddle_history_self == 0 ? 0 : heddle_history_self - 1,
                              heddle_history_beside);
  return call;
}
static inline void heddle_history_end(struct heddle_history_call* call) {
  if (heddle_runtime_call_end) heddle_runtime_call_end(&call->times);
}
static inline void heddle_history_in(void (*operation)(int), int value) {
  struct heddle_history_call* call = heddle_history_begin(true);
  call->value = value;
  operation(value);
  heddle_history_end(call);
}
static inline int heddle_history_out(int (*operation)(void)) {
  struct heddle_history_call* call = heddle_history_begin(false);
  call->value = operation();
  heddle_history_end(call);
  return call->value;
}

/* What is still inside comes out, so that what was lost or is there twice shows. */
static inline void heddle_history_drain(int (*operation)(void)) {
  size_t inputs = 0;
  for (unsigned thread = 0; thread < HEDDLE_HISTORY_THREADS; ++thread)
    for (size_t i = 0; i < heddle_history_count[thread]; ++i) inputs += heddle_history[thread][i].is_input;
  for (size_t i = 0; i <= inputs && heddle_history_count[0] < HEDDLE_HISTORY_CALLS; ++i)
    if (heddle_history_out(operation) == HEDDLE_HISTORY_NOTHING) return;
}

static inline void heddle_history_check(int kind, const char* input, const char* output) {
  static struct heddle_history_call all[HEDDLE_HISTORY_THREADS * HEDDLE_HISTORY_CALLS];
  size_t count = 0;
  if (!heddle_runtime_call_begin) abort(); /* not under `heddle check`: nobody knows when calls began */
  for (unsigned thread = 0; thread < HEDDLE_HISTORY_THREADS; ++thread)
    for (size_t i = 0; i < heddle_history_count[thread]; ++i) all[count++] = heddle_history[thread][i];
  const struct heddle_history_object object = {kind, input, output};
  heddle_history_judge(&object, all, count);
}

#else
#include <heddle/linearizable.h>

namespace heddle {
namespace linearize {
namespace prove {

// Calls in numbers: 0 is to take one out, the others put the values in, each with the first call that does. Results: 0 is
// nothing, the others are values.
template <class Container>
class Account : public Names {
 public:
  Account(const heddle_history_object& object, const heddle_history_call* calls, std::size_t count)
      : object_(object), model_(*this, Container()) {
    auto& operations = model_.states().operations();
    operations.resize(1);
    operations[0].function = [this](Container& model) {
      const std::optional<int> value = model.pop();
      return value ? number(*value) : 0;
    };
    for (std::size_t i = 0; i < count; ++i) {
      Call call;
      call.thread = calls[i].thread;
      call.begin = calls[i].times.begin;
      call.end = calls[i].times.end;
      const std::uint32_t value = calls[i].value == HEDDLE_HISTORY_NOTHING ? 0 : number(calls[i].value);
      call.operation = calls[i].is_input ? value : 0;
      call.result = calls[i].is_input ? 0 : value;
      history_.push_back(call);
    }
    for (const int value : values_) {
      operations.emplace_back();
      operations.back().function = [value](Container& model) {
        model.push(value);
        return 0U;
      };
    }
  }

  void judge() {
    if (Decider().decide(history_, Keeps::real_time, model_).explained) return;
    static std::string message, description;
    const std::string name = object_.kind == HEDDLE_HISTORY_STACK ? "stack" : "queue";
    message = "not linearizable as a " + name + ": no order of these calls explains their results";
    description = json(linearize::Account(history_, Keeps::real_time, model_, *this), name, "", "");
    heddle_runtime_wrong_history(message.c_str(), description.c_str());
  }

  std::string call(std::uint32_t operation) const override {
    return operation == 0 ? object_.output + std::string("()")
                          : object_.input + ("(" + std::to_string(values_[operation - 1]) + ")");
  }
  std::string result(std::uint32_t operation, std::uint32_t number) const override {
    if (operation != 0) return "";
    return number == 0 ? "nothing" : std::to_string(values_[number - 1]);
  }

 private:
  std::uint32_t number(int value) {
    const auto found = std::find(values_.begin(), values_.end(), value);
    if (found != values_.end()) return static_cast<std::uint32_t>(found - values_.begin()) + 1;
    values_.push_back(value);
    return static_cast<std::uint32_t>(values_.size());
  }
  heddle_history_object object_;
  std::vector<int> values_;
  GivenModel<Container> model_;
  History history_;
};

}  // namespace prove
}  // namespace linearize
}  // namespace heddle

extern "C" void heddle_history_judge(const heddle_history_object* object, const heddle_history_call* calls,
                                     size_t count) {
  const heddle::linearize::Outside outside;
  if (object->kind == HEDDLE_HISTORY_STACK)
    heddle::linearize::prove::Account<heddle::model::stack<int> >(*object, calls, count).judge();
  else
    heddle::linearize::prove::Account<heddle::model::queue<int> >(*object, calls, count).judge();
}
#endif
#endif
