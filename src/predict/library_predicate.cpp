// SPDX-License-Identifier: Apache-2.0
#include "predict/library_predicate.h"

#include <utility>

#include <dlfcn.h>

namespace heddle::predict {

namespace {

class StateView final : public GlobalState {
 public:
  StateView(const Computation& computation, const Index* state) : computation_(computation), state_(state) {}
  std::size_t threads() const override { return computation_.poset().processes(); }
  const char* thread_name(std::size_t thread) const override {
    return computation_.thread_name(thread).c_str();
  }
  std::int64_t value(std::size_t thread, const char* name) const override {
    const auto found = computation_.variables().find(name);
    return found == computation_.variables().end() ? 0 : found->second[thread][state_[thread]];
  }
  std::size_t events(std::size_t thread) const override { return computation_.steps(thread, state_[thread]); }

 private:
  const Computation& computation_;
  const Index* state_;
};

}  // namespace

LibraryPredicate::LibraryPredicate(void* handle, PredicateFunction asked, std::string called)
    : handle_(handle), function_(asked), name_(std::move(called)) {}
LibraryPredicate::LibraryPredicate(LibraryPredicate&& other) noexcept
    : handle_(std::exchange(other.handle_, nullptr)),
      function_(other.function_),
      name_(std::move(other.name_)) {}
LibraryPredicate::~LibraryPredicate() {
  if (handle_ != nullptr) dlclose(handle_);
}

base::Result<LibraryPredicate> LibraryPredicate::load(const std::string& path) {
  // A bare file name means a file here, not one of the system's libraries.
  void* handle =
      dlopen((path.find('/') == std::string::npos ? "./" + path : path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* why = dlerror();
    return base::failure(base::ErrorCode::not_found, why != nullptr ? why : "cannot be loaded", path);
  }
  const auto asked = reinterpret_cast<PredicateFunction>(dlsym(handle, "heddle_predicate_v1"));
  const auto called = reinterpret_cast<const char* (*)()>(dlsym(handle, "heddle_predicate_name_v1"));
  if (asked == nullptr || called == nullptr) {
    dlclose(handle);
    return base::failure(base::ErrorCode::malformed, "defines no HEDDLE_PREDICATE (<heddle/predicate.h>)",
                         path);
  }
  return LibraryPredicate(handle, asked, called());
}

bool holds(PredicateFunction predicate, const Computation& computation, const State& state) {
  return predicate(StateView(computation, state.data()));
}

Detection possibly(PredicateFunction predicate, const Computation& computation,
                   const DetectOptions& options) {
  return possibly_any(computation.poset(), options,
                      [&](const Index* state) { return predicate(StateView(computation, state)); });
}

}  // namespace heddle::predict
