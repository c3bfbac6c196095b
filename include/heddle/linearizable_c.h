/* SPDX-License-Identifier: Apache-2.0 */
/* <heddle/linearizable.h> for C: the object, its operations and its model as function pointers.
 *
 *   static long push(void* stack, long value) { … return 0; }
 *   static long pop(void* stack, long unused) { … return value, or HEDDLE_NOTHING; }
 *
 *   static const struct heddle_operation operations[] = {
 *       {.name = "push", .perform = push, .model = model_push, .arguments = (long[]){1, 2}, .argument_count = 2},
 *       {.name = "pop", .perform = pop, .model = model_pop}};
 *   const struct heddle_object object = {
 *       .name = "stack", .make = make, .destroy = destroy, .operations = operations, .operation_count = 2,
 *       .model_size = sizeof(struct model), .threads = 2, .calls = 2};
 *   return heddle_linearizable(&object);
 *
 * 0: no schedule fails; 1: one does, and is reported. One file of the program is C++ and holds the rest:
 *
 *   #define HEDDLE_LINEARIZABLE_C
 *   #include <heddle/linearizable_c.h>
 */
#ifndef HEDDLE_LINEARIZABLE_C_H
#define HEDDLE_LINEARIZABLE_C_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef HEDDLE_NOTHING
#define HEDDLE_NOTHING (-9223372036854775807L - 1) /* a result: there was nothing */
#endif

struct heddle_operation {
  const char* name;
  long (*perform)(void* object, long argument);
  long (*model)(void* model, long argument); /* a null pointer: the object is its own model */
  const long* arguments;                     /* to try; none: it has no argument */
  size_t argument_count;
  int (*waits)(const void* model); /* where it may wait; a null pointer: nowhere */
  const char*
      one_thread; /* a group of operations that one thread performs; a null pointer: any thread does */
};

struct heddle_object {
  const char* name;
  void* (*make)(void);
  void (*destroy)(void* object);
  const struct heddle_operation* operations;
  size_t operation_count;
  size_t model_size; /* bytes; a model is all zeros at first, is copied and compared byte by byte */
  unsigned threads, calls, calls_before;
};

int heddle_linearizable(const struct heddle_object* object);

#ifdef __cplusplus
}
#endif

#if defined(__cplusplus) && defined(HEDDLE_LINEARIZABLE_C)
#include <heddle/linearizable.h>

namespace heddle {
namespace linearize {
namespace c {

struct Instance {
  const heddle_object* kind;
  void* object;
  explicit Instance(const heddle_object* of) : kind(of), object(of->make()) {}
  ~Instance() { kind->destroy(object); }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
};
using Bytes = std::vector<unsigned char>;
struct Result {
  long value;
  bool operator==(Result other) const { return value == other.value; }
  friend std::ostream& operator<<(std::ostream& out, Result result) {
    return result.value == HEDDLE_NOTHING ? out << "nothing" : out << result.value;
  }
};
struct WithArgument {
  const heddle_operation* operation;
  Result operator()(Instance& instance, long argument) const {
    return {operation->perform(instance.object, argument)};
  }
};
struct Without {
  const heddle_operation* operation;
  Result operator()(Instance& instance) const { return {operation->perform(instance.object, 0)}; }
};

template <class Test>
void add(Test& test, const heddle_operation& each, bool has_model) {
  const heddle_operation* operation = &each;
  Given<long> values;
  for (std::size_t i = 0; i < each.argument_count; ++i) values.values.push_back(each.arguments[i]);
  const OneThread group{each.one_thread == nullptr ? "" : each.one_thread};
  (void)has_model;
  if constexpr (std::is_same_v<Test, Linearizable<Instance, Bytes>>) {
    const auto waits =
        waits_when([operation](const Bytes& model) { return operation->waits(model.data()) != 0; });
    const auto with = [operation](Bytes& model, long argument) {
      return Result{operation->model(model.data(), argument)};
    };
    const auto without = [operation](Bytes& model) { return Result{operation->model(model.data(), 0)}; };
    if (each.argument_count > 0 && each.waits != nullptr)
      test.operation(each.name, WithArgument{operation}, with, values, group, waits);
    else if (each.argument_count > 0)
      test.operation(each.name, WithArgument{operation}, with, values, group);
    else if (each.waits != nullptr)
      test.operation(each.name, Without{operation}, without, group, waits);
    else
      test.operation(each.name, Without{operation}, without, group);
  } else if (each.argument_count > 0) {
    test.operation(each.name, WithArgument{operation}, values, group);
  } else {
    test.operation(each.name, Without{operation}, group);
  }
}

template <class Test>
int run(Test& test, const heddle_object& object) {
  const heddle_object* kind = &object;
  test.object([kind] { return std::make_unique<Instance>(kind); });
  for (std::size_t i = 0; i < object.operation_count; ++i)
    add(test, object.operations[i], object.model_size > 0);
  test.threads(object.threads == 0 ? 2 : object.threads)
      .calls(object.calls == 0 ? 2 : object.calls)
      .calls_before(object.calls_before);
  return test.holds() ? 0 : 1;
}

}  // namespace c
}  // namespace linearize
}  // namespace heddle

extern "C" int heddle_linearizable(const heddle_object* object) {
  using namespace heddle::linearize::c;
  for (std::size_t i = 0; i < object->operation_count; ++i) {
    const heddle_operation& each = object->operations[i];
    const bool has_model = object->model_size > 0;
    if (each.perform != nullptr && (each.model != nullptr) == has_model) continue;
    std::fprintf(stderr, "%s: %s: %s\n", object->name, each.name,
                 each.perform == nullptr ? "its function is a null pointer"
                 : has_model ? "there is a model_size, so say what the call does to the model, with .model"
                             : "it has a .model, so say how many bytes the model has, with .model_size");
    return 1;
  }
  if (object->model_size == 0) {
    auto test = heddle::linearizable<Instance>(object->name);
    return run(test, *object);
  }
  auto test = heddle::linearizable<Instance, Bytes>(object->name);
  test.model(Bytes(object->model_size, 0));
  return run(test, *object);
}
#endif
#endif
