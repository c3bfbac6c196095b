// SPDX-License-Identifier: Apache-2.0
#include "program/translate/library.h"

#include <algorithm>

namespace heddle::program {
namespace {

const LibraryPart* const kParts[] = {
    &kTextLibrary,   &kNumbersLibrary,    &kFormatLibrary,     &kProcessLibrary,
    &kEndsLibrary,   &kAttributesLibrary, &kContainersLibrary, &kExceptionsLibrary,
    &kErrorsLibrary, &kOnceLibrary,       &kThreadsLibrary,    &kSleepsLibrary,
    &kNamesLibrary,  &kFuturesLibrary,    &kWaitsLibrary,      &kSignalsLibrary};

constexpr const char* kBefore = R"c(# 1 "<C library>"
typedef unsigned long size_t;
typedef long time_t;
typedef __builtin_va_list va_list;
void *malloc(size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
size_t strlen(const char *);
int strcmp(const char *, const char *);
void *memset(void *, int, size_t);
int __VERIFIER_nondet_int(void);
unsigned heddle_choose(unsigned);
/* One step that orders nothing: state of the library's own that a lock of its own guards. */
void heddle_step_begin(void);
void heddle_step_end(void);
#define WEAK __attribute__((weak))
)c";

bool has_word(std::string_view words, std::string_view word) {
  for (std::size_t at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' ')) return true;
  }
  return false;
}

}  // namespace

LibraryText library_text(const std::vector<std::string>& missing, std::vector<const LibraryPart*>& linked) {
  LibraryText text;
  for (const LibraryPart* part : kParts) {
    if (std::find(linked.begin(), linked.end(), part) != linked.end()) continue;
    if (std::none_of(missing.begin(), missing.end(),
                     [&](const std::string& name) { return has_word(part->names, name); }))
      continue;
    linked.push_back(part);
    (part->is_cpp ? text.cpp : text.c) += part->text;
  }
  if (!text.c.empty()) text.c = kBefore + text.c;
  return text;
}

}  // namespace heddle::program
