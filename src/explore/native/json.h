// SPDX-License-Identifier: Apache-2.0
// JSON without a standard library that allocates: what several parts of a result are written with.
#pragma once

#include <cstdint>
#include <cstdio>
#include <span>

#include <unistd.h>

#include "runtime/control/failures.h"
#include "schedule/wishes.h"

namespace heddle::explore {

class Json {
 public:
  explicit Json(int file) : stream_(fdopen(dup(file), "a")) {}
  ~Json() { std::fclose(stream_); }
  void raw(const char* text) { std::fputs(text, stream_); }
  void text(const char* value) {
    std::fputc('"', stream_);
    for (; *value != 0; ++value) {
      const auto byte = static_cast<unsigned char>(*value);
      if (byte == '"' || byte == '\\')
        std::fprintf(stream_, "\\%c", byte);
      else if (byte < 32)
        std::fprintf(stream_, "\\u%04x", byte);
      else
        std::fputc(byte, stream_);
    }
    std::fputc('"', stream_);
  }
  void value(bool value) { raw(value ? "true" : "false"); }
  void value(std::uint64_t value) { format("%lu", value); }
  void value(double value) { format("%.9g", value); }
  void value(const schedule::Word& value) { text(value.c_str()); }
  template <class... Values>
  void format(const char* pattern, Values... values) {
    std::fprintf(stream_, pattern, values...);
  }

 private:
  std::FILE* stream_;
};

void write_place(Json& json, const control::Place& place);
void write_places(Json& json, std::span<const control::Place> all);
// The files that are loaded, and where, as a list: what gives addresses their meaning.
void write_modules(Json& json);

}  // namespace heddle::explore
