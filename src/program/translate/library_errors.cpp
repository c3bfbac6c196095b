// SPDX-License-Identifier: Apache-2.0
// The classes of exceptions of the standard library, and the functions with which it throws them: what libstdc++ has in
// its own library. Written as the ABI lays them out, since here is C. library.h tells when it is linked.
#include "program/translate/library.h"

namespace heddle::program {

const LibraryPart kErrorsLibrary = {
    "_ZNSt11logic_errorC1EPKc _ZNSt11logic_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE "
    "_ZNSt11logic_errorC2EPKc _ZNSt11logic_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE "
    "_ZNSt11logic_errorD1Ev _ZNSt11logic_errorD2Ev _ZNSt13runtime_errorC1EPKc "
    "_ZNSt13runtime_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE "
    "_ZNSt13runtime_errorC2EPKc "
    "_ZNSt13runtime_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE _ZNSt13runtime_errorD1Ev "
    "_ZNSt13runtime_errorD2Ev _ZNSt12domain_errorC1EPKc "
    "_ZNSt12domain_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE _ZNSt12domain_errorC2EPKc "
    "_ZNSt12domain_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE _ZNSt12domain_errorD1Ev "
    "_ZNSt12domain_errorD2Ev _ZNSt16invalid_argumentC1EPKc "
    "_ZNSt16invalid_argumentC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE "
    "_ZNSt16invalid_argumentC2EPKc "
    "_ZNSt16invalid_argumentC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE "
    "_ZNSt16invalid_argumentD1Ev "
    "_ZNSt16invalid_argumentD2Ev _ZNSt12length_errorC1EPKc "
    "_ZNSt12length_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE _ZNSt12length_errorC2EPKc "
    "_ZNSt12length_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE _ZNSt12length_errorD1Ev "
    "_ZNSt12length_errorD2Ev _ZNSt12out_of_rangeC1EPKc "
    "_ZNSt12out_of_rangeC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE _ZNSt12out_of_rangeC2EPKc "
    "_ZNSt12out_of_rangeC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE _ZNSt12out_of_rangeD1Ev "
    "_ZNSt12out_of_rangeD2Ev _ZNSt11range_errorC1EPKc "
    "_ZNSt11range_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE _ZNSt11range_errorC2EPKc "
    "_ZNSt11range_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE _ZNSt11range_errorD1Ev "
    "_ZNSt11range_errorD2Ev _ZNSt14overflow_errorC1EPKc "
    "_ZNSt14overflow_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE "
    "_ZNSt14overflow_errorC2EPKc "
    "_ZNSt14overflow_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE "
    "_ZNSt14overflow_errorD1Ev "
    "_ZNSt14overflow_errorD2Ev _ZNSt15underflow_errorC1EPKc "
    "_ZNSt15underflow_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE "
    "_ZNSt15underflow_errorC2EPKc "
    "_ZNSt15underflow_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE "
    "_ZNSt15underflow_errorD1Ev "
    "_ZNSt15underflow_errorD2Ev _ZNSt11logic_errorC1ERKS_ _ZNSt11logic_errorC1EOS_ _ZNSt11logic_errorC2ERKS_ "
    "_ZNSt11logic_errorC2EOS_ _ZNKSt11logic_error4whatEv _ZNSt11logic_erroraSERKS_ "
    "_ZNSt13runtime_errorC1ERKS_ "
    "_ZNSt13runtime_errorC1EOS_ _ZNSt13runtime_errorC2ERKS_ _ZNSt13runtime_errorC2EOS_ "
    "_ZNKSt13runtime_error4whatEv "
    "_ZNSt13runtime_erroraSERKS_ _ZNSt9bad_allocD1Ev _ZNSt9bad_allocD2Ev _ZNKSt9bad_alloc4whatEv "
    "_ZNSt20bad_array_new_lengthD1Ev _ZNSt20bad_array_new_lengthD2Ev _ZNKSt20bad_array_new_length4whatEv "
    "_ZNSt8bad_castD1Ev _ZNSt8bad_castD2Ev _ZNKSt8bad_cast4whatEv _ZNSt10bad_typeidD1Ev "
    "_ZNSt10bad_typeidD2Ev "
    "_ZNKSt10bad_typeid4whatEv _ZNSt13bad_exceptionD1Ev _ZNSt13bad_exceptionD2Ev "
    "_ZNKSt13bad_exception4whatEv "
    "_ZNSt17bad_function_callD1Ev _ZNSt17bad_function_callD2Ev _ZNKSt17bad_function_call4whatEv "
    "_ZNSt12bad_weak_ptrD1Ev _ZNSt12bad_weak_ptrD2Ev _ZNKSt12bad_weak_ptr4whatEv "
    "_ZNSt19bad_optional_accessD1Ev "
    "_ZNSt19bad_optional_accessD2Ev _ZNKSt19bad_optional_access4whatEv _ZNSt18bad_variant_accessD1Ev "
    "_ZNSt18bad_variant_accessD2Ev _ZNKSt18bad_variant_access4whatEv _ZNKSt9exception4whatEv "
    "_ZNSt9exceptionD1Ev "
    "_ZSt20__throw_length_errorPKc _ZSt19__throw_logic_errorPKc _ZSt20__throw_out_of_rangePKc "
    "_ZSt24__throw_out_of_range_fmtPKcz _ZSt24__throw_invalid_argumentPKc _ZSt20__throw_domain_errorPKc "
    "_ZSt19__throw_range_errorPKc _ZSt22__throw_overflow_errorPKc _ZSt23__throw_underflow_errorPKc "
    "_ZSt21__throw_runtime_errorPKc _ZSt17__throw_bad_allocv _ZSt28__throw_bad_array_new_lengthv "
    "_ZSt25__throw_bad_function_callv _ZSt16__throw_bad_castv _ZSt18__throw_bad_typeidv "
    "_ZSt21__throw_bad_exceptionv "
    "__cxa_bad_cast __cxa_bad_typeid __cxa_throw_bad_array_new_length _ZSt20__throw_system_errori "
    "_ZNSt12system_errorD1Ev _ZNSt12system_errorD2Ev _ZNSt3_V216generic_categoryEv "
    "_ZNSt3_V215system_categoryEv "
    "_ZNSt3_V214error_categoryD2Ev ",
    R"c(/* Objects: a pointer to the virtual functions, then a text of their own for those that have one. */
struct heddle_error {
  void **functions;
  char *text;
};
struct heddle_system_error {
  struct heddle_error error;
  int number;
  const void *category;
};
struct heddle_class {
  void **functions;
  const char *name;
  void *base;
};
extern void *_ZTVN10__cxxabiv117__class_type_infoE[], *_ZTVN10__cxxabiv120__si_class_type_infoE[];
void *__cxa_allocate_exception(size_t);
void __cxa_throw(void *, void *, void (*)(void *));
static char *heddle_text_of(const char *text) {
  size_t size = strlen(text) + 1;
  return memcpy(malloc(size), text, size);
}
#define STRING NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
#define PASTE(a, b) a##b
#define NAME(a, b) PASTE(a, b)

/* What every class has: its name, its base, its virtual functions: two destructors and what(). */
#define CLASS(N, BASE, WHAT, END)                                                                            \
  extern struct heddle_class _ZTI##BASE;                                                                     \
  WEAK struct heddle_class _ZTI##N = {_ZTVN10__cxxabiv120__si_class_type_infoE + 2, #N, &_ZTI##BASE};         \
  WEAK void _ZN##N##D2Ev(struct heddle_error *error) { END(error); }                                         \
  WEAK void _ZN##N##D1Ev(struct heddle_error *error) { END(error); }                                         \
  WEAK void _ZN##N##D0Ev(struct heddle_error *error) {                                                       \
    END(error);                                                                                              \
    free(error);                                                                                             \
  }                                                                                                          \
  const char *_ZNK##WHAT##4whatEv(const struct heddle_error *);                                              \
  WEAK void *_ZTV##N[] = {0, &_ZTI##N, _ZN##N##D1Ev, _ZN##N##D0Ev, _ZNK##WHAT##4whatEv};
#define NOTHING(error)
#define NO_TEXT(error) free((error)->text)
#define SILENT(N, BASE, TEXT) \
  CLASS(N, BASE, N, NOTHING)  \
  WEAK const char *_ZNK##N##4whatEv(const struct heddle_error *error) { return TEXT; }
#define TELLING(N, BASE, WHAT)                                                                          \
  CLASS(N, BASE, WHAT, NO_TEXT)                                                                         \
  WEAK void _ZN##N##C2EPKc(struct heddle_error *error, const char *text) {                              \
    error->functions = _ZTV##N + 2;                                                                     \
    error->text = heddle_text_of(text);                                                                 \
  }                                                                                                     \
  WEAK void _ZN##N##C1EPKc(struct heddle_error *error, const char *text) { _ZN##N##C2EPKc(error, text); } \
  WEAK void NAME(_ZN##N##C2ERK, STRING)(struct heddle_error * error, char **text) {                     \
    _ZN##N##C2EPKc(error, *text);                                                                       \
  }                                                                                                     \
  WEAK void NAME(_ZN##N##C1ERK, STRING)(struct heddle_error * error, char **text) {                     \
    _ZN##N##C2EPKc(error, *text);                                                                       \
  }
#define COPIED(N)                                                                                                \
  WEAK const char *_ZNK##N##4whatEv(const struct heddle_error *error) { return error->text; }                    \
  WEAK void _ZN##N##C2ERKS_(struct heddle_error *to, const struct heddle_error *from) { _ZN##N##C2EPKc(to, from->text); } \
  WEAK void _ZN##N##C1ERKS_(struct heddle_error *to, const struct heddle_error *from) { _ZN##N##C2EPKc(to, from->text); } \
  WEAK void _ZN##N##C2EOS_(struct heddle_error *to, struct heddle_error *from) { _ZN##N##C2EPKc(to, from->text); } \
  WEAK void _ZN##N##C1EOS_(struct heddle_error *to, struct heddle_error *from) { _ZN##N##C2EPKc(to, from->text); } \
  WEAK void *_ZN##N##aSERKS_(struct heddle_error *to, const struct heddle_error *from) {                         \
    char *old = to->text;                                                                                        \
    to->text = heddle_text_of(from->text);                                                                       \
    free(old);                                                                                                   \
    return to;                                                                                                   \
  }

WEAK struct heddle_class _ZTISt9exception = {_ZTVN10__cxxabiv117__class_type_infoE + 2, "St9exception", 0};
WEAK void _ZNSt9exceptionD2Ev(struct heddle_error *error) {}
WEAK void _ZNSt9exceptionD1Ev(struct heddle_error *error) {}
WEAK void _ZNSt9exceptionD0Ev(struct heddle_error *error) { free(error); }
WEAK const char *_ZNKSt9exception4whatEv(const struct heddle_error *error) { return "std::exception"; }
WEAK void *_ZTVSt9exception[] = {0, &_ZTISt9exception, _ZNSt9exceptionD1Ev, _ZNSt9exceptionD0Ev,
                                 _ZNKSt9exception4whatEv};
SILENT(St9bad_alloc, St9exception, "std::bad_alloc")
SILENT(St20bad_array_new_length, St9bad_alloc, "std::bad_array_new_length")
SILENT(St8bad_cast, St9exception, "std::bad_cast")
SILENT(St10bad_typeid, St9exception, "std::bad_typeid")
SILENT(St13bad_exception, St9exception, "std::bad_exception")
SILENT(St17bad_function_call, St9exception, "bad_function_call")
SILENT(St12bad_weak_ptr, St9exception, "bad_weak_ptr")
SILENT(St19bad_optional_access, St9exception, "bad optional access")
SILENT(St18bad_variant_access, St9exception, "bad variant access")
TELLING(St11logic_error, St9exception, St11logic_error)
COPIED(St11logic_error)
TELLING(St13runtime_error, St9exception, St13runtime_error)
COPIED(St13runtime_error)
TELLING(St12domain_error, St11logic_error, St11logic_error)
TELLING(St16invalid_argument, St11logic_error, St11logic_error)
TELLING(St12length_error, St11logic_error, St11logic_error)
TELLING(St12out_of_range, St11logic_error, St11logic_error)
TELLING(St11range_error, St13runtime_error, St13runtime_error)
TELLING(St14overflow_error, St13runtime_error, St13runtime_error)
TELLING(St15underflow_error, St13runtime_error, St13runtime_error)
CLASS(St12system_error, St13runtime_error, St13runtime_error, NO_TEXT)

/* Categories of system_error are told apart by their addresses; the texts of errors are not here. */
void heddle_text_of_error_number(void);
static const char *heddle_category_name(void *category) { return "generic"; }
struct heddle_error_value { int number; const void *category; };
static void *const heddle_generic_errors;
static struct heddle_error_value heddle_condition(const void *category, int number) {
  struct heddle_error_value made = {number, &heddle_generic_errors};
  return made;
}
static _Bool heddle_is_condition(const void *category, int number, const struct heddle_error_value *condition) {
  return condition->number == number && condition->category == &heddle_generic_errors;
}
static _Bool heddle_is_code(const void *category, const struct heddle_error_value *code, int number) {
  return code->category == category && code->number == number;
}
static void *heddle_category_functions[] = {0, 0, 0, 0, heddle_category_name, heddle_text_of_error_number,
                                            heddle_text_of_error_number, heddle_condition,
                                            heddle_is_condition, heddle_is_code};
static void *const heddle_generic_errors = heddle_category_functions + 2, *const heddle_system_errors = heddle_category_functions + 2;
WEAK const void *_ZNSt3_V216generic_categoryEv(void) { return &heddle_generic_errors; }
WEAK const void *_ZNSt3_V215system_categoryEv(void) { return &heddle_system_errors; }
WEAK void _ZNSt3_V214error_categoryD2Ev(void *category) {}

static void heddle_throw_silent(void **functions, void *type, void (*destroy)(void *)) {
  struct heddle_error *made = __cxa_allocate_exception(sizeof(void *));
  made->functions = functions + 2;
  __cxa_throw(made, type, destroy);
}
static void heddle_throw_text(void **functions, void *type, void (*destroy)(void *), const char *text) {
  struct heddle_error *made = __cxa_allocate_exception(sizeof *made);
  made->functions = functions + 2;
  made->text = heddle_text_of(text);
  __cxa_throw(made, type, destroy);
}
#define THROWS(F, N) \
  WEAK void F(void) { heddle_throw_silent(_ZTV##N, &_ZTI##N, (void (*)(void *))_ZN##N##D1Ev); }
#define THROWS_TEXT(F, N) \
  WEAK void F(const char *text) { heddle_throw_text(_ZTV##N, &_ZTI##N, (void (*)(void *))_ZN##N##D1Ev, text); }
THROWS(_ZSt17__throw_bad_allocv, St9bad_alloc)
THROWS(_ZSt28__throw_bad_array_new_lengthv, St20bad_array_new_length)
THROWS(__cxa_throw_bad_array_new_length, St20bad_array_new_length)
THROWS(_ZSt25__throw_bad_function_callv, St17bad_function_call)
THROWS(_ZSt16__throw_bad_castv, St8bad_cast)
THROWS(__cxa_bad_cast, St8bad_cast)
THROWS(_ZSt18__throw_bad_typeidv, St10bad_typeid)
THROWS(__cxa_bad_typeid, St10bad_typeid)
THROWS(_ZSt21__throw_bad_exceptionv, St13bad_exception)
THROWS_TEXT(_ZSt20__throw_length_errorPKc, St12length_error)
THROWS_TEXT(_ZSt19__throw_logic_errorPKc, St11logic_error)
THROWS_TEXT(_ZSt20__throw_out_of_rangePKc, St12out_of_range)
THROWS_TEXT(_ZSt24__throw_invalid_argumentPKc, St16invalid_argument)
THROWS_TEXT(_ZSt20__throw_domain_errorPKc, St12domain_error)
THROWS_TEXT(_ZSt19__throw_range_errorPKc, St11range_error)
THROWS_TEXT(_ZSt22__throw_overflow_errorPKc, St14overflow_error)
THROWS_TEXT(_ZSt23__throw_underflow_errorPKc, St15underflow_error)
THROWS_TEXT(_ZSt21__throw_runtime_errorPKc, St13runtime_error)
/* Its text has numbers in it, which nobody tells apart. */
WEAK void _ZSt24__throw_out_of_range_fmtPKcz(const char *format, ...) { _ZSt20__throw_out_of_rangePKc(format); }
WEAK void _ZSt20__throw_system_errori(int number) {
  struct heddle_system_error *made = __cxa_allocate_exception(sizeof *made);
  made->error.functions = _ZTVSt12system_error + 2;
  made->error.text = heddle_text_of("system error");
  made->number = number;
  made->category = &heddle_generic_errors;
  __cxa_throw(made, &_ZTISt12system_error, (void (*)(void *))_ZNSt12system_errorD1Ev);
}
)c"};

}  // namespace heddle::program
