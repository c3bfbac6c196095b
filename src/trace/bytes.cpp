// SPDX-License-Identifier: Apache-2.0
#include "trace/bytes.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"

namespace heddle::trace {
namespace {

using base::ErrorCode;
using base::failure;
using base::Result;

std::string reason() { return std::generic_category().message(errno); }

}  // namespace

Result<ByteSource> ByteSource::open(const std::string& path) {
  ByteSource source;
  if (path == "-") {
    source.name_ = "standard input";
    source.device_ = STDIN_FILENO;
  } else {
    source.name_ = path;
    source.device_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    source.owned_ = true;
    if (source.device_ < 0)
      return failure(errno == ENOENT ? ErrorCode::not_found : ErrorCode::io, "cannot open: " + reason(),
                     path);
  }
  struct stat status {};
  if (::fstat(source.device_, &status) == 0) {
    if (S_ISDIR(status.st_mode)) return failure(ErrorCode::io, "is a directory, expected a trace", path);
    source.seekable_ = S_ISREG(status.st_mode) && path != "-";
  }
  return source;
}

ByteSource ByteSource::from_memory(std::string bytes, std::string name) {
  ByteSource source;
  source.name_ = std::move(name);
  source.memory_ = std::move(bytes);
  return source;
}

ByteSource::ByteSource(ByteSource&& other) noexcept { *this = std::move(other); }
ByteSource& ByteSource::operator=(ByteSource&& other) noexcept {
  if (this == &other) return *this;
  close();
  name_ = std::move(other.name_);
  device_ = std::exchange(other.device_, -1);
  owned_ = std::exchange(other.owned_, false);
  seekable_ = other.seekable_;
  stopped_ = other.stopped_;
  was_stopped_ = other.was_stopped_;
  memory_ = std::move(other.memory_);
  taken_ = other.taken_;
  offset_ = other.offset_;
  return *this;
}
ByteSource::~ByteSource() { close(); }

void ByteSource::close() {
  if (owned_ && device_ >= 0) ::close(device_);
  device_ = -1;
}

Result<std::size_t> ByteSource::read_device(std::span<char> into) {
  std::size_t done = 0;
  while (device_ >= 0 && done < into.size() && !was_stopped_) {
    const ssize_t count = ::read(device_, into.data() + done, into.size() - done);
    if (count < 0 && errno == EINTR) {
      was_stopped_ = stopped_ != nullptr && stopped_();
      continue;
    }
    if (count < 0) return failure(ErrorCode::io, "cannot read: " + reason(), name_);
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

Result<std::size_t> ByteSource::read(std::span<char> into) {
  const std::size_t from_memory = std::min(into.size(), memory_.size() - taken_);
  if (from_memory > 0) std::memcpy(into.data(), memory_.data() + taken_, from_memory);
  taken_ += from_memory;
  auto from_device = read_device(into.subspan(from_memory));
  if (!from_device) return from_device;
  offset_ += from_memory + *from_device;
  return from_memory + *from_device;
}

Result<std::string_view> ByteSource::peek(std::size_t count) {
  HEDDLE_CHECK(offset_ == 0, "peek comes before read");
  if (device_ >= 0 && memory_.size() < count) {
    const std::size_t before = memory_.size();
    memory_.resize(count);
    auto more = read_device(std::span(memory_).subspan(before));
    if (!more) return failure(std::move(more.error()));
    memory_.resize(before + *more);
  }
  return std::string_view(memory_).substr(0, count);
}

Result<void> ByteSource::seek(std::uint64_t offset) {
  if (device_ < 0) {
    taken_ = std::min<std::uint64_t>(offset, memory_.size());
  } else {
    if (!seekable_ || ::lseek(device_, static_cast<off_t>(offset), SEEK_SET) < 0)
      return failure(ErrorCode::io, "cannot seek: not a regular file", name_);
    taken_ = memory_.size();
  }
  offset_ = offset;
  return {};
}

std::uint64_t ByteSource::size() const {
  if (device_ < 0) return memory_.size();
  struct stat status {};
  if (!seekable_ || ::fstat(device_, &status) != 0) return 0;
  return static_cast<std::uint64_t>(status.st_size);
}

Result<ByteSink> ByteSink::create(const std::string& path) {
  ByteSink sink;
  if (path == "-") {
    sink.name_ = "standard output";
    sink.device_ = STDOUT_FILENO;
    return sink;
  }
  sink.name_ = path;
  sink.device_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  sink.owned_ = true;
  if (sink.device_ < 0) return failure(ErrorCode::io, "cannot create: " + reason(), path);
  return sink;
}

ByteSink ByteSink::to_memory(std::string& bytes) {
  ByteSink sink;
  sink.name_ = "memory";
  sink.memory_ = &bytes;
  return sink;
}

ByteSink::ByteSink(ByteSink&& other) noexcept { *this = std::move(other); }
ByteSink& ByteSink::operator=(ByteSink&& other) noexcept {
  if (this == &other) return *this;
  if (owned_ && device_ >= 0) ::close(device_);
  name_ = std::move(other.name_);
  device_ = std::exchange(other.device_, -1);
  owned_ = std::exchange(other.owned_, false);
  memory_ = std::exchange(other.memory_, nullptr);
  offset_ = other.offset_;
  return *this;
}
ByteSink::~ByteSink() {
  if (owned_ && device_ >= 0) ::close(device_);
}

Result<void> ByteSink::write(std::string_view bytes) {
  if (memory_) memory_->append(bytes);
  for (std::size_t done = 0; !memory_ && done < bytes.size();) {
    const ssize_t count = ::write(device_, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failure(ErrorCode::io, "cannot write: " + reason(), name_);
    done += static_cast<std::size_t>(count);
  }
  offset_ += bytes.size();
  return {};
}

Result<void> ByteSink::close() {
  const int device = std::exchange(device_, -1);
  if (owned_ && device >= 0 && ::close(device) != 0)
    return failure(ErrorCode::io, "cannot write: " + reason(), name_);
  return {};
}

}  // namespace heddle::trace
