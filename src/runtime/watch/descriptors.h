// SPDX-License-Identifier: Apache-2.0
// File descriptors: what passes through the kernel orders threads, and a descriptor may not be closed while
// another thread uses it.
//
// What one thread did before it wrote happens before what another does after it read. A *stream* is one
// direction of that: both ends of a pipe share one, a pair of sockets has two, an eventfd, an epoll, a timer
// has one of its own. These are known from their creation, and copies (dup) share them. Files, named pipes and
// message queues are known by their device and inode, sockets by their ports or names, when they are first
// used. A reader learns from all who wrote before, not only from whom its bytes are: less than the kernel
// orders is never claimed, and races may hide behind it as they do behind any lock.
//
// The number itself is a variable: using it reads it, making and closing it write it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/watch/object.h"

struct _IO_FILE;
struct msghdr;
struct sockaddr;

namespace heddle::runtime {

struct Stream;

// A new stream of its own; nullptr when memory is short.
Stream* new_stream();
// The descriptor was made, by a call that returned it (nothing happens if it failed). Streams may be null: not
// known yet.
int made(int descriptor, Stream* in, Stream* out, const void* pc);
int made_signals(int descriptor, const void* pc);  // what is read from it are signals
int made_copy(int descriptor, int of, const void* pc);
// It is about to be closed: its readers come to the end of it.
int closes(int descriptor, const void* pc);
void closes_all(unsigned first, unsigned last, const void* pc);

// Before the call that uses it; it is returned.
int uses(int descriptor, const void* pc);
int sends(int descriptor, const void* pc);  // it writes
// A datagram; to nullptr if the socket is connected.
int sends_to(int descriptor, const sockaddr* address, std::uint32_t size, const void* pc);
int sends_message(int descriptor, const msghdr* message, const void* pc);
// After the call. Reading nothing, the end, is news too.
void received(int descriptor, const void* pc);
void received_into(int descriptor, const void* to, std::size_t bytes, const void* pc);  // signals, perhaps
// Of a call that returns -1, or how much it read.
template <class Result>
Result receives(int descriptor, Result result, const void* pc) {
  if (result >= 0) received(descriptor, pc);
  return result;
}

int number_of(_IO_FILE* stream);  // -1: it has no descriptor

// Sockets: from connecting to accepting, and from listening to having connected.
void connects(int descriptor, const sockaddr* address, std::uint32_t size, const void* pc);
void connected(int descriptor, const void* pc);
void listens(int descriptor, const void* pc);
int accepted(int descriptor, int listener, const void* pc);

// Locks of files (flock, and those of open file descriptions): by device and inode.
void file_locked(int descriptor, const void* pc);
void file_unlocks(int descriptor, const void* pc);

// Anything else that has a number: a System V queue, all children.
enum class Numbered : std::uint64_t { queue = 1, semaphores, children };
void sends(Numbered what, std::uint64_t number, const void* pc);
void received(Numbered what, std::uint64_t number, const void* pc);

}  // namespace heddle::runtime
