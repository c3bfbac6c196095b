// SPDX-License-Identifier: Apache-2.0
// What functions of libc read and write of their caller's memory, where that is all that others can notice of them: those
// that ask the system, and those of threads and their attributes. Of a structure of which only parts are sure to be
// touched, the row has those parts.
#include <cstddef>
#include <cstdio>

#include <dlfcn.h>
#include <fenv.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <termios.h>
#include <time.h>
#include <ucontext.h>

#include "runtime/control/described_rows.h"
#include "runtime/shared/raw.h"

namespace heddle::control {
namespace {

constexpr std::size_t kSignals = 8;  // of a sigset_t; the rest of it is never looked at
constexpr std::size_t kQueueAttributes = 4 * sizeof(long), kOption = 256;
constexpr std::size_t kJumpBuffer = offsetof(__jmp_buf_tag, __saved_mask);

std::size_t environment_bytes(const Arguments& arguments) {  // FE_DFL_ENV is no address
  return arguments[0] == ~std::uint64_t{0} ? 0 : sizeof(fenv_t);
}

// The option is asked for once more, elsewhere; but not the one that is gone when it was read.
std::size_t option_bytes(const Arguments& arguments) {
  if (arguments[4] == 0) return 0;
  const socklen_t room = *reinterpret_cast<const socklen_t*>(arguments[4]);
  if (arguments[1] == SOL_SOCKET && arguments[2] == SO_ERROR) return room < sizeof(int) ? room : sizeof(int);
  char other[kOption];
  socklen_t bytes = room < kOption ? room : kOption;
  const long failed = runtime::raw_syscall(SYS_getsockopt, static_cast<long>(arguments[0]),
                                           static_cast<long>(arguments[1]), static_cast<long>(arguments[2]),
                                           reinterpret_cast<long>(other), reinterpret_cast<long>(&bytes));
  return failed != 0 ? 0 : bytes;
}

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
    {"pthread_mutex_init", {in(1, sizeof(pthread_mutexattr_t))}},
    {"pthread_cond_init", {in(1, sizeof(pthread_condattr_t))}},
    {"pthread_rwlock_init", {in(1, sizeof(pthread_rwlockattr_t))}},
    {"pthread_barrier_init", {in(1, sizeof(pthread_barrierattr_t))}},
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
    {"sched_getcpu", {random_result()}},
    {"select", {both(4, sizeof(timeval))}},
    {"pselect", {in(4, sizeof(timespec))}},
    {"__sched_cpucount", {whole(1, 0)}},
    {"setjmp",
     {out(0, kJumpBuffer + kSignals)}},  // the function keeps the signals, too; the macro is _setjmp
    {"_setjmp", {out(0, kJumpBuffer)}},
    {"__sigsetjmp", {out(0, kJumpBuffer)}},
    {"longjmp", {in(0, kJumpBuffer)}},
    {"_longjmp", {in(0, kJumpBuffer)}},
    {"siglongjmp", {in(0, kJumpBuffer)}},
    {"__longjmp_chk", {in(0, kJumpBuffer)}},
    {"getenv", {text(0)}},
    {"system", {text(0)}},
    // what the system says
    {"uname", {out(0, sizeof(utsname))}},
    {"getrusage", {out(1, sizeof(rusage))}},
    {"getrlimit", {out(1, sizeof(rlimit))}},
    {"setrlimit", {in(1, sizeof(rlimit))}},
    {"times", {out(0, sizeof(tms))}},
    {"sched_getaffinity", {filled(2, 1)}},
    {"pthread_getaffinity_np", {filled(2, 1)}},
    {"getcpu", {out(0, sizeof(unsigned)), out(1, sizeof(unsigned))}},
    {"getloadavg", {rehearsed(0, sizeof(double), 1)}},
    {"clock_getcpuclockid", {out(1, sizeof(clockid_t))}},
    {"pthread_getcpuclockid", {out(1, sizeof(clockid_t))}},
    {"pthread_getattr_np", {out(1, sizeof(pthread_attr_t))}},
    {"pthread_setcancelstate", {out(1, sizeof(int))}},
    {"pthread_setcanceltype", {out(1, sizeof(int))}},
    {"sigpending", {out(0, 8)}},
    {"dladdr", {out(1, sizeof(Dl_info))}},
    {"backtrace", {out(0, sizeof(void*))}},
    {"perror", {text(0)}},
    {"getrandom", {random(0, 1)}},
    {"getentropy", {random(0, 1)}},
    {"pipe", {out(0, 2 * sizeof(int))}},
    {"pipe2", {out(0, 2 * sizeof(int))}},
    {"socketpair", {out(3, 2 * sizeof(int))}},
    // the rest of the attributes
    {"pthread_attr_init", {out(0, sizeof(pthread_attr_t))}},
    {"pthread_attr_getstack", {in(0, sizeof(pthread_attr_t)), out(1, sizeof(void*)), out(2, sizeof(void*))}},
    {"pthread_attr_getstackaddr", {in(0, sizeof(pthread_attr_t)), out(1, sizeof(void*))}},
    {"pthread_attr_getguardsize", {in(0, sizeof(pthread_attr_t)), out(1, sizeof(std::size_t))}},
    {"pthread_attr_getaffinity_np", {in(0, sizeof(pthread_attr_t)), filled(2, 1)}},
    {"pthread_attr_get*", {in(0, sizeof(pthread_attr_t)), out(1, sizeof(int))}},
    {"pthread_attr_*", {both(0, sizeof(pthread_attr_t))}},
    {"pthread_mutexattr_get*", {in(0, sizeof(pthread_mutexattr_t)), out(1, sizeof(int))}},
    {"pthread_mutexattr_*", {both(0, sizeof(pthread_mutexattr_t))}},
    {"pthread_condattr_get*", {in(0, sizeof(pthread_condattr_t)), out(1, sizeof(int))}},
    {"pthread_condattr_*", {both(0, sizeof(pthread_condattr_t))}},
    {"pthread_rwlockattr_get*", {in(0, sizeof(pthread_rwlockattr_t)), out(1, sizeof(int))}},
    {"pthread_rwlockattr_*", {both(0, sizeof(pthread_rwlockattr_t))}},
    {"pthread_barrierattr_get*", {in(0, sizeof(pthread_barrierattr_t)), out(1, sizeof(int))}},
    {"pthread_barrierattr_*", {both(0, sizeof(pthread_barrierattr_t))}},
    {"posix_spawnattr_get*", {in(0, 1), out(1, 1)}},
    {"posix_spawnattr_*", {both(0, 1)}},
    {"posix_spawn_file_actions_*", {both(0, 1)}},
    {"sigandset", {out(0, kSignals), in(1, kSignals), in(2, kSignals)}},
    {"sigorset", {out(0, kSignals), in(1, kSignals), in(2, kSignals)}},
    {"sigisemptyset", {in(0, kSignals)}},
    {"sigaltstack", {in(0, sizeof(stack_t)), out(1, sizeof(stack_t))}},
    {"fegetenv", {out(0, sizeof(fenv_t))}},
    {"feholdexcept", {out(0, sizeof(fenv_t))}},
    {"fesetenv", {reads_as(0, environment_bytes)}},
    {"feupdateenv", {reads_as(0, environment_bytes)}},
    {"fegetexceptflag", {out(0, sizeof(fexcept_t))}},
    {"fesetexceptflag", {in(0, sizeof(fexcept_t))}},
    {"getcontext", {out(0, sizeof(greg_t), offsetof(ucontext_t, uc_mcontext))}},
    {"setcontext", {in(0, sizeof(greg_t), offsetof(ucontext_t, uc_mcontext))}},
    {"swapcontext",
     {out(0, sizeof(greg_t), offsetof(ucontext_t, uc_mcontext)),
      in(1, sizeof(greg_t), offsetof(ucontext_t, uc_mcontext))}},
    {"makecontext", {both(0, sizeof(void*))}},
    // sockets and other handles of the kernel
    {"bind", {whole(1, 2)}},
    {"connect", {whole(1, 2)}},
    {"sendto", {whole(4, 5)}},
    {"setsockopt", {whole(3, 4)}},
    {"getsockopt", {writes_as(3, option_bytes), both(4, sizeof(socklen_t))}},
    {"getsockname", {rehearsed(1, sizeof(sockaddr_storage)), both(2, sizeof(socklen_t))}},
    {"getpeername", {rehearsed(1, sizeof(sockaddr_storage)), both(2, sizeof(socklen_t))}},
    {"epoll_ctl", {in(3, sizeof(epoll_event))}},
    {"eventfd_read", {out(1, sizeof(eventfd_t))}},
    {"timerfd_settime", {in(2, sizeof(itimerspec)), out(3, sizeof(itimerspec))}},
    {"timerfd_gettime", {out(1, sizeof(itimerspec))}},
    {"timer_settime", {in(2, sizeof(itimerspec)), out(3, sizeof(itimerspec))}},
    {"timer_gettime", {out(1, sizeof(itimerspec))}},
    {"timer_create", {in(1, sizeof(int), offsetof(sigevent, sigev_notify)), out(2, sizeof(timer_t))}},
    {"setitimer", {in(1, sizeof(itimerval)), out(2, sizeof(itimerval))}},
    {"mq_open", {text(0)}},
    {"mq_unlink", {text(0)}},
    {"mq_getattr", {out(1, kQueueAttributes)}},
    {"mq_setattr", {in(1, kQueueAttributes), out(2, kQueueAttributes)}},
    {"semtimedop", {whole(1, 2, sizeof(sembuf)), in(3, sizeof(timespec))}},
    {"inotify_add_watch", {text(1)}},
    {"memfd_create", {text(0)}},
    {"shm_open", {text(0)}},
    {"shm_unlink", {text(0)}},
    {"sem_open", {text(0)}},
    {"sem_unlink", {text(0)}},
    {"fdopen", {text(1)}},
    {"fmemopen", {text(2)}},
    {"sendfile", {both(2, sizeof(off_t))}},
    {"tcgetattr", {out(1, sizeof(termios))}},
    {"tcsetattr", {in(2, sizeof(termios))}},
    {"cfmakeraw", {both(0, sizeof(termios))}},
    {"fsetpos", {in(1, sizeof(fpos_t))}},
    {"fgetpos", {out(1, sizeof(std::uint64_t))}},
    // names that the system tells, and what else it says
    {"pthread_getname_np", {out(1, 16)}},
    {"gethostname", {rehearsed(0, 1, 1)}},
    {"getdomainname", {rehearsed(0, 1, 1)}},
    {"ttyname_r", {rehearsed(1, 1, 2)}},
    {"getlogin_r", {rehearsed(0, 1, 1)}},
    {"ptsname_r", {rehearsed(1, 1, 2)}},
    {"confstr", {rehearsed(1, 1, 2)}},
    {"getgroups", {rehearsed(1, sizeof(gid_t), 0)}},
    {"sched_getparam", {out(1, sizeof(sched_param))}},
    {"sched_rr_get_interval", {out(1, sizeof(timespec))}},
    {"glob", {text(0), out(3, 2 * sizeof(void*))}},
    {"globfree", {both(0, 2 * sizeof(void*))}},
    {"dlopen", {text(0)}},
    {"dlsym", {text(1)}},
    {"backtrace_symbols", {whole(0, 1, sizeof(void*))}},
    {"backtrace_symbols_fd", {whole(0, 1, sizeof(void*))}},
    {"arc4random_buf", {random(0, 1)}},
    {"arc4random", {random_result()}},
    {"arc4random_uniform", {random_result()}},
    {"secure_getenv", {text(0)}},
    {"newlocale", {text(1)}},
    {"setlocale", {text(1)}},
};

}  // namespace

std::span<const DescribedCall> calls_of_system() { return kCalls; }

}  // namespace heddle::control
