// SPDX-License-Identifier: Apache-2.0
// Files that several threads read and write (streams: hooks_streams.cpp). Every call on a regular file is a
// visible operation on that file, and every call that names one is one on the tree of files: whoever comes
// first can matter. A read knows what happened before the writes; nothing else is ordered. What is written to standard
// output and error is nobody's input.
//
// A file is known by the path it was opened by, a temporary one by who made it and how many before: numbers of
// the file system differ from one execution to the next. Two names of one file are two files here.
//
// The files stay from one execution to the next. If an execution reads what an earlier one left there, it does
// not start from the same state, which is a doubt; a file that it made or emptied itself is its own.
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "runtime/control/doubt_places.h"
#include "runtime/control/files.h"
#include "runtime/control/locks.h"
#include "runtime/control/meeting_times.h"
#include "runtime/control/touch.h"
#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"

namespace heddle::control {
namespace {

std::uint64_t fresh[64];  // made or emptied by this execution
std::size_t fresh_count = 0;
std::uint32_t fresh_generation = 0;

void note_fresh(std::uint64_t file) {
  if (fresh_generation != world.generation) fresh_count = 0;
  fresh_generation = world.generation;
  if (fresh_count < sizeof fresh / sizeof *fresh)
    fresh[fresh_count++] = file;  // else it is taken for an old one
}
bool is_fresh(std::uint64_t file) {
  for (std::size_t i = 0; fresh_generation == world.generation && i < fresh_count; ++i)
    if (fresh[i] == file) return true;
  return false;
}

bool was_left(std::uint64_t file) {
  const Shared& shared = *world.shared;
  for (std::size_t i = 0; i < shared.files_count; ++i)
    if (shared.files[i] == file) return true;
  return false;
}
void note_left(std::uint64_t file) {
  Shared& shared = *world.shared;
  shared.files_changed = true;
  if (was_left(file)) return;
  const SharedLock lock;
  if (shared.files_count < Shared::kFiles)
    shared.files[shared.files_count++] = file;
  else
    doubt(Doubt::lasting_file, "too many files");
}

// ---- names ----

constexpr std::size_t kDescriptors = std::size_t{1} << 16;
std::uint64_t names[kDescriptors];  // of open files; 0: not known

std::uint64_t as_name(std::uint64_t hash) { return (hash & ((std::uint64_t{1} << 59) - 1)) | 2; }
// The paths of temporary files differ each time: what they are called here instead.
struct Temporary {
  std::uint64_t path, name;
};
Temporary temporaries[64];
std::size_t temporaries_count = 0;

std::uint64_t name_of(const char* path) {
  std::uint64_t hash = 1;
  while (path[0] == '.' && path[1] == '/') path += 2;
  for (; *path != 0; ++path) hash = base::combine(hash, static_cast<std::uint64_t>(*path));
  hash = as_name(hash);
  for (std::size_t i = 0; i < temporaries_count; ++i)
    if (temporaries[i].path == hash) return temporaries[i].name;
  return hash;
}
std::uint64_t name_of_temporary(const char* path) {
  if (!controlled()) return 0;
  Controlled& self = *world.current;
  const std::uint64_t name = as_name(base::combine(std::uint64_t{self.number}, ++self.temporaries));
  if (path == nullptr) return name;
  if (temporaries_count < sizeof temporaries / sizeof *temporaries)
    temporaries[temporaries_count++] = {name_of(path), name};
  else
    doubt(Doubt::lasting_file, "too many temporary files");
  return name;
}
// 0: no regular file.
std::uint64_t name_of(int file) {
  struct stat status;
  if (HEDDLE_LIBC(fstat)(file, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  const auto index = static_cast<std::size_t>(file);
  return index < kDescriptors && names[index] != 0 ? names[index] : as_name(base::mix(index));
}
void opened(int file, std::uint64_t name, bool anew) {
  if (file < 0) return;
  if (static_cast<std::size_t>(file) < kDescriptors)
    names[file] = name;
  else if (controlled())
    doubt(Doubt::lasting_file, "more descriptors than can be told apart");
  if (anew && controlled()) note_fresh(name);
}

constexpr std::uint64_t kTable = 0, kTree = 1, kDescriptor = 3;  // no hash of a name is that small
std::uint64_t descriptor(int file) { return kDescriptor + (std::uint64_t{static_cast<unsigned>(file)} << 2); }
Object& file_object(std::uint64_t file) { return object_at(reinterpret_cast<void*>(file), Role::file); }

void step(Operation& operation, Object* stream, bool write, const void* pc) {
  if (stream != nullptr && stream->state.owner != world.current->number) operation.need = Need::exclusive;
  if (world.memory != nullptr && !world.current->asks &&
      (operation.count > 1 || operation.need != Need::nothing)) [[unlikely]]
    cut_at(Doubt::beyond_model,
           stream != nullptr ? "a call on a stream that is no file's, as open_memstream and fmemopen make"
                             : "a call that names files, or closes one",
           pc);
  reach(operation, stream, write ? Action::write : Action::read, 0, pc);
  if (stream != nullptr) note_before(operation, *stream);
  effect();
  performed(operation);
}

}  // namespace

void look_at_paths(const void* pc) { step_on_path(nullptr, false, pc); }

void step_on_path(const char* path, bool changes, const void* pc, bool opens) {
  if (!controlled()) return;
  if (changes) world.shared->files_changed = true;
  Operation operation;
  if (path != nullptr) operation.accesses[operation.count++] = {file_object(name_of(path)).number, changes};
  operation.accesses[operation.count++] = {file_object(kTree).number, changes};
  if (opens && world.memory == nullptr)
    operation.accesses[operation.count++] = {file_object(kTable).number, true};
  step(operation, nullptr, changes, pc);
}

void step_on_table(const void* pc) {
  if (!controlled()) return;
  Operation operation;
  operation.accesses[operation.count++] = {file_object(kTable).number, true};
  step(operation, nullptr, true, pc);
}

void opened(int file, const char* path, bool anew) { opened(file, name_of(path), anew); }

void step_on_open_file(int file, FileUse use, Object* stream, const void* pc) {
  const std::uint64_t name = file > 2 ? name_of(file) : 0;
  if (file <= 2 && stream == nullptr) return;
  const bool write = use != FileUse::looks, closes = use == FileUse::closes;
  Operation operation;
  const bool by_file = name != 0 && world.memory != nullptr;  // which knows of one object at a time
  if (stream != nullptr && !by_file) operation.accesses[operation.count++] = {stream->number, write};
  if (name != 0) operation.accesses[operation.count++] = {file_object(name).number, write};
  if (file > 2 && (operation.count == 0 || world.memory == nullptr)) {
    operation.accesses[operation.count++] = {file_object(descriptor(file)).number, closes};
    if (closes && world.memory == nullptr)
      operation.accesses[operation.count++] = {file_object(kTable).number, true};
  }
  step(operation, stream, write, pc);
  if (use == FileUse::reads || use == FileUse::reads_unlocked) learn_times_of_all(*world.current);
  if (name == 0) return;
  Object& content = file_object(name);
  if (use == FileUse::writes)
    publish(*world.current, content, false);
  else if (content.published_any)
    acquire_from(*world.current, content.published);
  if (use == FileUse::moves || closes) return;
  if (use == FileUse::writes)
    note_left(name);
  else if (was_left(name) && !is_fresh(name))
    doubt(Doubt::lasting_file);
}

void step_on_file(int file, FileUse use, const void* pc) {
  if (controlled()) step_on_open_file(file, use, nullptr, pc);
}

// It was emptied, or is new.
bool makes_anew(const char* path, int flags) {
  return (flags & O_TRUNC) != 0 || ((flags & O_CREAT) != 0 && HEDDLE_LIBC(access)(path, F_OK) != 0);
}

}  // namespace heddle::control

using namespace heddle::control;

// Into memory of its own first: how long the answer is is known then.
HEDDLE_INTERPOSE char* realpath(const char* path, char* answer) noexcept {
  if (!controlled() || answer == nullptr) return HEDDLE_LIBC(realpath)(path, answer);
  char own[PATH_MAX];
  if (HEDDLE_LIBC(realpath)(path, own) == nullptr) return nullptr;
  touch(answer, std::strlen(own) + 1, true, HEDDLE_PC);
  return std::strcpy(answer, own);
}

// ---- calls that name a file ----

namespace {
bool makes(int flags) { return (flags & (O_CREAT | O_TRUNC)) != 0; }
}  // namespace

#define HEDDLE_OPEN(name, parameters, given, path)                 \
  HEDDLE_INTERPOSE int name parameters {                           \
    va_list list;                                                  \
    va_start(list, flags);                                         \
    const auto mode = static_cast<mode_t>(va_arg(list, unsigned)); \
    va_end(list);                                                  \
    step_on_path(path, makes(flags), HEDDLE_PC, true);             \
    const bool anew = controlled() && makes_anew(path, flags);     \
    const int file = HEDDLE_LIBC(name) given;                      \
    opened(file, name_of(path), anew);                             \
    return file;                                                   \
  }
HEDDLE_OPEN(open, (const char* path, int flags, ...), (path, flags, mode), path)
HEDDLE_OPEN(open64, (const char* path, int flags, ...), (path, flags, mode), path)
HEDDLE_OPEN(openat, (int directory, const char* path, int flags, ...), (directory, path, flags, mode), path)

#define HEDDLE_TEMPORARY(name)                      \
  HEDDLE_INTERPOSE int name(char* pattern) {        \
    step_on_path(nullptr, true, HEDDLE_PC, true);   \
    const int file = HEDDLE_LIBC(name)(pattern);    \
    opened(file, name_of_temporary(pattern), true); \
    return file;                                    \
  }
HEDDLE_TEMPORARY(mkstemp)
HEDDLE_TEMPORARY(mkstemp64)
HEDDLE_INTERPOSE int memfd_create(const char* name, unsigned flags) noexcept {
  step_on_table(HEDDLE_PC);
  const int file = HEDDLE_LIBC(memfd_create)(name, flags);
  opened(file, name_of_temporary(nullptr), true);
  return file;
}
HEDDLE_INTERPOSE FILE* tmpfile() {
  step_on_path(nullptr, true, HEDDLE_PC, true);
  FILE* file = HEDDLE_LIBC(tmpfile)();
  if (file != nullptr) opened(fileno(file), name_of_temporary(nullptr), true);
  return file;
}

#define HEDDLE_PATH(type, name, parameters, given, changes, exceptions) \
  HEDDLE_INTERPOSE type name parameters exceptions {                    \
    step_on_path(path, changes, HEDDLE_PC);                             \
    return HEDDLE_LIBC(name) given;                                     \
  }
HEDDLE_PATH(int, unlink, (const char* path), (path), true, noexcept)
HEDDLE_PATH(int, remove, (const char* path), (path), true, noexcept)
HEDDLE_PATH(int, rename, (const char* path, const char* to), (path, to), true, noexcept)
HEDDLE_PATH(int, link, (const char* path, const char* to), (path, to), true, noexcept)
HEDDLE_PATH(int, symlink, (const char* path, const char* to), (path, to), true, noexcept)
HEDDLE_PATH(int, mkdir, (const char* path, mode_t mode), (path, mode), true, noexcept)
HEDDLE_PATH(int, rmdir, (const char* path), (path), true, noexcept)
HEDDLE_PATH(int, truncate, (const char* path, off_t size), (path, size), true, noexcept)
HEDDLE_PATH(int, access, (const char* path, int mode), (path, mode), false, noexcept)
HEDDLE_PATH(int, shm_open, (const char* path, int flags, mode_t mode), (path, flags, mode),
            (flags & (O_CREAT | O_TRUNC)) != 0, )
HEDDLE_PATH(int, shm_unlink, (const char* path), (path), true, )
#define HEDDLE_STATUS(name)                                                   \
  HEDDLE_INTERPOSE int name(const char* path, struct stat* status) noexcept { \
    step_on_path(path, false, HEDDLE_PC);                                     \
    const int result = HEDDLE_LIBC(name)(path, status);                       \
    if (result == 0) touched(status, sizeof *status, true, HEDDLE_PC);        \
    return result;                                                            \
  }
HEDDLE_STATUS(stat)
HEDDLE_STATUS(lstat)

HEDDLE_PATH(int, chdir, (const char* path), (path), true, noexcept)
HEDDLE_INTERPOSE mode_t umask(mode_t mask) noexcept {
  step_on_path(nullptr, true, HEDDLE_PC);
  return HEDDLE_LIBC(umask)(mask);
}

// ---- calls on an open file ----

#define HEDDLE_ON_FILE(type, name, parameters, given, file, use, exceptions) \
  HEDDLE_INTERPOSE type name parameters exceptions {                         \
    HEDDLE_FILE_STEP(file, use);                                             \
    return HEDDLE_LIBC(name) given;                                          \
  }
HEDDLE_ON_FILE(off_t, lseek, (int file, off_t offset, int from), (file, offset, from), file, moves, noexcept)
HEDDLE_ON_FILE(off64_t, lseek64, (int file, off64_t offset, int from), (file, offset, from), file, moves,
               noexcept)
HEDDLE_ON_FILE(int, ftruncate, (int file, off_t size), (file, size), file, writes, noexcept)
HEDDLE_INTERPOSE int fstat(int file, struct stat* status) noexcept {
  HEDDLE_FILE_STEP(file, looks);
  const int result = HEDDLE_LIBC(fstat)(file, status);
  if (result == 0) touched(status, sizeof *status, true, HEDDLE_PC);
  return result;
}
HEDDLE_INTERPOSE int close(int file) {
  gives_up_outside(file, HEDDLE_PC);
  HEDDLE_FILE_STEP(file, closes);
  const int result = HEDDLE_LIBC(close)(file);
  opened(file, std::uint64_t{0}, false);
  return result;
}
HEDDLE_INTERPOSE int dup(int file) noexcept {
  step_on_table(HEDDLE_PC);
  const int copy = HEDDLE_LIBC(dup)(file);
  if (copy >= 0) opened(copy, name_of(file), false);
  return copy;
}
HEDDLE_INTERPOSE int dup2(int file, int copy) noexcept {
  if (copy != file) step_on_file(copy, FileUse::closes, HEDDLE_PC);
  const int result = HEDDLE_LIBC(dup2)(file, copy);
  if (result >= 0) opened(copy, name_of(file), false);
  return result;
}
