// SPDX-License-Identifier: Apache-2.0
// Files that several threads read and write. Every call on a regular file is a visible operation on that file,
// and every call that names one is one on the tree of files: whoever comes first can matter. They order
// nothing. What is written to standard output and error is nobody's input.
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
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "runtime/control/locks.h"
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
  if (path != nullptr && temporaries_count < sizeof temporaries / sizeof *temporaries)
    temporaries[temporaries_count++] = {name_of(path), name};
  return name;
}
// 0: no regular file.
std::uint64_t name_of(int file) {
  struct stat status;
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  const auto index = static_cast<std::size_t>(file);
  return index < kDescriptors && names[index] != 0 ? names[index] : as_name(base::mix(index));
}
void opened(int file, std::uint64_t name, bool anew) {
  if (file < 0) return;
  if (static_cast<std::size_t>(file) < kDescriptors) names[file] = name;
  if (anew && controlled()) note_fresh(name);
}

constexpr std::uint64_t kTree = 1;
Object& file_object(std::uint64_t file) { return object_at(reinterpret_cast<void*>(file), Role::file); }

void step(std::uint64_t file, bool write, bool tree, bool changes_tree, const void* pc) {
  Operation operation;
  if (file != 0) operation.accesses[operation.count++] = {file_object(file).number, write};
  if (tree) operation.accesses[operation.count++] = {file_object(kTree).number, changes_tree};
  reach(operation, nullptr, write || changes_tree ? Action::write : Action::read, 0, pc);
  effect();
  performed(operation);
}

// A call that names a file: whether it makes, removes or empties one.
void step_on_path(const char* path, bool changes, const void* pc) {
  if (!controlled()) return;
  if (changes) world.shared->files_changed = true;
  step(path != nullptr ? name_of(path) : 0, changes, true, changes, pc);
}

}  // namespace

void step_on_file(int file, FileUse use, const void* pc) {
  if (!controlled() || file <= 2) return;
  const std::uint64_t name = name_of(file);
  if (name == 0) return;
  step(name, use != FileUse::looks, false, false, pc);
  if (use == FileUse::moves) return;
  if (use == FileUse::writes)
    note_left(name);
  else if (was_left(name) && !is_fresh(name))
    doubt(Doubt::lasting_file);
}

}  // namespace heddle::control

using namespace heddle::control;

// ---- calls that name a file ----

namespace {
bool makes(int flags) { return (flags & (O_CREAT | O_TRUNC)) != 0; }
// Nothing of what it has is from before: it was emptied, or is new.
bool is_new(const char* path, int flags) {
  return (flags & O_TRUNC) != 0 || ((flags & O_CREAT) != 0 && HEDDLE_LIBC(access)(path, F_OK) != 0);
}
}  // namespace

#define HEDDLE_OPEN(name, parameters, given, path)                 \
  HEDDLE_INTERPOSE int name parameters {                           \
    va_list list;                                                  \
    va_start(list, flags);                                         \
    const auto mode = static_cast<mode_t>(va_arg(list, unsigned)); \
    va_end(list);                                                  \
    step_on_path(path, makes(flags), HEDDLE_PC);                   \
    const bool anew = controlled() && is_new(path, flags);         \
    const int file = HEDDLE_LIBC(name) given;                      \
    opened(file, name_of(path), anew);                             \
    return file;                                                   \
  }
HEDDLE_OPEN(open, (const char* path, int flags, ...), (path, flags, mode), path)
HEDDLE_OPEN(open64, (const char* path, int flags, ...), (path, flags, mode), path)
HEDDLE_OPEN(openat, (int directory, const char* path, int flags, ...), (directory, path, flags, mode), path)

#define HEDDLE_FOPEN(name)                                                               \
  HEDDLE_INTERPOSE FILE* name(const char* path, const char* mode) {                      \
    const int flags = mode[0] == 'w' ? O_CREAT | O_TRUNC : mode[0] == 'a' ? O_CREAT : 0; \
    step_on_path(path, makes(flags), HEDDLE_PC);                                         \
    const bool anew = controlled() && is_new(path, flags);                               \
    FILE* file = HEDDLE_LIBC(name)(path, mode);                                          \
    if (file != nullptr) opened(fileno(file), name_of(path), anew);                      \
    return file;                                                                         \
  }
HEDDLE_FOPEN(fopen)
HEDDLE_FOPEN(fopen64)

#define HEDDLE_TEMPORARY(name)                      \
  HEDDLE_INTERPOSE int name(char* pattern) {        \
    step_on_path(nullptr, true, HEDDLE_PC);         \
    const int file = HEDDLE_LIBC(name)(pattern);    \
    opened(file, name_of_temporary(pattern), true); \
    return file;                                    \
  }
HEDDLE_TEMPORARY(mkstemp)
HEDDLE_TEMPORARY(mkstemp64)
HEDDLE_INTERPOSE FILE* tmpfile() {
  step_on_path(nullptr, true, HEDDLE_PC);
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
HEDDLE_PATH(int, stat, (const char* path, struct stat* status), (path, status), false, noexcept)
HEDDLE_PATH(int, lstat, (const char* path, struct stat* status), (path, status), false, noexcept)

// ---- calls on an open file ----

#define HEDDLE_ON_FILE(type, name, parameters, given, file, use, exceptions) \
  HEDDLE_INTERPOSE type name parameters exceptions {                         \
    HEDDLE_FILE_STEP(file, use);                                             \
    return HEDDLE_LIBC(name) given;                                          \
  }
#define HEDDLE_ON_STREAM(type, name, parameters, given, use) \
  HEDDLE_ON_FILE(type, name, parameters, given, fileno(stream), use, )
HEDDLE_ON_FILE(off_t, lseek, (int file, off_t offset, int from), (file, offset, from), file, moves, noexcept)
HEDDLE_ON_FILE(off64_t, lseek64, (int file, off64_t offset, int from), (file, offset, from), file, moves,
               noexcept)
HEDDLE_ON_FILE(int, ftruncate, (int file, off_t size), (file, size), file, writes, noexcept)
HEDDLE_INTERPOSE int close(int file) {
  HEDDLE_FILE_STEP(file, moves);
  const int result = HEDDLE_LIBC(close)(file);
  opened(file, 0, false);
  return result;
}
HEDDLE_ON_STREAM(int, fclose, (FILE * stream), (stream), moves)
HEDDLE_ON_STREAM(int, fseek, (FILE * stream, long offset, int from), (stream, offset, from), moves)
HEDDLE_ON_STREAM(int, fseeko, (FILE * stream, off_t offset, int from), (stream, offset, from), moves)
HEDDLE_ON_STREAM(long, ftell, (FILE * stream), (stream), looks)
HEDDLE_ON_STREAM(void, rewind, (FILE * stream), (stream), moves)
HEDDLE_ON_STREAM(int, fgetc, (FILE * stream), (stream), reads)
HEDDLE_ON_STREAM(int, getc, (FILE * stream), (stream), reads)
HEDDLE_ON_STREAM(int, ungetc, (int byte, FILE* stream), (byte, stream), moves)
HEDDLE_ON_STREAM(int, fputc, (int byte, FILE* stream), (byte, stream), writes)
HEDDLE_ON_STREAM(int, putc, (int byte, FILE* stream), (byte, stream), writes)
HEDDLE_INTERPOSE int dup(int file) noexcept {
  const int copy = HEDDLE_LIBC(dup)(file);
  if (copy >= 0) opened(copy, name_of(file), false);
  return copy;
}
HEDDLE_INTERPOSE int dup2(int file, int copy) noexcept {
  const int result = HEDDLE_LIBC(dup2)(file, copy);
  if (result >= 0) opened(copy, name_of(file), false);
  return result;
}
HEDDLE_INTERPOSE int fflush(FILE* stream) {
  if (stream != nullptr) HEDDLE_FILE_STEP(fileno(stream), writes);
  return HEDDLE_LIBC(fflush)(stream);
}
