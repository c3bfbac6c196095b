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

// But for the first one: where the program lies may differ.
void add_arguments(std::uint64_t& hash) {
  const int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  char part[4096];
  bool is_first = true;
  for (ssize_t size = 0; (size = read(file, part, sizeof part)) > 0;)
    for (ssize_t at = 0; at < size; ++at) {
      if (!is_first) hash = base::combine(hash, static_cast<unsigned char>(part[at]));
      is_first = is_first && part[at] != 0;
    }
  close(file);
}

bool is_systems(const char* path) {
  return std::strncmp(path, "/lib/", 5) == 0 || std::strncmp(path, "/usr/lib/", 9) == 0;
}

// Libraries of the system by name, place and what identifies their build; the program's own by all that they have.
int add_module(dl_phdr_info* info, std::size_t, void* to) {
  auto& hash = *static_cast<std::uint64_t*>(to);
  const char* slash = std::strrchr(info->dlpi_name, '/');
  const char* name = slash != nullptr ? slash + 1 : info->dlpi_name;
  add_bytes(hash, name, std::strlen(name));
  hash = base::combine(hash, info->dlpi_addr);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    hash = base::combine(hash, info->dlpi_phdr[i].p_vaddr);
    hash = base::combine(hash, info->dlpi_phdr[i].p_memsz);
    if (info->dlpi_phdr[i].p_type == PT_NOTE && *info->dlpi_name != 0)
      add_bytes(hash, reinterpret_cast<const char*>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr),
                info->dlpi_phdr[i].p_memsz);
  }
  if (*info->dlpi_name != 0 && !is_systems(info->dlpi_name)) add_file(hash, info->dlpi_name);
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
  add_arguments(hash);
  Dl_info own{};
  if (dladdr(reinterpret_cast<void*>(&identity_of_process), &own) != 0) add_file(hash, own.dli_fname);
  return hash;
}

}  // namespace heddle::explore
