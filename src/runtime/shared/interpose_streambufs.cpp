// SPDX-License-Identifier: Apache-2.0
// Buffers of C++ streams, and what is done to whole streams, inside libstdc++: each of these functions changes the pointers
// of the buffer into its text, or looks at them. Whoever goes by way of a stream has told it at the stream's sentry
// (interpose_iostreams.cpp). The virtual functions are here as well: an optimised program calls them itself.
#include <cstddef>
#include <cstdint>

#include <dlfcn.h>

#define HEDDLE_TELLS_BEFORE
#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"
#include "runtime/shared/stream_layout.h"

using namespace heddle::runtime;

namespace {

using Word = std::uint64_t;
__extension__ using Answer = unsigned __int128;  // the two registers that a result comes in

void uses(Word at, bool write, const void* pc) {
  const auto* buffer = reinterpret_cast<const void* const*>(at);
  if (watched() && buffer != nullptr && keeps_text(buffer))
    touches(buffer + 1, kPointers * sizeof(void*), write, pc);
}
void changes(Word buffer, const void* pc) { uses(buffer, true, pc); }
void looks_at(Word buffer, const void* pc) { uses(buffer, false, pc); }
// The next character: if none is there, it is fetched.
void peeks_at(Word at, const void* pc) {
  constexpr std::size_t kNext = 2, kEnd = 3;
  const auto* buffer = reinterpret_cast<const void* const*>(at);
  uses(at, buffer[kNext] >= buffer[kEnd], pc);
}
// All that a stream says of its format and its state.
void changes_base(Word at, const void* pc) {
  if (watched())
    writes(reinterpret_cast<const char*>(at) + kPrecision, kState + sizeof(int) - kPrecision, pc);
}
void changes_buffer_of(Word at, const void* pc) {
  if (watched()) writes(reinterpret_cast<const char*>(at) + kBuffer, sizeof(void*), pc);
}

}  // namespace

// Some of the functions have fewer arguments; the rest of the registers says nothing.
#define HEDDLE_ON_BUFFER(name, told)                                                                  \
  HEDDLE_INTERPOSE Answer name([[maybe_unused]] Word first, [[maybe_unused]] Word second, Word third, \
                               Word fourth, Word fifth) {                                             \
    using Real = Answer (*)(Word, Word, Word, Word, Word);                                            \
    static auto* real = reinterpret_cast<Real>(dlsym(RTLD_NEXT, #name));                              \
    const void* pc = HEDDLE_PC;                                                                       \
    told;                                                                                             \
    return real(first, second, third, fourth, fifth);                                                 \
  }

#define HEDDLE_BUFFER(unit, name, told) \
  HEDDLE_ON_BUFFER(_ZNSt15basic_streambufI##unit##St11char_traitsI##unit##EE##name, told)
#define HEDDLE_FILE_BUFFER(unit, name) \
  HEDDLE_ON_BUFFER(_ZNSt13basic_filebufI##unit##St11char_traitsI##unit##EE##name, changes(first, pc))
#define HEDDLE_TEXT_BUFFER(unit, name, told) \
  HEDDLE_ON_BUFFER(_ZNSt7__cxx1115basic_stringbufI##unit##St11char_traitsI##unit##ESaI##unit##EE##name, told)
#define HEDDLE_BOTH changes(first, pc), changes(second, pc)
#define HEDDLE_BUFFERS(unit)                                                                              \
  HEDDLE_BUFFER(unit, 5sgetcEv, peeks_at(first, pc))                                                      \
  HEDDLE_BUFFER(unit, 8in_availEv, peeks_at(first, pc))                                                   \
  HEDDLE_BUFFER(unit, 6sbumpcEv, changes(first, pc))                                                      \
  HEDDLE_BUFFER(unit, 6snextcEv, changes(first, pc))                                                      \
  HEDDLE_BUFFER(unit, 6stosscEv, changes(first, pc))                                                      \
  HEDDLE_BUFFER(unit, 7sungetcEv, changes(first, pc))                                                     \
  HEDDLE_BUFFER(unit, 9sputbackcE##unit, changes(first, pc))                                              \
  HEDDLE_BUFFER(unit, 5sgetnEP##unit##l, changes(first, pc))                                              \
  HEDDLE_BUFFER(unit, 5sputcE##unit, changes(first, pc))                                                  \
  HEDDLE_BUFFER(unit, 5sputnEPK##unit##l, changes(first, pc))                                             \
  HEDDLE_BUFFER(unit, 6xsgetnEP##unit##l, changes(first, pc))                                             \
  HEDDLE_BUFFER(unit, 6xsputnEPK##unit##l, changes(first, pc))                                            \
  HEDDLE_BUFFER(unit, 7pubsyncEv, changes(first, pc))                                                     \
  HEDDLE_BUFFER(unit, 9pubsetbufEP##unit##l, changes(first, pc))                                          \
  HEDDLE_BUFFER(unit, 10pubseekoffElSt12_Ios_SeekdirSt13_Ios_Openmode, changes(first, pc))                \
  HEDDLE_BUFFER(unit, 10pubseekposESt4fposI11__mbstate_tESt13_Ios_Openmode, changes(first, pc))           \
  HEDDLE_BUFFER(unit, 4swapERS2_, (HEDDLE_BOTH))                                                          \
  HEDDLE_FILE_BUFFER(unit, 4openEPKcSt13_Ios_Openmode)                                                    \
  HEDDLE_FILE_BUFFER(unit, 5closeEv)                                                                      \
  HEDDLE_FILE_BUFFER(unit, 4syncEv)                                                                       \
  HEDDLE_FILE_BUFFER(unit, 6setbufEP##unit##l)                                                            \
  HEDDLE_FILE_BUFFER(unit, 6xsgetnEP##unit##l)                                                            \
  HEDDLE_FILE_BUFFER(unit, 6xsputnEPK##unit##l)                                                           \
  HEDDLE_FILE_BUFFER(unit, 7seekoffElSt12_Ios_SeekdirSt13_Ios_Openmode)                                   \
  HEDDLE_FILE_BUFFER(unit, 7seekposESt4fposI11__mbstate_tESt13_Ios_Openmode)                              \
  HEDDLE_ON_BUFFER(_ZNSt13basic_filebufI##unit##St11char_traitsI##unit##EE4swapERS2_, (HEDDLE_BOTH))      \
  HEDDLE_ON_BUFFER(_ZNSt13basic_filebufI##unit##St11char_traitsI##unit##EEaSEOS2_, (HEDDLE_BOTH))         \
  HEDDLE_TEXT_BUFFER(unit, 4swapERS4_, (HEDDLE_BOTH))                                                     \
  HEDDLE_TEXT_BUFFER(unit, aSEOS4_, (HEDDLE_BOTH))                                                        \
  HEDDLE_TEXT_BUFFER(unit, 6setbufEP##unit##l, changes(first, pc))                                        \
  HEDDLE_TEXT_BUFFER(unit, 7seekoffElSt12_Ios_SeekdirSt13_Ios_Openmode, changes(first, pc))               \
  HEDDLE_TEXT_BUFFER(unit, 7seekposESt4fposI11__mbstate_tESt13_Ios_Openmode, changes(first, pc))          \
  HEDDLE_ON_BUFFER(_ZNKSt7__cxx1115basic_stringbufI##unit##St11char_traitsI##unit##ESaI##unit##EE4viewEv, \
                   looks_at(first, pc))                                                                   \
  HEDDLE_ON_BUFFER(                                                                                       \
      _ZNSt9basic_iosI##unit##St11char_traitsI##unit##EE5rdbufEPSt15basic_streambufI##unit##S1_E,         \
      changes_buffer_of(first, pc))
HEDDLE_BUFFERS(c)
HEDDLE_BUFFERS(w)

// From one buffer to another, one of which is that of the stream.
HEDDLE_ON_BUFFER(_ZNSolsEPSt15basic_streambufIcSt11char_traitsIcEE, changes(second, pc))
HEDDLE_ON_BUFFER(_ZNSirsEPSt15basic_streambufIcSt11char_traitsIcEE, changes(second, pc))
HEDDLE_ON_BUFFER(_ZNSi3getERSt15basic_streambufIcSt11char_traitsIcEE, changes(second, pc))
HEDDLE_ON_BUFFER(_ZNSi3getERSt15basic_streambufIcSt11char_traitsIcEEc, changes(second, pc))
HEDDLE_ON_BUFFER(_ZNSt13basic_ostreamIwSt11char_traitsIwEElsEPSt15basic_streambufIwS1_E, changes(second, pc))
HEDDLE_ON_BUFFER(_ZNSt13basic_istreamIwSt11char_traitsIwEErsEPSt15basic_streambufIwS1_E, changes(second, pc))
HEDDLE_ON_BUFFER(_ZNSt13basic_istreamIwSt11char_traitsIwEE3getERSt15basic_streambufIwS1_E,
                 changes(second, pc))
HEDDLE_ON_BUFFER(_ZNSt13basic_istreamIwSt11char_traitsIwEE3getERSt15basic_streambufIwS1_Ew,
                 changes(second, pc))
HEDDLE_ON_BUFFER(_ZNSt8ios_base7_M_moveERS_, (changes_base(first, pc), changes_base(second, pc)))
HEDDLE_ON_BUFFER(_ZNSt8ios_base7_M_swapERS_, (changes_base(first, pc), changes_base(second, pc)))
