// SPDX-License-Identifier: Apache-2.0
// What functions of libc read and write of their caller's memory, where that is all that others can notice of them. A row
// is enough for one: known_calls.cpp leads its calls by way of touch_arguments. Whatever also waits, keeps something or
// tells after the call how much it wrote has a function of its own (src/runtime/shared/interpose_*.cpp); the rows of such
// functions below have only what those leave out.
//
// What is not known before the call is taken for the least that it can be: one byte of a result of any length. So
// nothing is reported that did not happen, but for a call that fails before it writes.
#include "runtime/control/described_calls.h"

#include <cstring>

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <wchar.h>

#include "runtime/control/described_rows.h"
#include "runtime/control/touch.h"

// In a section of its own: it belongs to what the program keeps.
extern "C" {
__attribute__((section("heddle_kept"), visibility("hidden"), used)) char current_locale = 0;
}

namespace heddle::control {

namespace {

// strftime and its like look at these fields of a date at the least.
constexpr std::size_t kTm = 9 * sizeof(int);

constexpr DescribedCall kCalls[] = {
// when a wait for a lock ends
#define HEDDLE_LOCK_INIT(...)
#define HEDDLE_LOCK_DESTROY(...)
#define HEDDLE_LOCK(...)
#define HEDDLE_TRY_LOCK(...)
#define HEDDLE_TIMED_LOCK(hold, type, name, call) {#name, {in(1, sizeof(timespec))}},
#define HEDDLE_CLOCK_LOCK(hold, type, name, call) {#name, {in(2, sizeof(timespec))}},
#define HEDDLE_UNLOCK(...)
#define HEDDLE_C11_LOCK(...)
#define HEDDLE_C11_TIMED_LOCK(name, its) {#name, {in(1, sizeof(timespec))}},
#define HEDDLE_C11_UNLOCK(...)
#include "runtime/shared/lock_calls.def"
// when another wait ends
#define HEDDLE_CONDITION_TIMED_WAIT(name, call) {#name, {in(2, sizeof(timespec))}},
#define HEDDLE_CONDITION_CLOCK_WAIT(name, call) {#name, {in(3, sizeof(timespec))}},
#define HEDDLE_C11_CONDITION_TIMED_WAIT(name, its) {#name, {in(2, sizeof(timespec))}},
#define HEDDLE_SEMAPHORE_TIMED_WAIT(name, call) {#name, {in(1, sizeof(timespec))}},
#define HEDDLE_SEMAPHORE_CLOCK_WAIT(name, call) {#name, {in(2, sizeof(timespec))}},
#define HEDDLE_THREAD_TIMED_WAIT(name, call) {#name, {in(2, sizeof(timespec))}},
#define HEDDLE_THREAD_CLOCK_WAIT(name, call) {#name, {in(3, sizeof(timespec))}},
#include "runtime/shared/wait_calls.def"
    // how long it sleeps
    {"thrd_sleep", {in(0, sizeof(timespec))}},
    {"nanosleep", {in(0, sizeof(timespec))}},
    {"clock_nanosleep", {in(2, sizeof(timespec))}},
    {"clock_getres", {out(1, sizeof(timespec))}},
    // attributes
    {"pthread_create", {in(1, sizeof(pthread_attr_t))}},
    {"pthread_mutex_init", {in(1, sizeof(pthread_mutexattr_t))}},
    {"pthread_cond_init", {in(1, sizeof(pthread_condattr_t))}},
    {"pthread_rwlock_init", {in(1, sizeof(pthread_rwlockattr_t))}},
    {"pthread_barrier_init", {in(1, sizeof(pthread_barrierattr_t))}},
    {"pthread_attr_init", {out(0, sizeof(pthread_attr_t))}},
    {"pthread_attr_setdetachstate", {both(0, sizeof(pthread_attr_t))}},
    {"pthread_attr_setstacksize", {both(0, sizeof(pthread_attr_t))}},
    {"pthread_attr_setguardsize", {both(0, sizeof(pthread_attr_t))}},
    {"pthread_attr_setschedpolicy", {both(0, sizeof(pthread_attr_t))}},
    {"pthread_attr_getdetachstate", {in(0, sizeof(pthread_attr_t)), out(1, sizeof(int))}},
    {"pthread_attr_getstacksize", {in(0, sizeof(pthread_attr_t)), out(1, sizeof(std::size_t))}},
    {"pthread_mutexattr_init", {out(0, sizeof(pthread_mutexattr_t))}},
    {"pthread_mutexattr_settype", {both(0, sizeof(pthread_mutexattr_t))}},
    {"pthread_mutexattr_setrobust", {both(0, sizeof(pthread_mutexattr_t))}},
    {"pthread_mutexattr_setpshared", {both(0, sizeof(pthread_mutexattr_t))}},
    {"pthread_mutexattr_setprotocol", {both(0, sizeof(pthread_mutexattr_t))}},
    {"pthread_mutexattr_gettype", {in(0, sizeof(pthread_mutexattr_t)), out(1, sizeof(int))}},
    {"pthread_condattr_init", {out(0, sizeof(pthread_condattr_t))}},
    {"pthread_condattr_setclock", {both(0, sizeof(pthread_condattr_t))}},
    {"pthread_rwlockattr_init", {out(0, sizeof(pthread_rwlockattr_t))}},
    {"pthread_rwlockattr_setkind_np", {both(0, sizeof(pthread_rwlockattr_t))}},
    {"pthread_getschedparam", {out(1, sizeof(int)), out(2, sizeof(sched_param))}},
    {"pthread_setschedparam", {in(2, sizeof(sched_param))}},
    {"pthread_getname_np", {out(1, 1)}},
    {"pthread_setname_np", {text(1)}},
    {"pthread_key_create", {out(0, sizeof(pthread_key_t))}},
    // signals
    {"sigemptyset", {out(0, sizeof(sigset_t))}},
    {"sigfillset", {out(0, sizeof(sigset_t))}},
    {"sigaddset", {both(0, sizeof(sigset_t))}},
    {"sigdelset", {both(0, sizeof(sigset_t))}},
    {"sigismember", {in(0, sizeof(sigset_t))}},
    {"sigaction", {in(1, sizeof(struct sigaction)), out(2, sizeof(struct sigaction))}},
    {"pthread_sigmask", {in(1, sizeof(sigset_t)), out(2, sizeof(sigset_t))}},
    {"sigprocmask", {in(1, sizeof(sigset_t)), out(2, sizeof(sigset_t))}},
    // paths and names
    {"open", {text(0)}},
    {"open64", {text(0)}},
    {"creat", {text(0)}},
    {"fopen", {text(0), text(1)}},
    {"fopen64", {text(0), text(1)}},
    {"stat", {text(0)}},
    {"stat64", {text(0)}},
    {"lstat", {text(0)}},
    {"access", {text(0)}},
    {"unlink", {text(0)}},
    {"remove", {text(0)}},
    {"rename", {text(0), text(1)}},
    {"mkdir", {text(0)}},
    {"rmdir", {text(0)}},
    {"chdir", {text(0)}},
    {"opendir", {text(0)}},
    {"mkstemp", {{0, Use::changes_text}}},
    {"mkdtemp", {{0, Use::changes_text}}},
    {"realpath", {text(0)}},
    {"setenv", {text(0), text(1)}},
    {"unsetenv", {text(0)}},
    {"getenv", {text(0)}},
    {"system", {text(0)}},
    // what the system says
    {"uname", {out(0, sizeof(utsname))}},
    {"gethostname", {out(0, 1)}},
    {"getrusage", {out(1, sizeof(rusage))}},
    {"getrlimit", {out(1, sizeof(rlimit))}},
    {"setrlimit", {in(1, sizeof(rlimit))}},
    {"times", {out(0, sizeof(tms))}},
    {"sched_getaffinity", {filled(2, 1)}},
    {"pthread_getaffinity_np", {filled(2, 1)}},
    {"getcpu", {out(0, sizeof(unsigned)), out(1, sizeof(unsigned))}},
    {"getloadavg", {out(0, sizeof(double))}},
    {"clock_getcpuclockid", {out(1, sizeof(clockid_t))}},
    {"pthread_getcpuclockid", {out(1, sizeof(clockid_t))}},
    {"pthread_getattr_np", {out(1, sizeof(pthread_attr_t))}},
    {"pthread_setcancelstate", {out(1, sizeof(int))}},
    {"pthread_setcanceltype", {out(1, sizeof(int))}},
    {"sigpending", {out(0, 8)}},
    {"dladdr", {out(1, sizeof(Dl_info))}},
    {"backtrace", {out(0, sizeof(void*))}},
    {"perror", {text(0)}},
    {"getrandom", {filled(0, 1)}},
    {"getentropy", {filled(0, 1)}},
    {"pipe", {out(0, 2 * sizeof(int))}},
    {"pipe2", {out(0, 2 * sizeof(int))}},
    {"socketpair", {out(3, 2 * sizeof(int))}},
    // conversions
    {"inet_ntop", {in(1, 4), out(2, 1)}},
    {"inet_pton", {text(1), out(2, 4)}},
    {"mbrtowc", {out(0, sizeof(wchar_t)), in(1, 1), locale()}},
    {"mbtowc", {out(0, sizeof(wchar_t)), in(1, 1), locale()}},
    {"mbstowcs", {out(0, sizeof(wchar_t)), text(1), locale()}},
    {"wcstombs", {out(0, 1), in(1, sizeof(wchar_t)), locale()}},
    {"memccpy", {out(0, 1), in(1, 1)}},
    {"bzero", {filled(0, 1)}},
    {"bcopy", {whole(0, 2), filled(1, 2)}},
    {"asctime_r", {in(0, sizeof(tm)), out(1, 26)}},
    {"wctomb", {out(0, 1), locale()}},
    {"wcrtomb", {out(0, 1), both(2, sizeof(mbstate_t)), locale()}},
    {"mbsrtowcs", {out(0, sizeof(wchar_t)), both(1, sizeof(char*)), locale()}},
    {"mblen", {in(0, 1), locale()}},
    {"wcsftime", {out(0, sizeof(wchar_t)), in(3, kTm), locale()}},
    {"strfmon", {out(0, 1), locale()}},
    {"localtime_r", {in(0, sizeof(time_t))}},
    {"gmtime_r", {in(0, sizeof(time_t))}},
    {"ctime_r", {in(0, sizeof(time_t))}},
    {"inet_addr", {text(0)}},
    {"inet_aton", {text(0), out(1, 4)}},
    {"dirname", {{0, Use::changes_text}}},
    {"erand48", {both(0, 6)}},
    {"nrand48", {both(0, 6)}},
    {"jrand48", {both(0, 6)}},
    // what setlocale says matters to them, but for what it says of one thread (uselocale)
    {"printf", {locale()}},
    {"fprintf", {locale()}},
    {"sprintf", {locale()}},
    {"snprintf", {locale()}},
    {"vprintf", {locale()}},
    {"vfprintf", {locale()}},
    {"vsprintf", {locale()}},
    {"vsnprintf", {locale()}},
    {"dprintf", {locale()}},
    {"asprintf", {locale()}},
    {"vasprintf", {locale()}},
    {"scanf", {locale()}},
    {"fscanf", {locale()}},
    {"sscanf", {locale()}},
    {"vsscanf", {locale()}},
    {"__isoc99_scanf", {locale()}},
    {"__isoc99_fscanf", {locale()}},
    {"__isoc99_sscanf", {locale()}},
    {"strtod", {locale()}},
    {"strtof", {locale()}},
    {"strtold", {locale()}},
    {"atof", {locale()}},
    {"strcoll", {locale()}},
    {"strxfrm", {locale()}},
    {"strftime", {text(2), in(3, kTm), locale()}},
    {"toupper", {locale()}},
    {"tolower", {locale()}},
    {"isalnum", {locale()}},
    {"isalpha", {locale()}},
    {"isblank", {locale()}},
    {"iscntrl", {locale()}},
    {"isdigit", {locale()}},
    {"isgraph", {locale()}},
    {"islower", {locale()}},
    {"isprint", {locale()}},
    {"ispunct", {locale()}},
    {"isspace", {locale()}},
    {"isupper", {locale()}},
    {"isxdigit", {locale()}},
    {"__ctype_b_loc", {locale()}},
    {"__ctype_tolower_loc", {locale()}},
    {"__ctype_toupper_loc", {locale()}},
    {"localeconv", {locale()}},
    {"nl_langinfo", {locale()}},
    {"strerror", {locale()}},
    {"towupper", {locale()}},
    {"towlower", {locale()}},
    {"iswalpha", {locale()}},
    {"iswalnum", {locale()}},
    {"wcscoll", {locale()}},
    {"wcsxfrm", {locale()}},
    {"wcsftime", {locale()}},
    {"wcstod", {locale()}},
    {"btowc", {locale()}},
    {"wctob", {locale()}},
    {"mbrlen", {locale()}},
    {"wcrtomb", {locale()}},
    {"wctomb", {locale()}},
    {"strfmon", {locale()}},
    // results beside the one that is returned; numbers with a fraction come in registers of their own
    {"modf", {out(0, sizeof(double))}},
    {"modff", {out(0, sizeof(float))}},
    {"frexp", {out(0, sizeof(int))}},
    {"frexpf", {out(0, sizeof(int))}},
    {"frexpl", {out(0, sizeof(int))}},
    {"modfl", {out(0, 10)}},
    {"remquo", {out(0, sizeof(int))}},
    {"remquof", {out(0, sizeof(int))}},
    {"lgamma", {signgam()}},
    {"lgammaf", {signgam()}},
    {"lgammal", {signgam()}},
    {"gamma", {signgam()}},
    {"gammaf", {signgam()}},
    {"gammal", {signgam()}},
    {"lgamma_r", {out(0, sizeof(int))}},
    {"sincos", {out(0, sizeof(double)), out(1, sizeof(double))}},
    {"sincosf", {out(0, sizeof(float)), out(1, sizeof(float))}},
};

}  // namespace

std::span<const DescribedCall> calls_of_libc() { return kCalls; }

const DescribedCall* described_call(const char* name) {
  for (const auto calls : {calls_of_libc(), calls_of_library()})
    for (const DescribedCall& call : calls) {
      const std::size_t length = std::strlen(call.name);
      if (call.name[length - 1] == '*' ? std::strncmp(call.name, name, length - 1) == 0
                                       : std::strcmp(call.name, name) == 0)
        return &call;
    }
  return nullptr;
}

namespace {
void* sign_of_gamma = nullptr;
}
void watch_signgam() { sign_of_gamma = dlsym(RTLD_DEFAULT, "signgam"); }

void use_locale(bool write, const void* pc) { touch(&current_locale, sizeof current_locale, write, pc); }

void touch_arguments(const DescribedCall& call, const std::uint64_t (&arguments)[6], const void* pc) {
  for (const Argument& argument : call.arguments) {
    if (argument.use == Use::depends_on_locale) use_locale(false, pc);
    if (argument.use == Use::sets_signgam && sign_of_gamma != nullptr)
      touch(sign_of_gamma, sizeof(int), true, pc);
    const auto* at = reinterpret_cast<const char*>(arguments[argument.number]);
    if (argument.use == Use::none || argument.use >= Use::depends_on_locale || at == nullptr) continue;
    const bool is_text = argument.use == Use::reads_text || argument.use == Use::changes_text;
    std::size_t bytes = is_text ? std::strlen(at) + 1 : argument.bytes;
    if (argument.size_in != Argument::kNoSize) bytes *= arguments[argument.size_in];
    if (bytes == 0) continue;
    at += argument.offset;
    if (argument.use != Use::writes) touch(at, bytes, false, pc);
    if (argument.use != Use::reads && argument.use != Use::reads_text) touch(at, bytes, true, pc);
  }
}

}  // namespace heddle::control
