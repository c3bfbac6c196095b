// SPDX-License-Identifier: Apache-2.0
// A directory of its own, for files that nobody needs once the work is done: it disappears with all that is
// in it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace heddle::base {

class ScratchDirectory {
 public:
  ScratchDirectory() {
    std::error_code error;
    std::string pattern = (std::filesystem::temp_directory_path(error) / "heddle-XXXXXX").string();
    if (!error && mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~ScratchDirectory() {
    std::error_code ignored;
    if (exists()) std::filesystem::remove_all(path_, ignored);
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  // What to say where none could be made.
  static std::string trouble() {
    const char* set = std::getenv("TMPDIR");
    return std::string("no temporary directory could be made in ") +
           (set != nullptr ? std::string(set) + " ($TMPDIR)" : "/tmp; $TMPDIR names another place");
  }
  // False if none could be made; then nothing may be put into it.
  bool exists() const { return !path_.empty(); }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace heddle::base
