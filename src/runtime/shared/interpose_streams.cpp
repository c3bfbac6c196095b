// SPDX-License-Identifier: Apache-2.0
// Streams: what was transferred from and into the program's buffers counts, as in interpose_files.cpp. The
// streams' own buffers are libc's, under its locks, and never come up.
#include <stdio.h>

#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"

using namespace heddle::runtime;

extern "C" {
std::size_t __fread_chk(void*, std::size_t, std::size_t, std::size_t, FILE*);
std::size_t __fread_unlocked_chk(void*, std::size_t, std::size_t, std::size_t, FILE*);
char* __fgets_chk(char*, std::size_t, int, FILE*);
char* __fgets_unlocked_chk(char*, std::size_t, int, FILE*);
}

namespace {

char* line_stored([[maybe_unused]] FILE* file, char* line, const void* pc) {
  HEDDLE_FILE_CAME(file);
  if (line != nullptr) writes_text(line, pc);
  return line;
}

ssize_t read_line(ssize_t (*real)(char**, std::size_t*, int, FILE*), char** line, std::size_t* room,
                  int delimiter, FILE* file, const void* pc) {
  char* const old_line = line != nullptr ? *line : nullptr;
  const std::size_t old_room = room != nullptr ? *room : 0;
#ifdef HEDDLE_CONTROL
  heddle::control::step_on_file(file, heddle::control::FileUse::reads, pc);
#endif
  const ssize_t got = real(line, room, delimiter, file);
  HEDDLE_FILE_CAME(file);
  if (line == nullptr || room == nullptr || !watched()) return got;
  touches(line, sizeof *line, *line != old_line, pc);
  touches(room, sizeof *room, *room != old_room, pc);
  if (got >= 0) writes(*line, static_cast<std::size_t>(got) + 1, pc);
  return got;
}

}  // namespace

#define HEDDLE_ON_STREAM(suffix)                                                                          \
  HEDDLE_EARLY(fread##suffix)                                                                             \
  HEDDLE_INTERPOSE std::size_t fread##suffix(void* to, std::size_t size, std::size_t count, FILE* file) { \
    HEDDLE_FILE_STEP(file, reads##suffix);                                                                \
    const std::size_t got = real_fread##suffix()(to, size, count, file);                                  \
    HEDDLE_FILE_CAME(file);                                                                               \
    writes(to, got* size, HEDDLE_PC);                                                                     \
    return got;                                                                                           \
  }                                                                                                       \
  HEDDLE_EARLY(__fread##suffix##_chk)                                                                     \
  HEDDLE_INTERPOSE std::size_t __fread##suffix##_chk(void* to, std::size_t room, std::size_t size,        \
                                                     std::size_t count, FILE* file) {                     \
    HEDDLE_FILE_STEP(file, reads##suffix);                                                                \
    const std::size_t got = real___fread##suffix##_chk()(to, room, size, count, file);                    \
    HEDDLE_FILE_CAME(file);                                                                               \
    writes(to, got* size, HEDDLE_PC);                                                                     \
    return got;                                                                                           \
  }                                                                                                       \
  HEDDLE_EARLY(fwrite##suffix)                                                                            \
  HEDDLE_INTERPOSE std::size_t fwrite##suffix(const void* from, std::size_t size, std::size_t count,      \
                                              FILE* file) {                                               \
    HEDDLE_FILE_STEP(file, writes##suffix);                                                               \
    const std::size_t put = real_fwrite##suffix()(from, size, count, file);                               \
    reads(from, put* size, HEDDLE_PC);                                                                    \
    return put;                                                                                           \
  }                                                                                                       \
  HEDDLE_FROM_FILE(char*, fgets##suffix, (char* to, int room, FILE* file), (to, room, file), file,        \
                   reads##suffix, line_stored(file, result, pc))                                          \
  HEDDLE_FROM_FILE(char*, __fgets##suffix##_chk, (char* to, std::size_t size, int room, FILE* file),      \
                   (to, size, room, file), file, reads##suffix, line_stored(file, result, pc))            \
  HEDDLE_EARLY(fputs##suffix)                                                                             \
  HEDDLE_INTERPOSE int fputs##suffix(const char* text, FILE* file) {                                      \
    HEDDLE_FILE_STEP(file, writes##suffix);                                                               \
    reads_text(text, HEDDLE_PC);                                                                          \
    return real_fputs##suffix()(text, file);                                                              \
  }
HEDDLE_ON_STREAM()
HEDDLE_ON_STREAM(_unlocked)
HEDDLE_EARLY(puts)
HEDDLE_INTERPOSE int puts(const char* text) {
  HEDDLE_FILE_STEP(stdout, writes);
  reads_text(text, HEDDLE_PC);
  return real_puts()(text);
}
// stdio.h may turn getline into __getdelim.
HEDDLE_EARLY(__getdelim)
HEDDLE_INTERPOSE ssize_t __getdelim(char** line, std::size_t* room, int delimiter, FILE* file) {
  return read_line(real___getdelim(), line, room, delimiter, file, HEDDLE_PC);
}
HEDDLE_INTERPOSE ssize_t getdelim(char** line, std::size_t* room, int delimiter, FILE* file) {
  return read_line(real___getdelim(), line, room, delimiter, file, HEDDLE_PC);
}
HEDDLE_INTERPOSE ssize_t getline(char** line, std::size_t* room, FILE* file) {
  return read_line(real___getdelim(), line, room, '\n', file, HEDDLE_PC);
}
