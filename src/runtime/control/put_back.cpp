// SPDX-License-Identifier: Apache-2.0
// A process that runs execution after execution has to start each of them from the same state.
//
// Most of it is put back by those who keep it: what instrumented code wrote by the log of heap.cpp, the heap, locks,
// keys, signals and mappings by their own files. What is left are writes that no instrumentation sees: libc's and
// libstdc++'s own variables (a stream's buffer, the sequence of rand, a cache of the unwinder), what their functions
// write into the program's memory (nodes of a std::map, the words of the command line that getopt sorts). All of this
// is memory that existed before the first execution. A copy of it is made then, and what differs from it afterwards
// is copied back.
//
// To compare all of it takes longer than a short execution. But few pieces of it, of 256 bytes each, ever change, and
// mostly the same ones. So pieces that are known to change are compared after every execution, and everything after
// the first few, then every so often, and after the last. A piece that turns out to have changed behind our back
// becomes one of the known; if there was more than one execution since everything was as it should be, the search has
// to be run again. So no verdict rests on an execution that found what another one had left.
//
// What the kernel keeps is not compared: files, other processes, timers. Functions that leave something there, or
// may, are noticed when they are called (calls.cpp), and then each execution gets a process of its own.
//
// Not compared either: heddle's own memory, the loader's (nobody but dlopen changes it), tables of addresses that are
// filled by the first call of a function, and stacks: who reads what he has not written finds anything there.
//
// Time: the known pieces for each execution; all of the memory, divided by the executions between two full looks, which
// grow with it. Memory: a copy of all that is compared.
#include "runtime/control/put_back.h"

#include <cstring>

#include <link.h>

#include "runtime/control/heap.h"
#include "runtime/control/hooks.h"
#include "runtime/control/modules.h"
#include "runtime/control/shared.h"
#include "runtime/control/switch.h"
#include "runtime/control/thread.h"
#include "runtime/control/turns.h"
#include "runtime/control/waypoints.h"
#include "runtime/control/world.h"
#include "runtime/shared/raw.h"

namespace heddle::control {
namespace {

constexpr std::uint64_t kPage = 4096, kPiece = ChangedPieces::kSize;

struct Part {
  std::uint64_t begin, end;
  char* copy;
  bool is_library;
};
constexpr std::size_t kParts = 1024;
Part* parts = nullptr;
std::size_t parts_count = 0;
std::uint64_t bytes = 0;
bool too_many = false;
char* scratch = nullptr;

ChangedPieces* changed = nullptr;
std::size_t known = 0;  // to this process: the first so many of them
struct Known {          // what a part has of one
  char* now;
  const char* then;
  std::uint64_t size;
};
Known* known_parts = nullptr;
std::size_t known_parts_count = 0;
std::uint64_t executions = 0;
std::uint64_t next_look = 1;  // at everything, after so many executions
std::uint64_t looked_at = 0;  // after so many all was as it should be
std::uint64_t between = 64;

// Our own bytes are copied by our own loops: the program's memcpy is ours too, and would be noticed.
void copy(void* to, const void* from, std::uint64_t size) {
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size)::"memory");
}
bool differ(const char* a, const char* b, std::uint64_t size) {
  std::uint64_t i = 0;
  using Words = std::uint64_t __attribute__((vector_size(32), aligned(1), may_alias));
  for (; i + 128 <= size; i += 128) {
    const auto* left = reinterpret_cast<const Words*>(a + i);
    const auto* right = reinterpret_cast<const Words*>(b + i);
    const Words any =
        (left[0] ^ right[0]) | (left[1] ^ right[1]) | (left[2] ^ right[2]) | (left[3] ^ right[3]);
    if ((any[0] | any[1] | any[2] | any[3]) != 0) return true;
  }
  for (; i < size; ++i)
    if (a[i] != b[i]) return true;
  return false;
}

void add(std::uint64_t begin, std::uint64_t end, bool is_library) {
  if (begin >= end) return;
  if (parts_count == kParts) {
    too_many = true;
    return;
  }
  parts[parts_count++] = {begin, end, nullptr, is_library};
  bytes += end - begin;
}
// All of a range but another one.
void add_without(std::uint64_t begin, std::uint64_t end, const Range& hole, bool is_library) {
  const std::uint64_t low = hole.begin > begin ? (hole.begin < end ? hole.begin : end) : begin;
  const std::uint64_t high = hole.end > low ? (hole.end < end ? hole.end : end) : low;
  if (hole.begin >= hole.end) {
    add(begin, end, is_library);
    return;
  }
  add(begin, low, is_library);
  add(high, end, is_library);
}

// The table that the first call of each function fills.
Range table_of_calls(const dl_phdr_info* info) {
  std::uint64_t table = 0, size = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    for (auto* entry = reinterpret_cast<const ElfW(Dyn)*>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
         entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_PLTGOT) table = entry->d_un.d_ptr;
      if (entry->d_tag == DT_PLTRELSZ) size = entry->d_un.d_val;
    }
  }
  if (table == 0) return {0, 0};
  return {table, table + (3 + size / sizeof(ElfW(Rela))) * sizeof(void*)};
}

bool is_kept_elsewhere(const char* name) {
  return std::strstr(name, "libheddle") != nullptr || std::strstr(name, "/ld-linux") != nullptr ||
         std::strstr(name, "linux-vdso") != nullptr || std::strstr(name, "libtsan.so") != nullptr;
}

int note_module(dl_phdr_info* info, std::size_t, void*) {
  if (is_kept_elsewhere(info->dlpi_name)) return 0;
  const bool is_library = !is_own_module(info);
  Range sealed{0, 0};  // read-only since it was loaded
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type != PT_GNU_RELRO) continue;
    const std::uint64_t begin = info->dlpi_addr + header.p_vaddr;
    sealed = {begin, (begin + header.p_memsz) / kPage * kPage};
  }
  const Range calls = table_of_calls(info);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type == PT_TLS && info->dlpi_tls_data != nullptr) {
      const auto begin = reinterpret_cast<std::uintptr_t>(info->dlpi_tls_data);
      add(begin, begin + header.p_memsz, is_library);
    }
    if (header.p_type != PT_LOAD || (header.p_flags & PF_W) == 0) continue;
    std::uint64_t begin = info->dlpi_addr + header.p_vaddr;
    const std::uint64_t end = begin + header.p_memsz;
    if (sealed.begin <= begin && sealed.end > begin) begin = sealed.end < end ? sealed.end : end;
    add_without(begin, end, calls, is_library);
  }
  return 0;
}

bool is_known(std::uint64_t piece) {
  for (std::size_t i = 0; i < changed->count; ++i)
    if (changed->pieces[i] == piece) return true;
  return false;
}
void learn(std::uint64_t piece) {
  const SharedLock lock;  // other workers learn too
  if (is_known(piece)) return;
  if (changed->count == ChangedPieces::kMost) {
    changed->overflows = true;
    return;
  }
  changed->pieces[changed->count] = piece;
  __atomic_store_n(&changed->count, changed->count + 1, __ATOMIC_RELEASE);
}

// What a part has of a piece.
template <class Each>
void in_piece(const Part& part, std::uint64_t piece, Each each) {
  const std::uint64_t begin = part.begin > piece ? part.begin : piece;
  const std::uint64_t end = part.end < piece + kPiece ? part.end : piece + kPiece;
  if (begin < end) each(reinterpret_cast<char*>(begin), part.copy + (begin - part.begin), end - begin);
}

// What this process or another one has found so far.
void know_changed() {
  constexpr std::size_t kMost = 2 * ChangedPieces::kMost;  // most lie in one part
  if (known_parts == nullptr) known_parts = static_cast<Known*>(map_apart(kMost * sizeof(Known)));
  const std::size_t count = __atomic_load_n(&changed->count, __ATOMIC_ACQUIRE);
  for (; known < count; ++known)
    for (std::size_t i = 0; i < parts_count; ++i)
      in_piece(parts[i], changed->pieces[known], [](char* now, const char* then, std::uint64_t size) {
        if (known_parts_count < kMost)
          known_parts[known_parts_count++] = {now, then, size};
        else
          changed->overflows = true;
      });
}

void put_back_known() {
  for (std::size_t i = 0; i < known_parts_count; ++i) {
    const Known& each = known_parts[i];
    if (differ(each.now, each.then, each.size)) copy(each.now, each.then, each.size);
  }
}

// True: a piece had changed that was not known to.
bool look_at_everything() {
  bool found = false;
  for (std::size_t i = 0; i < parts_count; ++i) {
    const Part& part = parts[i];
    for (std::uint64_t piece = part.begin / kPiece * kPiece; piece < part.end; piece += kPiece)
      in_piece(part, piece, [&](char* now, const char* then, std::uint64_t size) {
        if (!differ(now, then, size)) return;
        found = true;
        learn(piece);
        copy(now, then, size);
      });
  }
  return found;
}

}  // namespace

const char* keep_for_putting_back(ChangedPieces& pieces, std::uint64_t command_line,
                                  std::uint64_t command_line_end) {
  constexpr std::uint64_t kMost = std::uint64_t{256} << 20;
  constexpr std::uint64_t kCheap = 128;  // bytes an execution, of all that is looked at
  changed = &pieces;
  if (pieces.overflows) return "it changes too many pages where no instrumentation sees it";
  if (command_line != 0 && mapped_outside()) return "it mapped memory before main";
  if (outside_overflows()) return "it allocated more than 64 MiB before main";
  parts = static_cast<Part*>(map_apart(kParts * sizeof(Part)));
  dl_iterate_phdr(note_module, nullptr);
  const Range outside = outside_heap();
  add(outside.begin, outside.end, false);
  add(command_line, command_line_end, false);
  if (too_many) return "it has too many modules";
  if (bytes > kMost) return "it has more than 256 MiB of globals, or of memory from before main";
  auto* room = static_cast<char*>(map_apart(bytes));
  for (std::size_t i = 0; i < parts_count; ++i) {
    Part& part = parts[i];
    part.copy = room;
    room += part.end - part.begin;
    copy(part.copy, reinterpret_cast<const void*>(part.begin), part.end - part.begin);
  }
  while (between * kCheap < bytes) between *= 2;
  know_changed();
  return nullptr;
}

bool is_look_due() { return executions + 1 >= next_look; }
void put_back_pieces() { put_back_known(); }
void put_back_later() { ++executions; }
void keep_known_pieces() {
  for (std::size_t i = 0; i < known_parts_count; ++i) keep(known_parts[i].now, known_parts[i].size);
}
bool are_pieces_few() {
  constexpr std::size_t kFew = 4;
  return known_parts_count <= kFew;
}

bool put_back() {
  if (++executions >= next_look) return put_back_all();
  put_back_known();
  return true;
}

bool put_back_all() {
  if (parts == nullptr) return true;
  // What other workers found since is not known here yet: it may have been changed for long.
  put_back_known();
  const bool found = look_at_everything();
  know_changed();
  const bool too_late = found && executions > looked_at + 1;
  looked_at = executions;
  next_look = executions < 4 ? executions + 1 : executions < between ? 2 * executions : executions + between;
  return !too_late && !changed->overflows;
}

StaysDone::StaysDone() {
  if (parts == nullptr) return;
  if (scratch == nullptr) scratch = static_cast<char*>(map_apart(bytes));
  std::uint64_t at = 0;
  for (std::size_t i = 0; i < parts_count; ++i) {
    const Part& part = parts[i];
    if (part.is_library) copy(scratch + at, reinterpret_cast<const void*>(part.begin), part.end - part.begin);
    at += part.end - part.begin;
  }
}
StaysDone::~StaysDone() {
  if (parts == nullptr) return;
  std::uint64_t at = 0;
  for (std::size_t i = 0; i < parts_count; ++i) {
    const Part& part = parts[i];
    const std::uint64_t size = part.end - part.begin;
    const auto* now = reinterpret_cast<const char*>(part.begin);
    for (std::uint64_t j = 0; part.is_library && j < size; ++j)
      if (now[j] != scratch[at + j]) part.copy[j] = now[j];
    at += size;
  }
}

// ---- thread-local storage of libraries ----

namespace {

struct Locals {
  std::uint64_t offset;  // below the thread's storage
  std::uint64_t size;
};
Locals* libraries = nullptr;
std::size_t libraries_count = 0, libraries_room = 0;
std::uint64_t locals_bytes = 0;
char* locals[kMaxThreads];

int note_locals(dl_phdr_info* info, std::size_t, void*) {
  if (info->dlpi_tls_data == nullptr || is_kept_elsewhere(info->dlpi_name) || is_own_module(info)) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type != PT_TLS || ++libraries_count > libraries_room) continue;
    libraries[libraries_count - 1] = {
        thread_storage() - reinterpret_cast<std::uintptr_t>(info->dlpi_tls_data), header.p_memsz};
    locals_bytes += header.p_memsz;
  }
  return 0;
}

}  // namespace

void keep_library_locals(const Controlled& thread) {
  if (libraries == nullptr) {
    dl_iterate_phdr(note_locals, nullptr);
    libraries_room = libraries_count;
    libraries = static_cast<Locals*>(map_apart((libraries_room + 1) * sizeof(Locals)));
    libraries_count = locals_bytes = 0;
    dl_iterate_phdr(note_locals, nullptr);
  }
  char*& to = locals[thread.number];
  if (to == nullptr) to = static_cast<char*>(map_apart(locals_bytes + 1));
  std::uint64_t at = 0;
  for (std::size_t i = 0; i < libraries_count; at += libraries[i++].size)
    copy(to + at, reinterpret_cast<const void*>(thread.storage - libraries[i].offset), libraries[i].size);
}

void put_back_library_locals(const Controlled& thread) {
  const char* from = locals[thread.number];
  if (from == nullptr) return;
  std::uint64_t at = 0;
  for (std::size_t i = 0; i < libraries_count; at += libraries[i++].size)
    std::memcpy(reinterpret_cast<void*>(thread.storage - libraries[i].offset), from + at, libraries[i].size);
}

}  // namespace heddle::control
