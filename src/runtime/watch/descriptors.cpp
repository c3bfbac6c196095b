// SPDX-License-Identifier: Apache-2.0
#include "runtime/watch/descriptors.h"

#include <cstring>

#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/un.h>

#include "base/hash.h"
#include "runtime/shared/raw.h"
#include "runtime/watch/access.h"
#include "runtime/watch/process.h"
#include "runtime/watch/signals.h"
#include "runtime/watch/sync.h"

namespace heddle::runtime {

using base::mix;

struct Stream {
  std::uint64_t what, number;  // by which it is found again; 0: only by its descriptors
  Stream* next;
};

namespace {

struct Descriptor {
  std::uint64_t variable;  // its address is what uses read
  Stream *in, *out;
  bool known, closed, locked, of_signals;
  bool made;  // by a call that was seen: otherwise nobody knows how often the number has come again
};
Descriptor* table;

Descriptor* at(int descriptor) {
  if (!attached() || descriptor < 0 || static_cast<unsigned>(descriptor) >= kMaxDescriptors) return nullptr;
  Descriptor* all = __atomic_load_n(&table, __ATOMIC_ACQUIRE);
  if (all == nullptr) {
    all = static_cast<Descriptor*>(permanent(kMaxDescriptors * sizeof(Descriptor)));
    if (all == nullptr) return nullptr;
    Descriptor* none = nullptr;
    if (!__atomic_compare_exchange_n(&table, &none, all, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      all = none;
    process.channel->descriptors = reinterpret_cast<std::uintptr_t>(all);
    process.channel->descriptor_bytes = sizeof(Descriptor);
  }
  return &all[descriptor];
}

// ---- streams that are found again ----

enum What : std::uint64_t { numbered = 1, file, file_lock, port, listening, accepting, name };
constexpr std::size_t kBuckets = 4096;
Stream* buckets[kBuckets];
SpinLock streams_lock;

Stream* stream(std::uint64_t what, std::uint64_t number) {
  Thread* thread = active();
  if (thread == nullptr) return nullptr;
  const Busy busy(*thread);
  const SpinGuard guard(streams_lock);
  Stream*& bucket = buckets[mix(number + mix(what)) % kBuckets];
  for (Stream* known = bucket; known != nullptr; known = known->next)
    if (known->what == what && known->number == number) return known;
  auto* made = static_cast<Stream*>(permanent(sizeof(Stream)));
  if (made == nullptr) return nullptr;
  *made = {what, number, bucket};
  return bucket = made;
}

void send(const Stream* to, const void* pc) {
  if (to != nullptr) send_to(to, ObjectKind::annotation, pc);
}
void receive(const Stream* from, const void* pc) {
  if (from != nullptr) receive_from(from, pc);
}

// The port of an address, or its name as a number; 0: it has none.
std::uint64_t place_of(const sockaddr* address, socklen_t size) {
  if (address == nullptr || size < sizeof(sa_family_t)) return 0;
  if (address->sa_family == AF_INET && size >= sizeof(sockaddr_in))
    return reinterpret_cast<const sockaddr_in*>(address)->sin_port;
  if (address->sa_family == AF_INET6 && size >= sizeof(sockaddr_in6))
    return reinterpret_cast<const sockaddr_in6*>(address)->sin6_port;
  if (address->sa_family != AF_UNIX) return 0;
  const char* path = reinterpret_cast<const sockaddr_un*>(address)->sun_path;
  const std::size_t most = size - offsetof(sockaddr_un, sun_path);
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < most && (path[i] != 0 || i == 0); ++i)
    number = mix(number + static_cast<unsigned char>(path[i]) + 1);
  return most == 0 ? 0 : number | std::uint64_t{1} << 63;
}

// The kernel's answers, without libc's errno.
std::uint64_t own_place(int descriptor) {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  if (raw_syscall(SYS_getsockname, descriptor, as_word(&address), as_word(&size)) < 0) return 0;
  return place_of(reinterpret_cast<sockaddr*>(&address), size);
}
std::uint64_t other_place(int descriptor) {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  if (raw_syscall(SYS_getpeername, descriptor, as_word(&address), as_word(&size)) < 0) return 0;
  return place_of(reinterpret_cast<sockaddr*>(&address), size);
}

// A connection between two ports has a stream for each direction. One of a named socket has a name at one end
// only, and all of that name share a stream. Datagrams go to whoever has the port.
void find_socket(int descriptor, Descriptor& entry) {
  int type = 0;
  socklen_t size = sizeof type;
  if (raw_syscall(SYS_getsockopt, descriptor, SOL_SOCKET, SO_TYPE, as_word(&type), as_word(&size)) < 0)
    return;
  const std::uint64_t own = own_place(descriptor), other = other_place(descriptor);
  const bool named = (own | other) >> 63 != 0;
  if (type == SOCK_DGRAM) {
    entry.in = own != 0 ? stream(port, own) : nullptr;
    entry.out = other != 0 ? stream(port, other) : nullptr;
  } else if (other != 0 || (named && own != 0)) {
    entry.in = named ? stream(name, own > other ? own : other) : stream(port, other << 16 | own);
    entry.out = named ? entry.in : stream(port, own << 16 | other);
  } else {
    return;  // not connected yet
  }
  entry.known = type != SOCK_DGRAM;
}

std::uint64_t inode_of(int descriptor, mode_t* mode) {
  struct stat status = {};
  if (raw_syscall(SYS_fstat, descriptor, as_word(&status)) < 0) return 0;
  *mode = status.st_mode;
  return mix(status.st_ino + mix(status.st_dev)) | 1;
}

// Which streams an unknown descriptor has.
void find_streams(int descriptor, Descriptor& entry) {
  mode_t mode = 0;
  const std::uint64_t inode = inode_of(descriptor, &mode);
  if (inode == 0) return;
  if (S_ISSOCK(mode)) return find_socket(descriptor, entry);
  entry.known = true;
  if (S_ISREG(mode) || S_ISFIFO(mode)) entry.in = entry.out = stream(file, inode);
}

// The entry of a descriptor in use, with its streams.
Descriptor* used(int descriptor, const void* pc) {
  Descriptor* entry = at(descriptor);
  if (entry == nullptr || active() == nullptr) return nullptr;
  if (entry->closed && raw_syscall(SYS_fcntl, descriptor, F_GETFD) >= 0) {
    // Opened again by a call that is not seen.
    forget_accesses(reinterpret_cast<std::uintptr_t>(&entry->variable), sizeof entry->variable);
    *entry = {};
  }
  if (entry->made || entry->closed) on_range(&entry->variable, sizeof entry->variable, kRead, pc);
  if (!entry->known && !entry->closed) find_streams(descriptor, *entry);
  return entry;
}

}  // namespace

Stream* new_stream() {
  if (active() == nullptr) return nullptr;
  auto* made = static_cast<Stream*>(permanent(sizeof(Stream)));
  if (made != nullptr) *made = {};
  return made;
}

int made(int descriptor, Stream* in, Stream* out, const void* pc) {
  Descriptor* entry = at(descriptor);
  if (entry == nullptr || active() == nullptr) return descriptor;
  const KeepErrno keep;
  forget_accesses(reinterpret_cast<std::uintptr_t>(&entry->variable), sizeof entry->variable);
  entry->in = in;
  entry->out = out;
  entry->known = in != nullptr || out != nullptr;
  entry->closed = entry->locked = entry->of_signals = false;
  entry->made = true;
  on_range(&entry->variable, sizeof entry->variable, 0, pc);
  return descriptor;
}

int made_signals(int descriptor, const void* pc) {
  made(descriptor, nullptr, nullptr, pc);
  if (Descriptor* entry = at(descriptor)) entry->known = entry->of_signals = true;
  return descriptor;
}

int made_copy(int descriptor, int of, const void* pc) {
  const Descriptor* original = at(of);
  if (descriptor < 0 || original == nullptr) return descriptor;
  const bool known = original->known && !original->closed;
  return made(descriptor, known ? original->in : nullptr, known ? original->out : nullptr, pc);
}

int closes(int descriptor, const void* pc) {
  Descriptor* entry = at(descriptor);
  if (entry == nullptr || active() == nullptr || raw_syscall(SYS_fcntl, descriptor, F_GETFD) < 0)
    return descriptor;
  if (entry->made) on_range(&entry->variable, sizeof entry->variable, 0, pc);
  send(entry->out, pc);
  if (entry->locked) file_unlocks(descriptor, pc);
  entry->in = entry->out = nullptr;
  entry->known = false;
  entry->closed = entry->made;
  entry->made = false;
  return descriptor;
}

void closes_all(unsigned first, unsigned last, const void* pc) {
  if (__atomic_load_n(&table, __ATOMIC_ACQUIRE) == nullptr) return;
  constexpr unsigned kMost = 4096;  // of which anybody keeps an account
  for (unsigned i = first; i <= last && i < kMost; ++i)
    if (table[i].known) closes(static_cast<int>(i), pc);
}

int uses(int descriptor, const void* pc) {
  used(descriptor, pc);
  return descriptor;
}

int sends(int descriptor, const void* pc) {
  if (const Descriptor* entry = used(descriptor, pc)) send(entry->out, pc);
  return descriptor;
}

namespace {

// What the kernel can read of the address: it may be anywhere.
std::uint64_t place_named(const sockaddr* address, socklen_t size) {
  sockaddr_storage copy = {};
  const iovec here = {&copy, size < sizeof copy ? size : sizeof copy};
  const iovec there = {const_cast<sockaddr*>(address), here.iov_len};
  const long got = raw_syscall(SYS_process_vm_readv, raw_process(), as_word(&here), 1, as_word(&there), 1, 0);
  return got > 0 ? place_of(reinterpret_cast<sockaddr*>(&copy), static_cast<socklen_t>(got)) : 0;
}

}  // namespace

int sends_to(int descriptor, const sockaddr* address, std::uint32_t size, const void* pc) {
  if (address == nullptr || size == 0) return sends(descriptor, pc);
  uses(descriptor, pc);
  if (active() == nullptr) return descriptor;
  if (const std::uint64_t place = place_named(address, size)) send(stream(port, place), pc);
  return descriptor;
}

int sends_message(int descriptor, const msghdr* message, const void* pc) {
  msghdr copy = {};
  const iovec here = {&copy, sizeof copy}, there = {const_cast<msghdr*>(message), sizeof copy};
  if (active() == nullptr ||
      raw_syscall(SYS_process_vm_readv, raw_process(), as_word(&here), 1, as_word(&there), 1, 0) < 0)
    return descriptor;
  return sends_to(descriptor, static_cast<const sockaddr*>(copy.msg_name), copy.msg_namelen, pc);
}

void received(int descriptor, const void* pc) {
  const KeepErrno keep;
  Descriptor* entry = at(descriptor);
  if (entry == nullptr || active() == nullptr) return;
  if (!entry->known && !entry->closed) find_streams(descriptor, *entry);
  receive(entry->in, pc);
}

void received_into(int descriptor, const void* to, std::size_t bytes, const void* pc) {
  const Descriptor* entry = at(descriptor);
  if (entry == nullptr || !entry->of_signals) return received(descriptor, pc);
  const auto* signals = static_cast<const signalfd_siginfo*>(to);
  for (std::size_t i = 0; i < bytes / sizeof *signals; ++i)
    learn_of_signal(static_cast<int>(signals[i].ssi_signo), pc);
}

int number_of(_IO_FILE* stream) {
  const KeepErrno keep;
  return active() != nullptr && stream != nullptr ? fileno_unlocked(stream) : -1;
}

void connects(int descriptor, const sockaddr* address, std::uint32_t size, const void* pc) {
  uses(descriptor, pc);
  if (active() == nullptr || address == nullptr) return;
  if (const std::uint64_t place = place_named(address, size)) send(stream(accepting, place), pc);
}

void connected(int descriptor, const void* pc) {
  const KeepErrno keep;
  if (active() == nullptr) return;
  if (Descriptor* entry = at(descriptor)) entry->known = false;
  if (const std::uint64_t place = other_place(descriptor)) receive(stream(listening, place), pc);
}

void listens(int descriptor, const void* pc) {
  uses(descriptor, pc);
  if (active() == nullptr) return;
  if (const std::uint64_t place = own_place(descriptor)) send(stream(listening, place), pc);
}

int accepted(int descriptor, int listener, const void* pc) {
  if (descriptor < 0 || active() == nullptr) return descriptor;
  const KeepErrno keep;
  made(descriptor, nullptr, nullptr, pc);
  if (const std::uint64_t place = own_place(listener)) receive(stream(accepting, place), pc);
  return descriptor;
}

void file_locked(int descriptor, const void* pc) {
  const KeepErrno keep;
  mode_t mode = 0;
  if (active() == nullptr) return;
  if (Descriptor* entry = at(descriptor)) entry->locked = true;
  if (const std::uint64_t inode = inode_of(descriptor, &mode)) receive(stream(file_lock, inode), pc);
}

void file_unlocks(int descriptor, const void* pc) {
  mode_t mode = 0;
  if (active() == nullptr) return;
  if (const std::uint64_t inode = inode_of(descriptor, &mode)) send(stream(file_lock, inode), pc);
}

void sends(Numbered what, std::uint64_t number, const void* pc) {
  if (active() != nullptr) send(stream(numbered, mix(number + mix(static_cast<std::uint64_t>(what)))), pc);
}
void received(Numbered what, std::uint64_t number, const void* pc) {
  const KeepErrno keep;
  if (active() != nullptr) receive(stream(numbered, mix(number + mix(static_cast<std::uint64_t>(what)))), pc);
}

}  // namespace heddle::runtime
