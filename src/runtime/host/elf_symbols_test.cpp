// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/elf_symbols.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <dlfcn.h>
#include <gtest/gtest.h>

namespace heddle::runtime::host {
namespace {

TEST(ElfSymbols, NamesFunctionsAndVariablesOfLibc) {
  const auto expect = [](void* address, const char* name) {
    Dl_info info{};
    ASSERT_NE(dladdr(address, &info), 0);
    const auto base = reinterpret_cast<std::uintptr_t>(info.dli_fbase);
    const ElfSymbols symbols(info.dli_fname);
    const auto* found = symbols.at(reinterpret_cast<std::uintptr_t>(address) - base + 1);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->name, name);
  };
  expect(dlsym(RTLD_DEFAULT, "qsort_r"), "qsort_r");
  expect(dlsym(RTLD_DEFAULT, "stdout"), "stdout");
}

TEST(ElfSymbols, AFileThatIsNoneHasNoSymbols) {
  const auto path = std::filesystem::temp_directory_path() / "heddle_elf_symbols_test";
  for (const std::string& text : {std::string(),
                                  std::string("\x7f"
                                              "ELF"),
                                  std::string("\x7f"
                                              "ELF") +
                                      std::string(60, '\xff')}) {
    std::ofstream(path, std::ios::binary) << text;
    EXPECT_EQ(ElfSymbols(path.string()).at(0), nullptr);
  }
  std::filesystem::remove(path);
  EXPECT_EQ(ElfSymbols("/nowhere").at(0), nullptr);
}

}  // namespace
}  // namespace heddle::runtime::host
