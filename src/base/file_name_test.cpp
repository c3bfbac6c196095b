// SPDX-License-Identifier: Apache-2.0
#include "base/file_name.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace heddle::base {
namespace {

std::string file_of(const std::string& name) {
  char file[kLongestFileName];
  write_file_name(name.c_str(), file);
  return file;
}

TEST(FileName, OrdinaryNamesStay) {
  for (const char* name : {"", "Queue.PushPop", "a-b_c.1", "main"}) EXPECT_EQ(file_of(name), name);
}

TEST(FileName, NamesNeverShareAFile) {
  std::set<std::string> files;
  const std::string letters = "a -/+.,";
  std::size_t names = 0;
  for (const char first : letters)
    for (const char second : letters)
      for (const char third : letters) {
        files.insert(file_of({first, second, third}));
        ++names;
      }
  // names that look like the file of another one, and long ones that differ at their end only
  for (const std::string& name : {file_of("a b"), std::string(400, 'x'), std::string(401, 'x'),
                                  std::string(150, 'x'), std::string(151, 'x')}) {
    files.insert(file_of(name));
    ++names;
  }
  EXPECT_EQ(files.size(), names);
  for (const std::string& file : files) {
    EXPECT_EQ(file.find_first_of(" /,"), std::string::npos) << file;
    EXPECT_LT(file.size(), kLongestFileName);
  }
}

}  // namespace
}  // namespace heddle::base
