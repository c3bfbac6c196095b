// SPDX-License-Identifier: Apache-2.0
// Accesses that a compiler makes without a load or store of its usual sizes, and ends of what it puts in unusual places.
// -O1, every compiler.
#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <thread>

#include <emmintrin.h>
#include <strings.h>

#define TEST(name) extern "C" void name()

namespace {

// `body` in a thread, while `other` runs here.
template <class Body, class Other>
void beside(Body body, Other other) {
  std::thread thread(body);
  other();
  thread.join();
}
volatile int sink;
[[gnu::noinline]] void keep(const volatile void*) { asm volatile("" ::: "memory"); }

struct Bits {
  unsigned a : 20;
  unsigned char tail;
} bits;
struct Colour {
  short r, g, b;
} colour;
struct Large {
  long words[4];
} large;
long double real_number;
typedef int Eight __attribute__((vector_size(32)));
Eight eight;
char text[40], other_text[40];
std::array<unsigned char, 16> left, right;

[[gnu::noinline]] int blue(Colour given) { return given.b; }
[[gnu::noinline]] Colour mixed() { return {1, 2, 3}; }
[[gnu::noinline]] long last(Large given) { return given.words[3]; }

}  // namespace

TEST(three_bytes__data_race) {
  beside([] { bits.a = 5; }, [] { sink = static_cast<int>(bits.a); });
}
TEST(beside_three_bytes__clean) {
  beside([] { bits.a = 5; }, [] { bits.tail = 1; });
}
TEST(long_double__data_race) {
  beside([] { real_number = 2.5L; }, [] { sink = static_cast<int>(real_number); });
}
TEST(wide_vector__data_race) {
  beside([] { eight = Eight{1, 2, 3, 4, 5, 6, 7, 8}; },
         [] { sink = reinterpret_cast<volatile int*>(&eight)[7]; });
}
TEST(six_bytes_given__data_race) {
  beside([] { sink = blue(colour); }, [] { colour.b = 4; });
}
TEST(six_bytes_returned__data_race) {
  beside([] { colour = mixed(); }, [] { sink = colour.b; });
}
TEST(large_one_given__data_race) {
  beside([] { sink = static_cast<int>(last(large)); }, [] { large.words[3] = 4; });
}
TEST(large_ones_given__clean) {
  beside([] { sink = static_cast<int>(last(large)); }, [] { keep(reinterpret_cast<void*>(last(large))); });
}

// ---- copies and strings by the compiler's own names ----

TEST(builtin_memset__data_race) {
  beside([] { __builtin_memset(text, 1, 13); }, [] { sink = text[12]; });
}
TEST(builtin_memset_beside__clean) {
  beside([] { __builtin_memset(text, 1, 13); }, [] { sink = text[13]; });
}
TEST(builtin_memcpy__data_race) {
  beside([] { __builtin_memcpy(text, other_text, 33); }, [] { other_text[32] = 1; });
}
TEST(builtin_strcpy__data_race) {
  beside([] { __builtin_strcpy(text, "hello"); }, [] { sink = text[5]; });
}
TEST(builtin_strlen__data_race) {
  __builtin_memcpy(text, "abc", 4);
  beside([] { sink = static_cast<int>(__builtin_strlen(text)); }, [] { text[1] = 'x'; });
}
TEST(builtin_memcmp__data_race) {
  beside([] { sink = __builtin_memcmp(text, other_text, 8) == 0; }, [] { text[7] = 1; });
}
TEST(bcmp__data_race) {
  beside([] { sink = bcmp(text, other_text, 16) == 0; }, [] { text[7] = 1; });
}
TEST(equal_arrays__data_race) {
  beside([] { sink = left == right; }, [] { left[9] = 1; });
}
TEST(equal_views__data_race) {
  beside([] { sink = std::string_view(text, 8) == std::string_view(other_text, 8); }, [] { text[0] = 1; });
}
TEST(streaming_store__data_race) {
  static int word;
  beside([] { _mm_stream_si32(&word, 5); }, [] { sink = word; });
}

// ---- what ends with a function or block ----

namespace {
template <class Body>
[[gnu::noinline]] std::thread with_parameter(Large given, Body body) {
  return std::thread(body, &given);
}
template <class Body>
[[gnu::noinline]] std::thread with_array(int count, Body body) {
  std::thread thread;
  {
    long words[count];
    words[0] = 0;
    thread = std::thread(body, reinterpret_cast<Large*>(words));
  }
  keep(&thread);
  return thread;
}
}  // namespace

TEST(parameter_in_memory__use_after_free) {
  with_parameter(large, [](Large* given) { given->words[0] = 1; }).join();
}
TEST(parameter_not_used__clean) {
  with_parameter(large, [](Large* given) { sink = given != nullptr; }).join();
}
TEST(array_of_any_size__use_after_free) {
  with_array(4 + sink, [](Large* given) { given->words[0] = 1; }).join();
}
TEST(array_not_used__clean) {
  with_array(4 + sink, [](Large* given) { sink = given != nullptr; }).join();
}

int main() {}
