// SPDX-License-Identifier: Apache-2.0
#include "prove/front/registration.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::prove {
namespace {

// A member as a function with its name: what it takes by value or by a reference to const is given by value, what it
// writes to is given as a pointer. So is what it returns as a std::optional: it then returns whether there is something.
constexpr char kMembers[] = R"(#include <new>
#include <optional>
#include <type_traits>
using heddle_prove_object = {};
template <class A>
inline constexpr bool heddle_prove_is_out =
    std::is_lvalue_reference_v<A> && !std::is_const_v<std::remove_reference_t<A>>;
template <class A>
using heddle_prove_given =
    std::conditional_t<heddle_prove_is_out<A>, std::remove_reference_t<A>*, std::remove_cv_t<std::remove_reference_t<A>>>;
template <class A>
A&& heddle_prove_pass(heddle_prove_given<A>& given) {{
  if constexpr (heddle_prove_is_out<A>) return *given;
  else return static_cast<A&&>(given);
}}
#define HEDDLE_PROVE_MEMBER(name, how)                                           \
  template <class R, class C, class... A, bool N, R (C::*f)(A...) how noexcept(N)> \
  struct heddle_prove_##name<f> : heddle_prove_call_##name<R, A...> {{}};
#define HEDDLE_PROVE_OPERATION(name)                                                       \
  template <class R, class... A> struct heddle_prove_call_##name {{                         \
    static R name(heddle_prove_object* self, heddle_prove_given<A>... given) {{             \
      return self->name(heddle_prove_pass<A>(given)...);                                   \
    }}                                                                                      \
  }};                                                                                       \
  template <class R, class... A> struct heddle_prove_call_##name<std::optional<R>, A...> {{ \
    static bool name(heddle_prove_object* self, heddle_prove_given<A>... given, R* out) {{  \
      const std::optional<R> found = self->name(heddle_prove_pass<A>(given)...);           \
      if (found) *out = *found;                                                            \
      return found.has_value();                                                            \
    }}                                                                                      \
  }};                                                                                       \
  template <auto> struct heddle_prove_##name;                                              \
  HEDDLE_PROVE_MEMBER(name, )                                                              \
  HEDDLE_PROVE_MEMBER(name, const)
static void heddle_prove_constructor(heddle_prove_object* self) {{ new (self) heddle_prove_object; }}
)";

}  // namespace

std::string with_registration(const std::string& text, const std::string& file, const Registration& given) {
  std::string all = fmt::format("#line 1 \"{}\"\n{}\n#line 1 \"{}\"\n#include <heddle/prove.h>\n", file, text,
                                kCommandLine);
  std::string init = given.init;
  std::vector<std::string> functions = given.operations;
  if (!given.type.empty()) {
    all += fmt::format(kMembers, given.type);
    for (std::string& name : functions) {
      all += fmt::format("HEDDLE_PROVE_OPERATION({})\n", name);
      name = fmt::format("(heddle_prove_{0}<&heddle_prove_object::{0}>::{0})", name);
    }
    init = "heddle_prove_constructor";
  }
  if (!init.empty()) all += fmt::format("HEDDLE_INIT({})\n", init);
  const char* const kind = functions.size() == 3 ? "SET" : given.is_stack ? "STACK" : "QUEUE";
  return all + fmt::format("HEDDLE_{}({})\n", kind, fmt::join(functions, ", "));
}

}  // namespace heddle::prove
