// SPDX-License-Identifier: Apache-2.0
// Input and output from and into the program's buffers. What was transferred counts, by what the real
// function returns; a call that fails or is cancelled is taken to have touched nothing. What this orders:
// watch/descriptors.h.
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"

using namespace heddle::runtime;

extern "C" {
ssize_t __read_chk(int, void*, std::size_t, std::size_t);
ssize_t __pread_chk(int, void*, std::size_t, off_t, std::size_t);
ssize_t __pread64_chk(int, void*, std::size_t, off64_t, std::size_t);
ssize_t __recv_chk(int, void*, std::size_t, std::size_t, int);
ssize_t __recvfrom_chk(int, void*, std::size_t, std::size_t, int, sockaddr*, socklen_t*);
}

namespace {

// `result` is that of a system call, and `most` the size of the buffer: a datagram may be longer (MSG_TRUNC).
ssize_t filled(int file, void* to, ssize_t result, std::size_t most, const void* pc) {
  if (result < 0) return result;
  const std::size_t bytes = static_cast<std::size_t>(result) < most ? static_cast<std::size_t>(result) : most;
  received_into(file, to, bytes, pc);
  if (bytes > 0) writes(to, bytes, pc);
  return result;
}
ssize_t emptied(const void* from, ssize_t result, const void* pc) {
  if (result > 0) reads(from, static_cast<std::size_t>(result), pc);
  return result;
}

// The same for buffers in pieces.
ssize_t transferred(const iovec* pieces, std::size_t count, ssize_t result, bool write, const void* pc) {
  if (result < 0 || !watched()) return result;
  reads(pieces, count * sizeof *pieces, pc);
  auto left = static_cast<std::size_t>(result);
  for (std::size_t i = 0; i < count && left > 0; ++i) {
    const std::size_t bytes = pieces[i].iov_len < left ? pieces[i].iov_len : left;
    touches(pieces[i].iov_base, bytes, write, pc);
    left -= bytes;
  }
  return result;
}

// A message that could not be sent or received may be anywhere.
[[maybe_unused]] ssize_t transferred(const msghdr* message, ssize_t result, bool write, const void* pc) {
  return result < 0 ? result : transferred(message->msg_iov, message->msg_iovlen, result, write, pc);
}

// `room` is what *size was before the call.
[[maybe_unused]] void sender_stored(const sockaddr* address, const socklen_t* size, socklen_t room,
                                    const void* pc) {
  if (address == nullptr || size == nullptr) return;
  writes(address, *size < room ? *size : room, pc);
  writes(size, sizeof *size, pc);
}

}  // namespace

#ifndef HEDDLE_CONTROL  // there they must not keep the turn while they wait: control/hooks_outside.cpp
HEDDLE_TRANSFER(ssize_t, read, (int file, void* to, std::size_t most), (uses(file, pc), to, most),
                filled(file, to, result, most, pc))
#endif
#define HEDDLE_READ_AT(type, name, parameters, given, told) \
  HEDDLE_FROM_FILE(type, name, parameters, given, file, looks, told)
#define HEDDLE_WRITE_AT(type, name, parameters, given, told) \
  HEDDLE_FROM_FILE(type, name, parameters, given, file, writes, told)
#define HEDDLE_AT_OFFSET(suffix)                                                                             \
  HEDDLE_READ_AT(ssize_t, pread##suffix, (int file, void* to, std::size_t most, off64_t offset),             \
                 (file, to, most, offset), filled(file, to, result, most, pc))                               \
  HEDDLE_READ_AT(ssize_t, __pread##suffix##_chk,                                                             \
                 (int file, void* to, std::size_t most, off64_t offset, std::size_t size),                   \
                 (file, to, most, offset, size), filled(file, to, result, most, pc))                         \
  HEDDLE_WRITE_AT(ssize_t, pwrite##suffix, (int file, const void* from, std::size_t bytes, off64_t offset),  \
                  (file, from, bytes, offset), emptied(from, result, pc))                                    \
  HEDDLE_READ_AT(ssize_t, preadv##suffix, (int file, const iovec* pieces, int count, off64_t offset),        \
                 (file, pieces, count, offset),                                                              \
                 transferred(pieces, static_cast<std::size_t>(count), receives(file, result, pc), true, pc)) \
  HEDDLE_WRITE_AT(ssize_t, pwritev##suffix, (int file, const iovec* pieces, int count, off64_t offset),      \
                  (file, pieces, count, offset),                                                             \
                  transferred(pieces, static_cast<std::size_t>(count), result, false, pc))
HEDDLE_READ_AT(ssize_t, __read_chk, (int file, void* to, std::size_t most, std::size_t size),
               (file, to, most, size), filled(file, to, result, most, pc))
HEDDLE_AT_OFFSET()
HEDDLE_AT_OFFSET(64)
#ifndef HEDDLE_CONTROL
HEDDLE_TRANSFER(ssize_t, write, (int file, const void* from, std::size_t bytes),
                (sends(file, pc), from, bytes), emptied(from, result, pc))
HEDDLE_TRANSFER(ssize_t, readv, (int file, const iovec* pieces, int count), (uses(file, pc), pieces, count),
                transferred(pieces, static_cast<std::size_t>(count), receives(file, result, pc), true, pc))
HEDDLE_TRANSFER(ssize_t, writev, (int file, const iovec* pieces, int count), (sends(file, pc), pieces, count),
                transferred(pieces, static_cast<std::size_t>(count), result, false, pc))

HEDDLE_TRANSFER(ssize_t, recv, (int socket, void* to, std::size_t most, int flags),
                (uses(socket, pc), to, most, flags), filled(socket, to, result, most, pc))
HEDDLE_TRANSFER(ssize_t, __recv_chk, (int socket, void* to, std::size_t most, std::size_t size, int flags),
                (uses(socket, pc), to, most, size, flags), filled(socket, to, result, most, pc))
HEDDLE_TRANSFER(ssize_t, send, (int socket, const void* from, std::size_t bytes, int flags),
                (sends(socket, pc), from, bytes, flags), emptied(from, result, pc))
HEDDLE_TRANSFER(ssize_t, sendto,
                (int socket, const void* from, std::size_t bytes, int flags, const sockaddr* address,
                 socklen_t address_size),
                (sends_to(socket, address, address_size, pc), from, bytes, flags, address, address_size),
                emptied(from, result, pc))
HEDDLE_TRANSFER(ssize_t, recvmsg, (int socket, msghdr* message, int flags),
                (uses(socket, pc), message, flags),
                transferred(message, receives(socket, result, pc), true, pc))
HEDDLE_TRANSFER(ssize_t, sendmsg, (int socket, const msghdr* message, int flags),
                (sends_message(socket, message, pc), message, flags), transferred(message, result, false, pc))
HEDDLE_TRANSFER(int, recvmmsg, (int socket, mmsghdr* messages, unsigned count, int flags, timespec* limit),
                (uses(socket, pc), messages, count, flags, limit), receives(socket, result, pc))
HEDDLE_TRANSFER(int, sendmmsg, (int socket, mmsghdr* messages, unsigned count, int flags),
                (sends(socket, pc), messages, count, flags), result)
#define HEDDLE_RECEIVE_FROM(name, parameters, given)                                          \
  HEDDLE_EARLY(name)                                                                          \
  HEDDLE_INTERPOSE ssize_t name parameters {                                                  \
    const void* pc = HEDDLE_PC;                                                               \
    const socklen_t room = address != nullptr && address_size != nullptr ? *address_size : 0; \
    uses(socket, pc);                                                                         \
    const ssize_t result = real_##name() given;                                               \
    if (result >= 0) sender_stored(address, address_size, room, pc);                          \
    return filled(socket, to, result, most, pc);                                              \
  }
HEDDLE_RECEIVE_FROM(recvfrom,
                    (int socket, void* to, std::size_t most, int flags, sockaddr* address,
                     socklen_t* address_size),
                    (socket, to, most, flags, address, address_size))
HEDDLE_RECEIVE_FROM(__recvfrom_chk,
                    (int socket, void* to, std::size_t most, std::size_t size, int flags, sockaddr* address,
                     socklen_t* address_size),
                    (socket, to, most, size, flags, address, address_size))
#endif
