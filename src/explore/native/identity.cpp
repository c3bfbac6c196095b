// SPDX-License-Identifier: Apache-2.0
#include "explore/native/identity.h"

#include <cstring>

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"

namespace heddle::explore {
namespace {

void add_bytes(std::uint64_t& hash, const char* bytes, std::size_t size) {
  std::size_t at = 0;
  for (std::uint64_t word = 0; at + sizeof word <= size; at += sizeof word) {
    std::memcpy(&word, bytes + at, sizeof word);
    hash = base::combine(hash, word);
  }
  for (; at < size; ++at) hash = base::combine(hash, static_cast<unsigned char>(bytes[at]));
}

void add_file(std::uint64_t& hash, const char* path) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (file >= 0 && fstat(file, &status) == 0 && status.st_size > 0) {
    const auto size = static_cast<std::size_t>(status.st_size);
    void* image = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (image != MAP_FAILED) {
      add_bytes(hash, static_cast<const char*>(image), size);
      munmap(image, size);
    }
  }
  if (file >= 0) close(file);
}

// Libraries of the system by name and place alone: another build of one of them is hardly ever as large.
int add_module(dl_phdr_info* info, std::size_t, void* to) {
  auto& hash = *static_cast<std::uint64_t*>(to);
  const char* slash = std::strrchr(info->dlpi_name, '/');
  const char* name = slash != nullptr ? slash + 1 : info->dlpi_name;
  add_bytes(hash, name, std::strlen(name));
  hash = base::combine(hash, info->dlpi_addr);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    hash = base::combine(hash, info->dlpi_phdr[i].p_vaddr);
    hash = base::combine(hash, info->dlpi_phdr[i].p_memsz);
  }
  return 0;
}

}  // namespace

std::uint64_t identity_of_process() {
  std::uint64_t hash = 1;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t size, void* to) {
        const bool is_kernels = std::strstr(info->dlpi_name, "linux-vdso") != nullptr;
        return is_kernels ? 0 : add_module(info, size, to);
      },
      &hash);
  add_file(hash, "/proc/self/exe");
  Dl_info own{};
  if (dladdr(reinterpret_cast<void*>(&identity_of_process), &own) != 0) add_file(hash, own.dli_fname);
  return hash;
}

}  // namespace heddle::explore
