// SPDX-License-Identifier: Apache-2.0
// Calls whose work is done by a thread of libc's own, after they have returned: asynchronous input and output, and
// functions of the program that are to be called when something happened. Such a thread is not explored. What it reads
// and writes is a doubt, even where the program has one thread; a function of the program is never called by it: the
// execution is cut where it was asked for.
#include <aio.h>
#include <mqueue.h>
#include <netdb.h>
#include <signal.h>
#include <time.h>

#include "runtime/control/failures.h"
#include "runtime/control/touch.h"
#include "runtime/control/turns.h"
#include "runtime/control/world.h"
#include "runtime/shared/abi.h"

using namespace heddle::control;

namespace {
void begins(const char* call, const sigevent* event) {
  if (!controlled()) return;
  if (event != nullptr && event->sigev_notify == SIGEV_THREAD) cut(Doubt::unknown_call, call);
  doubt(Doubt::unknown_call, call);
}
// A signal that comes of it is the business of hooks_signals.cpp and hooks_time.cpp.
void asks_for(const char* call, const sigevent* event) {
  if (event != nullptr && event->sigev_notify == SIGEV_THREAD) begins(call, event);
}
}  // namespace

#define HEDDLE_HELPED(name, parameters, given, event) \
  HEDDLE_INTERPOSE int name parameters noexcept {     \
    begins(#name, event);                             \
    return HEDDLE_LIBC(name) given;                   \
  }
HEDDLE_HELPED(aio_read, (aiocb * block), (block), &block->aio_sigevent)
HEDDLE_HELPED(aio_read64, (aiocb64 * block), (block), &block->aio_sigevent)
HEDDLE_HELPED(aio_write, (aiocb * block), (block), &block->aio_sigevent)
HEDDLE_HELPED(aio_write64, (aiocb64 * block), (block), &block->aio_sigevent)
HEDDLE_HELPED(aio_fsync, (int operation, aiocb* block), (operation, block), &block->aio_sigevent)
HEDDLE_HELPED(aio_fsync64, (int operation, aiocb64* block), (operation, block), &block->aio_sigevent)
HEDDLE_HELPED(lio_listio, (int mode, aiocb* const* list, int count, sigevent* event),
              (mode, list, count, event), event)
HEDDLE_HELPED(lio_listio64, (int mode, aiocb64* const* list, int count, sigevent* event),
              (mode, list, count, event), event)
HEDDLE_INTERPOSE int getaddrinfo_a(int mode, gaicb** list, int count, sigevent* event) {
  begins("getaddrinfo_a", event);
  return HEDDLE_LIBC(getaddrinfo_a)(mode, list, count, event);
}
HEDDLE_INTERPOSE int timer_create(clockid_t clock, sigevent* event, timer_t* timer) noexcept {
  asks_for("timer_create, with a function to call", event);
  return HEDDLE_LIBC(timer_create)(clock, event, timer);
}
HEDDLE_INTERPOSE int mq_notify(mqd_t queue, const sigevent* event) noexcept {
  asks_for("mq_notify, with a function to call", event);
  return HEDDLE_LIBC(mq_notify)(queue, event);
}
