// SPDX-License-Identifier: Apache-2.0
#include "explore/native/given.h"

#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/shared/raw.h"

namespace heddle::explore {
namespace {

using schedule::Header;

bool read_all(int file, void* to, std::size_t bytes) {
  auto* at = static_cast<char*>(to);
  while (bytes > 0) {
    const ssize_t got = read(file, at, bytes);
    if (got <= 0) return false;
    at += got;
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

template <class T>
bool read_array(int file, std::uint64_t count, std::span<const T>& to) {
  if (count == 0) return true;
  auto* array = static_cast<T*>(std::malloc(count * sizeof(T)));
  if (array == nullptr || !read_all(file, array, count * sizeof(T))) return false;
  to = {array, count};
  return true;
}

bool read_wishes(const char* path, Given& given) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  Header header;
  const bool read =
      read_all(file, &header, sizeof header) && header.magic == Header::kMagic &&
      header.wishes_bytes == sizeof given.wishes && read_all(file, &given.wishes, sizeof given.wishes) &&
      read_array(file, header.decisions, given.decisions) && read_array(file, header.racy, given.racy) &&
      read_array(file, header.watched, given.watched) && read_array(file, header.kept, given.kept) &&
      read_array(file, header.steps, given.plan) && read_array(file, header.threads, given.planned) &&
      read_array(file, header.stacks, given.stacks) && read_array(file, header.paths, given.paths);
  close(file);
  given.replays = header.replays;
  return read;
}

schedule::SharedProgress* map_progress(const char* path) {
  const int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return nullptr;
  void* memory = mmap(nullptr, sizeof(schedule::SharedProgress), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  return memory != MAP_FAILED ? static_cast<schedule::SharedProgress*>(memory) : nullptr;
}

void read_given(Given& given) {
  const char* directory = std::getenv(schedule::kDirectoryVariable);
  if (directory == nullptr) return;
  char path[sizeof given.results];
  std::snprintf(path, sizeof path, "%s/%s", directory, schedule::kWishesFile);
  if (!read_wishes(path, given)) {
    runtime::say("cannot read what is to be checked from ", path, ": is heddle of another version?");
    _exit(2);
  }
  std::snprintf(path, sizeof path, "%s/%s", directory, schedule::kProgressFile);
  given.progress = map_progress(path);
  std::snprintf(given.directory, sizeof given.directory, "%s", directory);
  std::snprintf(given.results, sizeof given.results, "%s/%s", directory, schedule::kResultsFile);
  given.exists = true;
}

}  // namespace

const Given& given() {
  static Given once;
  static bool done = false;
  if (!done) {
    done = true;
    read_given(once);
  }
  return once;
}

}  // namespace heddle::explore
