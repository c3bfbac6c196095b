// SPDX-License-Identifier: Apache-2.0
// One run of an instrumented program: the channel, the process, and what came of it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "runtime/watch/channel.h"

namespace heddle::runtime::host {

// The shared memory, owned by the host.
class ChannelFile {
 public:
  static base::Result<std::unique_ptr<ChannelFile>> create();
  static base::Result<std::unique_ptr<ChannelFile>> adopt(int descriptor);  // of a program that made it
  ~ChannelFile();
  ChannelFile(const ChannelFile&) = delete;
  ChannelFile& operator=(const ChannelFile&) = delete;
  Channel& channel() { return *channel_; }
  int descriptor() const { return descriptor_; }

 private:
  ChannelFile(int descriptor, Channel* channel) : descriptor_(descriptor), channel_(channel) {}
  int descriptor_;
  Channel* channel_;
};

struct Ending {
  int status = 0;      // as waitpid gives it
  bool stuck = false;  // deadlocked, and ended by us
  bool hung = false;   // likewise: every thread waited, and nobody could wake one (hang.h)
  bool interrupted = false;
  bool out_of_time = false;      // ended by us after limit_seconds
  double cpu_seconds = 0;        // of the program
  std::uint64_t peak_bytes = 0;  // of the program, the runtime's in it included
  // What a shell would say: the exit status, or 128 + the signal.
  int exit_status() const;
};

struct Launch {
  std::vector<std::string> command;  // program and arguments
  std::string library_directory;
  bool output_aside = false;  // what it prints goes to standard error
  double limit_seconds = 0;   // it is asked to end then, and a little later killed; 0: it may take any time
  // Called again and again while the program runs, and until it returns false after it has ended: takes
  // records out of the channel. True: it did something.
  std::function<bool(bool ended)> drain;
};
base::Result<Ending> run(ChannelFile& file, const Launch& launch);

}  // namespace heddle::runtime::host
