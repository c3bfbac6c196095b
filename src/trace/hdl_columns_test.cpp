// SPDX-License-Identifier: Apache-2.0
#include "trace/hdl_columns.h"

#include <random>

#include <gtest/gtest.h>

namespace heddle::trace::hdl {
namespace {

// Bit by bit: what packing is meant to be.
std::string unpacked_slowly(std::string_view packed, unsigned bits, std::size_t count) {
  std::string bytes(count, '\0');
  for (std::size_t i = 0; i < count * bits; ++i) {
    const unsigned bit = static_cast<unsigned char>(packed[i / 8]) >> (i % 8) & 1U;
    bytes[i / bits] = static_cast<char>(static_cast<unsigned char>(bytes[i / bits]) | bit << (i % bits));
  }
  return bytes;
}

TEST(HdlColumns, UnpackingIsWhatItIsBitByBit) {
  std::mt19937 random(1);
  for (unsigned bits = 0; bits < 8; ++bits)
    for (std::size_t count = 0; count < 100; ++count) {
      std::string bytes(count, '\0');
      for (char& byte : bytes) byte = static_cast<char>(random() & ((1U << bits) - 1));
      std::string packed;
      pack(packed, bytes, bits);
      ASSERT_EQ(packed.size(), packed_size(count, bits));
      EXPECT_EQ(unpacked_slowly(packed, bits, count), bytes) << bits << " bits, " << count << " bytes";
      std::string again(count, 'x');
      unpack(packed, bits, again);
      EXPECT_EQ(again, bytes) << bits << " bits, " << count << " bytes";
    }
}

std::string put(const std::string& column) {
  std::string out;
  ColumnWriter().put(out, column);
  return out;
}

TEST(HdlColumns, EveryMethodIsUsedWhereItIsSmallAndReadBack) {
  std::mt19937 random(2);
  std::string noise(1000, '\0'), narrow(1000, '\0'), regular;
  for (char& byte : noise) byte = static_cast<char>(random());
  for (char& byte : narrow) byte = static_cast<char>(random() % 20);
  while (regular.size() < 1000) regular += "\x01\x07\x02\x70";
  EXPECT_EQ(put(noise)[0], 0);
  EXPECT_EQ(put(regular)[0], 1);
  EXPECT_EQ(put(narrow)[0], 2);
  EXPECT_EQ(put(narrow).size(), 4U + 625U);
  EXPECT_EQ(put(std::string(1000, '\0')).size(), 4U);
  for (const std::string& column :
       {noise, narrow, regular, std::string(1000, '\0'), std::string(), std::string("\x05")}) {
    const std::string out = put(column);
    Cursor cursor(out);
    ColumnReader reader;
    std::string room;
    EXPECT_EQ(reader.take(cursor, 1000, room), column);
    EXPECT_TRUE(cursor.at_end());
  }
}

TEST(HdlColumns, DamagedOnesAreRefused) {
  std::string narrow(1000, '\x09');
  narrow[7] = 1;
  const std::string out = put(narrow + std::string(1, '\x02'));
  ColumnReader reader;
  std::string room;
  for (std::size_t length = 0; length < out.size(); ++length) {
    Cursor cursor(std::string_view(out).substr(0, length));
    EXPECT_EQ(reader.take(cursor, 2000, room), std::nullopt) << length;
  }
  Cursor long_one(out);
  EXPECT_EQ(reader.take(long_one, 1000, room), std::nullopt);
  for (const std::string_view wrong :
       {std::string_view("\x02\x01\x08\x01", 4), std::string_view("\x03\x01\x01", 3)}) {
    Cursor cursor(wrong);
    EXPECT_EQ(reader.take(cursor, 1000, room), std::nullopt);
  }
}

}  // namespace
}  // namespace heddle::trace::hdl
