// SPDX-License-Identifier: Apache-2.0
#include "base/child_output.h"

#include <array>
#include <cerrno>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"

namespace heddle::base {

ChildOutput output_of(const std::vector<std::string>& command, bool with_errors) {
  ChildOutput output;
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return output;
  const pid_t child = fork_child();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    if (with_errors) dup2(ends[1], STDERR_FILENO);
    execvp(words[0], words.data());
    _exit(127);
  }
  close(ends[1]);
  std::array<char, 4096> piece;
  for (ssize_t got = 0; child > 0 && (got = read(ends[0], piece.data(), piece.size())) != 0;) {
    if (got > 0) output.text.append(piece.data(), static_cast<std::size_t>(got));
    if (got < 0 && errno != EINTR) break;
  }
  close(ends[0]);
  while (child > 0 && waitpid(child, &output.status, 0) < 0 && errno == EINTR) {
  }
  output.is_started = child > 0 && !(WIFEXITED(output.status) && WEXITSTATUS(output.status) == 127);
  return output;
}

}  // namespace heddle::base
