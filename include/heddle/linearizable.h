// SPDX-License-Identifier: Apache-2.0
// Does a concurrent object behave like its sequential self?
//
//   #include <heddle/linearizable.h>
//
//   heddle::linearizable<Queue<int>, std::deque<int>>("Queue")     // the object, and a sequential model of it
//       .operation("push", [](Queue<int>& q, int v) { q.push(v); }, [](std::deque<int>& m, int v) { m.push_back(v); })
//       .operation("pop", [](Queue<int>& q) { return q.try_pop(); }, [](std::deque<int>& m) { return pop_front(m); })
//       .threads(3).calls(2).values({1, 2, 3})
//       .check();
//
// Without a model, the object itself is: heddle::linearizable<Queue<int>>("Queue").operation("push", &Queue<int>::push) …
// check() throws heddle::CheckFailure if a schedule of a scenario gives results that no order of the calls explains.
// Compile with `heddle c++` and run under `heddle check`, or link with libheddle_check.so. doc/linearizable.md.
#ifndef HEDDLE_LINEARIZABLE_H
#define HEDDLE_LINEARIZABLE_H

#include <cstdlib>
#include <cstring>
#include <exception>
#include <initializer_list>

#include <heddle/linearizable/known.h>
#include <heddle/linearizable/own_model.h>
#include <heddle/linearizable/run.h>

namespace heddle {

namespace linearize {
class several_have_that_name_so_say_which_with_a_lambda;  // read in the compiler's message
}  // namespace linearize

template <class Object, class Model>
class Linearizable {
  static constexpr bool kOwnModel = std::is_void_v<Model>;
  using Given = std::conditional_t<kOwnModel, int, Model>;
  using Numbers = linearize::detail::KnownNumbers<Given>;
  static_assert(std::is_copy_constructible_v<Given>, "heddle: a model is copied, so it must be copyable");

 public:
  explicit Linearizable(std::string name = "") {
    plan_.name = name.empty() ? type_name() : std::move(name);
    plan_.own_model = kOwnModel;
    if constexpr (std::is_default_constructible_v<Object>) make_ = [] { return std::make_unique<Object>(); };
    if constexpr (std::is_default_constructible_v<Given>) initial_.emplace();
  }
  Linearizable(const Linearizable&) = default;  // the operations are the same ones
  Linearizable& operator=(const Linearizable&) = delete;
  // A test that was never asked has shown nothing, and must not pass.
  ~Linearizable() {
    if (*is_asked_ || operations_.empty() || is_asked_.use_count() > 1 || std::uncaught_exceptions() > 0)
      return;
    std::fprintf(stderr, "%s: the test was described, and never run: end it with .holds() or .check()\n",
                 plan_.name.c_str());
    std::exit(1);
  }

  // Behind the functions: values of its arguments (any_of, range, made_by), equal_by, show_by, waits_when, one_thread.
  template <class Function, class... More>
  Linearizable& operation(std::string name, Function function, More... more) {
    using Typed = linearize::detail::TypedOperation<Object, Function>;
    auto typed = std::make_shared<Typed>(std::move(name), std::move(function));
    typed->results.words_count = kOwnModel;
    if constexpr (kOwnModel)
      add_options(*typed, std::move(more)...);
    else
      add_function(*typed, std::move(more)...);
    operations_.push_back(std::move(typed));
    return *this;
  }
  // A name of several functions is none of them, and the compiler can only list what would have fitted.
  template <class... More>
  Linearizable& operation(std::string, linearize::several_have_that_name_so_say_which_with_a_lambda,
                          More...) = delete;
  // The model's part is a relation: all states that are possible after the call, if it returned that.
  //   [](const Model& m, arguments…, const Result& r) { return std::vector<Model>{…}; }
  template <class Function, class Relation, class... More>
  Linearizable& relation(std::string name, Function function, Relation relation, More... more) {
    static_assert(!kOwnModel, "a relation is one of a model");
    using Typed = linearize::detail::TypedOperation<Object, Function>;
    auto typed = std::make_shared<Typed>(std::move(name), std::move(function));
    Typed* raw = typed.get();
    model_operations_.push_back([raw, relation = std::move(relation)](unsigned which) {
      linearize::ModelOperation<Given> does;
      does.relation = [raw, relation, which](const Given& model, std::uint32_t result) {
        const auto states = [&](std::uint32_t number) {
          return std::apply(
              [&](const auto&... arguments) {
                const auto& outcome = raw->results[number];
                static_assert(std::is_convertible_v<decltype(relation(model, arguments..., *outcome.value)),
                                                    std::vector<Given>>,
                              "heddle: a relation returns all states that are possible after the call, a "
                              "std::vector<Model>");
                if (!outcome.value) return std::vector<Given>();
                return std::vector<Given>(relation(model, arguments..., *outcome.value));
              },
              raw->all[which]);
        };
        if (result != linearize::kUnknown) return states(result);
        std::vector<Given> any;
        for (std::uint32_t number = 0; number < raw->results.size(); ++number)
          for (auto&& each : states(number)) any.push_back(std::move(each));
        return any;
      };
      return does;
    });
    add_options(*typed, std::move(more)...);
    operations_.push_back(std::move(typed));
    return *this;
  }

  // How a new object is made: a function that returns one (or a std::unique_ptr to it), or changes one made by default.
  template <class Make>
  Linearizable& object(Make make) {
    if constexpr (std::is_invocable_v<Make&, Object&>) {
      static_assert(std::is_default_constructible_v<Object>, "heddle: return the object that is made");
      make_ = [make = std::move(make)]() mutable {
        auto object = std::make_unique<Object>();
        make(*object);
        return object;
      };
    } else if constexpr (std::is_invocable_r_v<std::unique_ptr<Object>, Make&>) {
      make_ = std::move(make);
    } else {
      static_assert(
          std::is_same_v<std::invoke_result_t<Make&>, Object>,
          "heddle: object() is given a function that returns a new object, or a std::unique_ptr to one");
      make_ = [make = std::move(make)]() mutable { return std::unique_ptr<Object>(new Object(make())); };
    }
    return *this;
  }
  // What a new model is.
  Linearizable& model(Given initial) {
    static_assert(!kOwnModel, "the object is its own model");
    initial_ = std::move(initial);
    return *this;
  }

  Linearizable& threads(unsigned count) { return set(plan_.sizes.threads, count); }
  Linearizable& calls(unsigned each) { return set(plan_.sizes.calls, each); }       // of each thread
  Linearizable& calls_in_all(unsigned most) { return set(plan_.sizes.all, most); }  // of a scenario
  Linearizable& calls_before(unsigned most) {
    return set(plan_.sizes.before, most);
  }  // by the main thread, alone
  Linearizable& values(std::initializer_list<long> values) {
    values_ = values;
    return *this;
  }
  // The object treats all values alike, so scenarios that differ in their names only are tried once. Checked on the
  // model and the object by one thread; with heddle::token as the argument's type the compiler checks it.
  Linearizable& values_alike() { return set(plan_.values_alike, true); }
  // The main thread makes these calls at the end, with each choice of arguments. Not said: those without arguments that
  // return something.
  Linearizable& finally(std::vector<std::string> operations) {
    plan_.has_final = true;
    plan_.final_operations = std::move(operations);
    return *this;
  }
  Linearizable& sequentially_consistent() { return set(plan_.keeps, linearize::Keeps::program_order); }
  Linearizable& quiescently_consistent() { return set(plan_.keeps, linearize::Keeps::quiescence); }
  // Can a thread that stops for ever keep others from returning? lock_free: any one thread, or all but one;
  // obstruction_free: all but one.
  Linearizable& lock_free() { return set(plan_.progress, linearize::Plan::lock_free); }
  Linearizable& obstruction_free() { return set(plan_.progress, linearize::Plan::obstruction_free); }
  // After all scenarios of that size: so many larger ones, made up by chance.
  Linearizable& random(unsigned scenarios, unsigned threads, unsigned calls, std::uint64_t seed = 1) {
    plan_.random_scenarios = scenarios;
    plan_.random_threads = threads;
    plan_.random_calls = calls;
    plan_.seed = seed;
    return *this;
  }
  Linearizable& limit_seconds(double seconds) { return set(plan_.seconds, seconds); }
  Linearizable& strategy(const char* name) { return set(plan_.strategy, name); }
  Linearizable& jobs(unsigned count) { return set(plan_.jobs, count); }

  // As check(), for a main without exceptions: false if there is a failure, which is reported.
  bool holds() {
#ifdef __cpp_exceptions
    try {
      check();
    } catch (const linearize::ReportedFailure&) {
      return false;
    } catch (const CheckFailure& failure) {
      std::fprintf(stderr, "%s\n", failure.what());
      return false;
    } catch (const std::logic_error& mistake) {  // in what the test says
      std::fprintf(stderr, "%s\n", mistake.what());
      return false;
    }
#else
    check();
#endif
    return true;
  }

  void check() { prepared()->run(); }

  // How many scenarios check() goes through, without those made up by chance.
  std::size_t scenarios() { return prepared()->scenarios(); }

  // What check() runs; it refers to this object.
  std::unique_ptr<linearize::Test> prepared() {
    auto result = std::make_unique<linearize::Test>();
    linearize::Test& test = *result;
    *is_asked_ = true;
    if (!make_) throw std::logic_error(plan_.name + ": say how an object is made, with .object(…)");
    if (plan_.sizes.threads > 64 || plan_.sizes.calls > 1000 || plan_.sizes.before > 1000)
      throw std::logic_error(plan_.name + ": at most 64 threads, 1,000 calls of each and 1,000 before them");
    if (!(plan_.seconds >= 0))
      throw std::logic_error(plan_.name + ": the limit is a number of seconds, 0 for none");
    test.plan = plan_;
    bool all_tokens = !operations_.empty();
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      linearize::Operation& operation = *operations_[i];
      for (std::size_t j = 0; j < i; ++j)
        if (operations_[j]->name == operation.name)
          throw std::logic_error(plan_.name + ": two operations have the name `" + operation.name +
                                 "`, and could not be told apart");
      if (!operation.mistake.empty()) throw std::logic_error(operation.name + ": " + operation.mistake);
      if (!operation.take_values(values_))
        throw std::logic_error(operation.name +
                               ": say which arguments to try, with heddle::any_of(…) behind it");
      if (operation.choices == 0)
        throw std::logic_error(
            operation.name + ": no value is given for one of its arguments, so there is no scenario to try");
      all_tokens &= operation.only_tokens;
      for (unsigned which = 0; which < operation.choices; ++which)
        test.alphabet.calls.push_back({&operation, which});
    }
    test.values = values_.size();
    test.values_are_tokens = all_tokens;
    const auto make = make_;
    if constexpr (kOwnModel) {
      test.model =
          std::make_unique<linearize::OwnModel<Object>>(test.alphabet, [make] { return made(make); });
    } else {
      if (!initial_) throw std::logic_error(plan_.name + ": say what the model is at first, with .model(…)");
      auto model = std::make_unique<linearize::GivenModel<Model>>(test.alphabet, *initial_);
      for (std::size_t i = 0; i < operations_.size(); ++i)
        for (unsigned which = 0; which < operations_[i]->choices; ++which) {
          linearize::ModelOperation<Model> does = model_operations_[i](which);
          if (i < waits_.size() && waits_[i]) does.waits = waits_[i];
          model->states().operations().push_back(std::move(does));
        }
      test.model = std::move(model);
      if constexpr (linearize::detail::KnownModel<Model>::is_known) test.known = known();
    }
    test.make = [make] { return static_cast<void*>(made(make).release()); };
    test.destroy = [](void* object) { delete static_cast<Object*>(object); };
    return result;
  }

 private:
  // For monitors, if they can be asked at all.
  std::unique_ptr<linearize::Known> known() const {
    if (!(*initial_ == Given{})) return nullptr;
    auto result = std::make_unique<linearize::Known>(linearize::detail::KnownModel<Model>::kind);
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      const bool may_be = i < acts_.size() && acts_[i] && !(i < waits_.size() && waits_[i]);
      for (unsigned which = 0; which < operations_[i]->choices; ++which)
        result->add(may_be ? acts_[i](which) : linearize::Known::Act());
    }
    return result;
  }
  template <class Typed, class ModelFunction>
  void add_act(Typed& typed, ModelFunction function) {
    using Of = linearize::detail::KnownModel<Given>;
    using Result = typename Typed::Result;
    if constexpr (Of::is_known) {
      const std::optional<linearize::Role> role = Of::role(function);
      if (!role || !Numbers::template returns<Result>(*role)) return;
      if (numbers_ == nullptr) numbers_ = std::make_shared<Numbers>();
      acts_.resize(operations_.size() + 1);
      acts_.back() = [raw = &typed, numbers = numbers_, role = *role](unsigned which) {
        linearize::Known::Act act;
        act.is_known = !raw->has_own_equality;
        act.call = numbers->call(role, raw->all[which]);
        act.result = [raw, numbers, known = std::vector<std::uint32_t>()](std::uint32_t number) mutable {
          while (known.size() <= number)
            known.push_back(numbers->result(raw->results[static_cast<std::uint32_t>(known.size())]));
          return known[number];
        };
        return act;
      };
    }
  }
  template <class Field, class Value>
  Linearizable& set(Field& field, Value value) {
    field = value;
    return *this;
  }
  static std::string type_name() {
    int status = 0;
    char* readable = abi::__cxa_demangle(typeid(Object).name(), nullptr, nullptr, &status);
    std::string name = status == 0 && readable != nullptr ? readable : typeid(Object).name();
    std::free(readable);
    constexpr const char* kUnnamed = "(anonymous namespace)::";
    for (std::size_t at = 0; (at = name.find(kUnnamed)) != std::string::npos;)
      name.erase(at, std::strlen(kUnnamed));
    return name.substr(0, name.find('<'));
  }
  static std::unique_ptr<Object> made(const std::function<std::unique_ptr<Object>()>& make) {
    std::unique_ptr<Object> object = make();
    if (object == nullptr) throw std::logic_error("the function given to .object(…) returns no object");
    return object;
  }
  template <class Typed, class... More>
  void add_options(Typed& typed, More... more) {
    (add_option(typed, std::move(more)), ...);
  }
  template <class Typed, class Option>
  void add_option(Typed& typed, Option option) {
    static_assert(
        linearize::detail::IsOption<Option>::value,
        "heddle: behind the functions of an operation stand values of its arguments (heddle::any_of …) and "
        "what is said of it (heddle::waits_when …); a function of a model only if there is one: "
        "heddle::linearizable<Object, Model>");
    if constexpr (linearize::detail::IsOption<Option>::value) typed.take(std::move(option));
  }
  template <class Typed, class F>
  void add_option(Typed& typed, linearize::WaitsWhen<F> when) {
    if constexpr (kOwnModel) {
      typed.take(std::move(when));
    } else {
      typed.may_wait = true;
      waits_.resize(operations_.size() + 1);
      waits_[operations_.size()] = std::move(when.function);
    }
  }
  template <class Typed>
  void add_function(Typed&) {
    static_assert(
        linearize::detail::kNone<Typed>,
        "heddle: a test with a model needs, behind the function of the object, what that does to the model");
  }
  template <class Typed, class ModelFunction, class... More>
  void add_function(Typed& typed, ModelFunction function, More... more) {
    using Takes = linearize::detail::TakesArguments<Given&, ModelFunction, typename Typed::Arguments>;
    static_assert(
        !linearize::detail::IsOption<ModelFunction>::value,
        "heddle: a test with a model needs, behind the function of the object, what that does to the model");
    static_assert(Takes::value || linearize::detail::IsOption<ModelFunction>::value,
                  "heddle: the model's part is a function of the model and the same arguments");
    if constexpr (Takes::value) add_model_function(typed, std::move(function));
    add_options(typed, std::move(more)...);
  }
  template <class Typed, class ModelFunction>
  void add_model_function(Typed& typed, ModelFunction function) {
    Typed* raw = &typed;
    if (linearize::detail::is_empty(function)) typed.mistake = "the model's function is empty";
    add_act(typed, function);
    model_operations_.push_back([raw, function = std::move(function)](unsigned which) {
      linearize::ModelOperation<Given> does;
      does.function = [raw, function, which](Given& model) {
        using Result = typename Typed::Result;
        static_assert(linearize::detail::TakesArguments<Given&, ModelFunction,
                                                        typename Typed::Arguments>::template returns<Result>,
                      "heddle: what the model returns cannot be compared with what the object returns");
        return std::apply(
            [&](const auto&... arguments) {
              return raw->results.number(linearize::detail::outcome_of<Result>(
                  [&]() -> decltype(auto) { return std::invoke(function, model, arguments...); }));
            },
            raw->all[which]);
      };
      return does;
    });
  }

  linearize::Plan plan_;
  std::shared_ptr<bool> is_asked_ = std::make_shared<bool>(false);
  std::vector<long> values_{1, 2};
  std::function<std::unique_ptr<Object>()> make_;
  std::optional<Given> initial_;
  std::vector<std::shared_ptr<linearize::Operation>> operations_;
  std::vector<std::function<linearize::ModelOperation<Given>(unsigned)>> model_operations_;
  std::vector<std::function<bool(const Given&)>> waits_;
  std::vector<std::function<linearize::Known::Act(unsigned)>> acts_;  // what monitors know of an operation
  std::shared_ptr<Numbers> numbers_;
};

template <class Object, class Model = void>
using linearizable = Linearizable<Object, Model>;

}  // namespace heddle
#endif
