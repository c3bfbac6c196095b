// SPDX-License-Identifier: Apache-2.0
// Streams of C. Each call on a stream is one step, on the stream and on its file, under the stream's lock: it orders
// threads as any lock does. flockfile holds it for longer. The lock is kept here and never in libc, whose own would
// stop the thread of the system that runs all the others too. A call *uses* the stream's memory as a call
// on a mutex does that of the mutex (lives.cpp), which fclose frees; a call without the lock (putc_unlocked) is
// a plain write of it, unless its thread has the lock.
//
// A stream of fopencookie reads and writes by functions of the program, in the middle of a call: such a call holds
// the lock until it returns. What still stands in its buffer at the end of the process is written then.
//
// Standard streams are nobody's input, and most programs write to them all the time: calls on them are steps only if somebody
// locks a stream, uses one without its lock or closes one, in any execution. Until then which of two calls is first makes
// no difference: they are the same uses of the stream's memory as above, in whatever order they come. libc never frees that
// memory, so it is kept here which of them are closed.
#include <cstdio>
#include <cstring>
#include <cwchar>

#include <fcntl.h>
#include <stdio_ext.h>

#include "runtime/control/calls.h"
#include "runtime/control/doubt_places.h"
#include "runtime/control/files.h"
#include "runtime/control/locks.h"
#include "runtime/control/touch.h"
#include "runtime/control/turns.h"
#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"

namespace heddle::control {
namespace {

constexpr std::size_t kUsed =
    64;                       // of its bytes: flags and pointers, which macros of stdio.h touch themselves
std::uint32_t locked_in = 0;  // the last execution in which a stream was locked, or used without

Object& lock_of(FILE* stream) { return object_at(stream, Role::file); }
bool are_locked() { return locked_in == world.generation || is_visible(Shared::kStreams); }

void note_matters() {
  locked_in = world.generation;
  make_visible(Shared::kStreams);
}
void note_locked(const void* pc) {
  if (world.memory != nullptr) cut_at(Doubt::beyond_model, "flockfile", pc);
  note_matters();
}

struct Closed {
  std::uint32_t generation = 0;
  Place place;
};
Closed closed[3];  // of the standard streams
Closed* closed_of(const FILE* stream) {
  return stream == stdin ? closed : stream == stdout ? closed + 1 : stream == stderr ? closed + 2 : nullptr;
}
// True: it is one of them, and is closed.
bool is_closed(const FILE* stream, const void* pc) {
  const Closed* known = closed_of(stream);
  if (known == nullptr || known->generation != world.generation) return false;
  Place places[2] = {known->place, here(Action::write, number(stream), kUsed, pc)};
  fail(FailureKind::use_after_free, "", number(stream), kUsed, places, 2);
  return true;
}
void close_standard(const FILE* stream, const void* pc) {
  Closed* known = closed_of(stream);
  if (known == nullptr) return;
  range_ends(number(stream), kUsed, true, Action::free, pc);
  *known = {world.generation, here(Action::free, number(stream), kUsed, pc)};
}

// True: the caller has it.
bool take(FILE* stream, bool waits, const void* pc) {
  Controlled& self = *world.current;
  Object& lock = lock_of(stream);
  Operation operation = on(lock, true);
  if (waits && lock.state.owner != self.number) operation.need = Need::exclusive;
  reach(operation, &lock, Action::acquire, number(stream), pc);
  note_before(operation, lock);
  if (in_heap(number(stream))) check_heap(number(stream), sizeof(int), true, pc);
  const bool is_free = lock.state.owner == kNoThread;
  if (is_free) {
    lock.state.owner = self.number;
    hold(lock, false);
    if (lock.published_any) acquire_from(self, lock.published);
  }
  const bool taken = lock.state.owner == self.number;
  if (taken) ++lock.state.depth;
  effect();
  performed(operation);
  return taken;
}

void give_back(FILE* stream, const void* pc) {
  Object& lock = lock_of(stream);
  Controlled& self = *world.current;
  if (lock.state.owner != self.number)
    misused(sync::Object::mutex,
            lock.state.owner == kNoThread ? sync::Misuse::unlocked_free : sync::Misuse::unlocked_by_other,
            number(stream), pc);
  Operation operation = on(lock, true);
  reach(operation, &lock, Action::release, number(stream), pc);
  note_before(operation, lock);
  if (--lock.state.depth == 0) {
    lock.state.owner = kNoThread;
    let_go(lock);
    publish(self, lock, false);
  }
  effect();
  performed(operation);
}

}  // namespace

namespace {
// Memory that the program gave to its streams is its own, and their calls use it: as a buffer in front of a file (setvbuf),
// or in the place of a file (fmemopen). The latter has a buffer of libc's in front of it. Or it gave functions.
enum class GivenAs : unsigned char { buffer, file, functions };
struct Given {
  FILE* stream;
  char* buffer;
  std::size_t size;
  std::uint32_t generation;  // of the execution that did; 0: it was before
  GivenAs as;
};
Given given_buffers[64];
bool has_given_functions = false;  // as one of them, at any time

bool is_over(const Given& given) { return given.generation != 0 && given.generation != world.generation; }

void give_buffer(FILE* stream, char* buffer, std::size_t size, GivenAs as = GivenAs::buffer) {
  has_given_functions |= as == GivenAs::functions;
  for (Given& given : given_buffers) {
    if (given.stream != nullptr && (given.stream != stream || given.as != as) && !is_over(given)) continue;
    given = {stream, buffer, size, controlled() ? world.generation : 0, as};
    return;
  }
  if (controlled()) doubt(Doubt::unknown_call, "setvbuf, for more than 64 streams");
}
// What stands in libc's buffer comes into the memory behind it, with a zero if there is room.
void tell_flushed(const Given& given, const void* pc) {
  const std::size_t pending = __fpending(given.stream);
  const long end = HEDDLE_LIBC(ftell)(given.stream);
  if (pending == 0 || end < 0 || static_cast<std::size_t>(end) > given.size) return;
  const auto until = static_cast<std::size_t>(end);
  touch(given.buffer + (until - pending), pending + (until < given.size ? 1 : 0), true, pc);
}
void use_buffer(const FILE* stream, FileUse use, const void* pc) {
  for (const Given& given : given_buffers) {
    if (given.stream != stream || given.buffer == nullptr) continue;
    if (is_over(given)) continue;
    if (given.as == GivenAs::buffer)
      touch(given.buffer, given.size, true, pc);
    else if (use == FileUse::reads || use == FileUse::reads_unlocked)
      touch(given.buffer, given.size, false, pc);
    else if (use == FileUse::moves || use == FileUse::closes)
      tell_flushed(given, pc);
  }
}

Given* functions_of(const FILE* stream) {
  for (Given& given : given_buffers)
    if (given.stream == stream && given.as == GivenAs::functions && !is_over(given)) return &given;
  return nullptr;
}

void step_on_stream(_IO_FILE* stream, FileUse use, const void* pc);
}  // namespace

HeldStream::HeldStream(_IO_FILE* stream, FileUse use, const void* pc) : pc_(pc) {
  if (!controlled()) return;
  if (use < FileUse::looks_unlocked && functions_of(stream) != nullptr) {
    if (world.memory != nullptr) cut_at(Doubt::beyond_model, "fopencookie", pc);
    take(stream, true, pc);
    held_ = stream;
  }
  step_on_file(stream, use, pc);
}
HeldStream::~HeldStream() {
  if (held_ != nullptr) give_back(held_, pc_);
}

void step_on_file(_IO_FILE* stream, FileUse use, const void* pc) {
  if (!controlled()) return;
  step_on_stream(stream, use, pc);
  use_buffer(stream, use, pc);
}

namespace {
void step_on_stream(_IO_FILE* stream, FileUse use, const void* pc) {
  const std::uint64_t where = number(stream);
  const bool in_memory = in_heap(where);
  if (in_memory) check_heap(where, kUsed, true, pc);
  const bool unlocked = use >= FileUse::looks_unlocked, closes = use == FileUse::closes;
  if (unlocked) use = static_cast<FileUse>(static_cast<int>(use) - static_cast<int>(FileUse::looks_unlocked));
  if (!in_memory && (unlocked || closes)) note_matters();
  Object& lock = lock_of(stream);
  const bool is_step = in_memory || are_locked();
  if (is_step)
    step_on_open_file(in_memory ? fileno(stream) : -1, use, unlocked && !in_memory ? nullptr : &lock, pc);
  // It may have gone meanwhile.
  if (in_memory)
    check_heap(where, kUsed, true, pc);
  else if (is_closed(stream, pc))
    return;
  Controlled& self = *world.current;
  const bool locks = !unlocked || lock.state.owner == self.number;
  if (locks && is_step && lock.published_any) acquire_from(self, lock.published);
  access(where, kUsed, true, locks, pc);
  if (closes && !in_memory) close_standard(stream, pc);
  // Who is no step learns of nobody, but whoever locks the stream for the first time in this execution learns of all.
  if (locks) publish(self, lock, !is_step);
}
}  // namespace

}  // namespace heddle::control

using namespace heddle::control;

HEDDLE_INTERPOSE int setvbuf(FILE* stream, char* buffer, int mode, std::size_t size) noexcept {
  HEDDLE_FILE_STEP(stream, moves);
  give_buffer(stream, mode == _IONBF ? nullptr : buffer, size);
  return HEDDLE_LIBC(setvbuf)(stream, buffer, mode, size);
}
HEDDLE_INTERPOSE void setbuf(FILE* stream, char* buffer) noexcept {
  HEDDLE_FILE_STEP(stream, moves);
  give_buffer(stream, buffer, BUFSIZ);
  HEDDLE_LIBC(setbuf)(stream, buffer);
}
HEDDLE_INTERPOSE void setbuffer(FILE* stream, char* buffer, std::size_t size) noexcept {
  HEDDLE_FILE_STEP(stream, moves);
  give_buffer(stream, buffer, size);
  HEDDLE_LIBC(setbuffer)(stream, buffer, size);
}
HEDDLE_INTERPOSE void flockfile(FILE* stream) noexcept {
  if (!controlled()) return HEDDLE_LIBC(flockfile)(stream);
  note_locked(HEDDLE_PC);
  take(stream, true, HEDDLE_PC);
}
HEDDLE_INTERPOSE int ftrylockfile(FILE* stream) noexcept {
  if (!controlled()) return HEDDLE_LIBC(ftrylockfile)(stream);
  note_locked(HEDDLE_PC);
  return take(stream, false, HEDDLE_PC) ? 0 : -1;
}
HEDDLE_INTERPOSE void funlockfile(FILE* stream) noexcept {
  if (controlled())
    give_back(stream, HEDDLE_PC);
  else
    HEDDLE_LIBC(funlockfile)(stream);
}

namespace {
// What open_memstream was given is written when the stream is flushed or closed, and the text with it.
class InMemory {
 public:
  static void opened(FILE* stream, char** text, std::size_t* size, const void* pc) {
    touch(text, sizeof *text, true, pc);
    touch(size, sizeof *size, true, pc);
    Known* known = list();
    while (known != nullptr && known->stream != nullptr) known = known->next;
    if (known == nullptr) {
      known = static_cast<Known*>(map_apart(sizeof(Known)));
      known->next = first;
      first = known;
    }
    known->stream = stream;
    known->text = text;
    known->size = size;
  }
  InMemory(const FILE* stream, bool closes, const void* pc) : pc_(pc) {  // nullptr: all of them
    if (!controlled()) return;
    for (Known* known = list(); known != nullptr; known = known->next) {
      if (known->stream == nullptr || (stream != nullptr && known->stream != stream)) continue;
      touch(known->text, sizeof *known->text, true, pc);
      touch(known->size, sizeof *known->size, true, pc);
      if (stream == nullptr) continue;
      told_ = *known;
      if (closes) known->stream = nullptr;
    }
  }
  ~InMemory() {
    if (told_.text != nullptr && *told_.text != nullptr) touched(*told_.text, *told_.size + 1, true, pc_);
  }
  InMemory(const InMemory&) = delete;
  InMemory& operator=(const InMemory&) = delete;

 private:
  struct Known {
    const FILE* stream = nullptr;
    char** text = nullptr;
    std::size_t* size = nullptr;
    Known* next = nullptr;
  };
  static Known* list() {
    if (generation != world.generation)
      for (Known* known = first; known != nullptr; known = known->next) known->stream = nullptr;
    generation = world.generation;
    return first;
  }
  inline static Known* first = nullptr;
  inline static std::uint32_t generation = 0;
  Known told_;
  const void* pc_;
};
}  // namespace

#define HEDDLE_ON_STREAM(type, name, parameters, given, use) \
  HEDDLE_INTERPOSE type name parameters {                    \
    HEDDLE_FILE_STEP(stream, use);                           \
    return HEDDLE_LIBC(name) given;                          \
  }
#define HEDDLE_ON_STREAM_NOEXCEPT(type, name, parameters, given, use) \
  HEDDLE_INTERPOSE type name parameters noexcept {                    \
    HEDDLE_FILE_STEP(stream, use);                                    \
    return HEDDLE_LIBC(name) given;                                   \
  }
HEDDLE_INTERPOSE int fclose(FILE* stream) {
  HEDDLE_FILE_STEP(stream, closes);
  if (controlled()) note_lasting("fclose");
  const InMemory tells(stream, true, HEDDLE_PC);
  const int result = HEDDLE_LIBC(fclose)(stream);
  if (Given* given = functions_of(stream)) *given = {};
  return result;
}
HEDDLE_INTERPOSE FILE* fopencookie(void* cookie, const char* mode, cookie_io_functions_t functions) noexcept {
  FILE* stream = HEDDLE_LIBC(fopencookie)(cookie, mode, functions);
  if (stream != nullptr) give_buffer(stream, nullptr, 0, GivenAs::functions);
  return stream;
}
HEDDLE_INTERPOSE FILE* open_memstream(char** text, std::size_t* size) noexcept {
  FILE* stream = HEDDLE_LIBC(open_memstream)(text, size);
  if (controlled() && stream != nullptr) InMemory::opened(stream, text, size, HEDDLE_PC);
  return stream;
}
HEDDLE_INTERPOSE FILE* fmemopen(void* memory, std::size_t size, const char* mode) noexcept {
  FILE* stream = HEDDLE_LIBC(fmemopen)(memory, size, mode);
  if (stream == nullptr || memory == nullptr) return stream;
  give_buffer(stream, static_cast<char*>(memory), size, GivenAs::file);
  // It begins empty, or where its text ends.
  if (mode[0] == 'w')
    touch(memory, 1, true, HEDDLE_PC);
  else if (mode[0] == 'a')
    touch(memory, strnlen(static_cast<char*>(memory), size), false, HEDDLE_PC);
  return stream;
}
HEDDLE_ON_STREAM(int, fgetpos, (FILE * stream, fpos_t* position), (stream, position), looks)
HEDDLE_ON_STREAM(int, fgetpos64, (FILE * stream, fpos64_t* position), (stream, position), looks)
HEDDLE_ON_STREAM(int, fseek, (FILE * stream, long offset, int from), (stream, offset, from), moves)
HEDDLE_ON_STREAM(int, fseeko, (FILE * stream, off_t offset, int from), (stream, offset, from), moves)
HEDDLE_ON_STREAM(int, fseeko64, (FILE * stream, off64_t offset, int from), (stream, offset, from), moves)
HEDDLE_ON_STREAM(int, fsetpos, (FILE * stream, const fpos_t* position), (stream, position), moves)
HEDDLE_ON_STREAM(long, ftell, (FILE * stream), (stream), looks)
HEDDLE_ON_STREAM(off_t, ftello, (FILE * stream), (stream), looks)
HEDDLE_ON_STREAM(off64_t, ftello64, (FILE * stream), (stream), looks)
HEDDLE_ON_STREAM(void, rewind, (FILE * stream), (stream), moves)
HEDDLE_ON_STREAM(int, fgetc, (FILE * stream), (stream), reads)
HEDDLE_ON_STREAM(int, getc, (FILE * stream), (stream), reads)
HEDDLE_ON_STREAM(int, fgetc_unlocked, (FILE * stream), (stream), reads_unlocked)
HEDDLE_ON_STREAM(int, getc_unlocked, (FILE * stream), (stream), reads_unlocked)
HEDDLE_ON_STREAM(int, ungetc, (int byte, FILE* stream), (byte, stream), moves)
HEDDLE_ON_STREAM(int, fputc, (int byte, FILE* stream), (byte, stream), writes)
HEDDLE_ON_STREAM(int, putc, (int byte, FILE* stream), (byte, stream), writes)
HEDDLE_ON_STREAM(int, fputc_unlocked, (int byte, FILE* stream), (byte, stream), writes_unlocked)
HEDDLE_ON_STREAM(int, putc_unlocked, (int byte, FILE* stream), (byte, stream), writes_unlocked)
HEDDLE_ON_STREAM(int, fflush_unlocked, (FILE * stream), (stream), writes_unlocked)
HEDDLE_ON_STREAM(std::wint_t, fgetwc, (FILE * stream), (stream), reads)
HEDDLE_ON_STREAM(std::wint_t, getwc, (FILE * stream), (stream), reads)
HEDDLE_ON_STREAM(std::wint_t, fputwc, (wchar_t character, FILE* stream), (character, stream), writes)
HEDDLE_ON_STREAM(std::wint_t, putwc, (wchar_t character, FILE* stream), (character, stream), writes)
HEDDLE_ON_STREAM(int, fputws, (const wchar_t* text, FILE* stream), (text, stream), writes)
HEDDLE_ON_STREAM_NOEXCEPT(int, feof, (FILE * stream), (stream), looks)
HEDDLE_ON_STREAM_NOEXCEPT(int, ferror, (FILE * stream), (stream), looks)
HEDDLE_ON_STREAM_NOEXCEPT(void, clearerr, (FILE * stream), (stream), moves)
HEDDLE_ON_STREAM(std::wint_t, fgetwc_unlocked, (FILE * stream), (stream), reads_unlocked)
HEDDLE_ON_STREAM(std::wint_t, getwc_unlocked, (FILE * stream), (stream), reads_unlocked)
HEDDLE_ON_STREAM(std::wint_t, fputwc_unlocked, (wchar_t character, FILE* stream), (character, stream),
                 writes_unlocked)
HEDDLE_ON_STREAM(std::wint_t, putwc_unlocked, (wchar_t character, FILE* stream), (character, stream),
                 writes_unlocked)
HEDDLE_ON_STREAM(int, fputws_unlocked, (const wchar_t* text, FILE* stream), (text, stream), writes_unlocked)
HEDDLE_ON_STREAM_NOEXCEPT(int, feof_unlocked, (FILE * stream), (stream), looks_unlocked)
HEDDLE_ON_STREAM_NOEXCEPT(int, ferror_unlocked, (FILE * stream), (stream), looks_unlocked)
HEDDLE_ON_STREAM_NOEXCEPT(void, clearerr_unlocked, (FILE * stream), (stream), writes_unlocked)
// What putc_unlocked and getc_unlocked of stdio.h call where the buffer ends.
extern "C" int __uflow(FILE* stream);
extern "C" int __overflow(FILE* stream, int byte);
HEDDLE_ON_STREAM(int, __uflow, (FILE * stream), (stream), reads_unlocked)
HEDDLE_ON_STREAM(int, __overflow, (FILE * stream, int byte), (stream, byte), writes_unlocked)
#define HEDDLE_ON_STANDARD(type, name, parameters, given, stream, use) \
  HEDDLE_INTERPOSE type name parameters {                              \
    HEDDLE_FILE_STEP(stream, use);                                     \
    return HEDDLE_LIBC(name) given;                                    \
  }
HEDDLE_ON_STANDARD(int, putchar, (int byte), (byte), stdout, writes)
HEDDLE_ON_STANDARD(int, putchar_unlocked, (int byte), (byte), stdout, writes_unlocked)
HEDDLE_ON_STANDARD(int, getchar, (), (), stdin, reads)
HEDDLE_ON_STANDARD(int, getchar_unlocked, (), (), stdin, reads_unlocked)
HEDDLE_ON_STANDARD(std::wint_t, putwchar, (wchar_t character), (character), stdout, writes)
HEDDLE_ON_STANDARD(std::wint_t, putwchar_unlocked, (wchar_t character), (character), stdout, writes_unlocked)
HEDDLE_ON_STANDARD(std::wint_t, getwchar, (), (), stdin, reads)
HEDDLE_ON_STANDARD(std::wint_t, getwchar_unlocked, (), (), stdin, reads_unlocked)
namespace {
int flush(FILE* stream, const void* pc) {
  const HeldStream held(stream, FileUse::writes, pc);
  if (controlled()) use_buffer(stream, FileUse::moves, pc);
  const InMemory tells(stream, false, pc);
  return HEDDLE_LIBC(fflush)(stream);
}
}  // namespace
HEDDLE_INTERPOSE int fflush(FILE* stream) {
  if (stream != nullptr) return flush(stream, HEDDLE_PC);
  // libc would wait for a stream whose function is being called, and with it everybody.
  if (flush_functions(HEDDLE_PC)) {
    doubt(Doubt::unknown_call, "fflush of all streams, beside streams of fopencookie");
    return 0;
  }
  const InMemory tells(nullptr, false, HEDDLE_PC);
  return HEDDLE_LIBC(fflush)(nullptr);
}
bool heddle::control::flush_functions(const void* pc) {
  bool any = false;
  if (!has_given_functions) return any;  // each execution that ends as a process comes here
  for (const Given& given : given_buffers) {
    if (!controlled() || given.stream == nullptr || given.as != GivenAs::functions || is_over(given))
      continue;
    any = true;
    flush(given.stream, pc);
  }
  return any;
}

// ---- how they begin ----

namespace {
int flags_of(const char* mode) { return mode[0] == 'w' ? O_CREAT | O_TRUNC : mode[0] == 'a' ? O_CREAT : 0; }
}  // namespace

#define HEDDLE_FOPEN(name, parameters, given)                                 \
  HEDDLE_INTERPOSE FILE* name parameters {                                    \
    const int flags = flags_of(mode);                                         \
    step_on_path(path, (flags & (O_CREAT | O_TRUNC)) != 0, HEDDLE_PC, true);  \
    const bool anew = controlled() && makes_anew(path, flags);                \
    if (controlled()) note_lasting(#name);                                    \
    FILE* file = HEDDLE_LIBC(name) given;                                     \
    if (file != nullptr && path != nullptr) opened(fileno(file), path, anew); \
    return file;                                                              \
  }
HEDDLE_FOPEN(fopen, (const char* path, const char* mode), (path, mode))
HEDDLE_FOPEN(fopen64, (const char* path, const char* mode), (path, mode))
HEDDLE_INTERPOSE FILE* freopen(const char* path, const char* mode, FILE* stream) {
  HEDDLE_FILE_STEP(stream, writes);
  step_on_path(path, path == nullptr || (flags_of(mode) & (O_CREAT | O_TRUNC)) != 0, HEDDLE_PC);
  const bool anew = controlled() && path != nullptr && makes_anew(path, flags_of(mode));
  FILE* file = HEDDLE_LIBC(freopen)(path, mode, stream);
  if (file != nullptr && path != nullptr) opened(fileno(file), path, anew);
  return file;
}
