// SPDX-License-Identifier: Apache-2.0
// The same for functions of libstdc++, whose inside is not instrumented: what the program calls of it by name. The sizes are
// part of the library's binary interface. Virtual functions of it are in hooks_library.cpp.
#include "runtime/control/described_rows.h"
#include "runtime/shared/stream_layout.h"

namespace heddle::control {
namespace {

using runtime::kBuffer, runtime::kExceptions, runtime::kFill, runtime::kState, runtime::kTie, runtime::kWidth;

constexpr std::size_t kPointer = 8, kPath = 40;
constexpr std::size_t kPointers = runtime::kPointers * kPointer;  // of a streambuf
constexpr std::uint8_t kFile = 104;   // of basic_filebuf: behind the pointers, a locale and a lock
constexpr std::uint8_t kWords = 192;  // of ios_base: how many, and where

// What an unoptimised program calls of a stream's virtual base.
#define HEDDLE_IOS(traits, unit)                                                                    \
  {"_ZNSt9basic_ios" traits "5imbueERKSt6locale", {out(1, kPointer, kWidth), in(2, kPointer)}},     \
      {"_ZNSt9basic_ios" traits "4fillE" unit, {out(0, 1, kFill)}},                                 \
      {"_ZNSt9basic_ios" traits "5clearESt12_Ios_Iostate", {out(0, 4, kState)}},                    \
      {"_ZNSt9basic_ios" traits "8setstateESt12_Ios_Iostate", {out(0, 4, kState)}},                 \
      {"_ZNSt9basic_ios" traits "10exceptionsESt12_Ios_Iostate", {out(0, 4, kExceptions)}},         \
      {"_ZNSt9basic_ios" traits "3tieE*", {out(0, kPointer, kTie)}},                                \
      {"_ZNSt9basic_ios" traits "7copyfmtE*", {out(0, kPointer, kWidth), in(1, kPointer, kWidth)}}, \
      {"_ZNKSt9basic_ios" traits "10exceptionsEv", {in(0, 4, kExceptions)}},                        \
      {"_ZNKSt9basic_ios" traits "3tieEv", {in(0, kPointer, kTie)}},                                \
      {"_ZNKSt9basic_ios" traits "4fillEv", {in(0, 1, kFill)}},                                     \
      {"_ZNKSt9basic_ios" traits "5rdbufEv", {in(0, kPointer, kBuffer)}},                           \
      {"_ZNKSt9basic_ios" traits "3badEv", {in(0, 4, kState)}},                                     \
      {"_ZNKSt9basic_ios" traits "3eofEv", {in(0, 4, kState)}},                                     \
      {"_ZNKSt9basic_ios" traits "4failEv", {in(0, 4, kState)}},                                    \
      {"_ZNKSt9basic_ios" traits "4goodEv", {in(0, 4, kState)}},                                    \
      {"_ZNKSt9basic_ios" traits "7rdstateEv", {in(0, 4, kState)}},                                 \
      {"_ZNKSt9basic_ios" traits "cvbEv", {in(0, 4, kState)}}, {                                    \
    "_ZNKSt9basic_ios" traits "ntEv", { in(0, 4, kState) }                                          \
  }

constexpr DescribedCall kCalls[] = {
    // what a pointer points to: its functions
    {"__dynamic_cast", {in(0, kPointer)}},
    // texts of exceptions
    {"_ZNKSt13runtime_error4whatEv", {in(0, kPointer, 8)}},
    {"_ZNKSt11logic_error4whatEv", {in(0, kPointer, 8)}},
    {"_ZNSt13runtime_erroraSE*", {out(0, kPointer, 8), in(1, kPointer, 8)}},
    {"_ZNSt11logic_erroraSE*", {out(0, kPointer, 8), in(1, kPointer, 8)}},
    // what is read into a text: how long it is
    {"_ZSt7getlineIcSt11char_traitsIcESaIcEE*", {out(1, kPointer, 8)}},
    {"_ZSt7getlineIwSt11char_traitsIwESaIwEE*", {out(1, kPointer, 8)}},
    {"_ZStrsIwSt11char_traitsIwESaIwEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_string*",
     {out(1, kPointer, 8)}},
    {"_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_string*",
     {out(1, kPointer, 8)}},
    // whether a file is open
    {"_ZNKSt12__basic_fileIcE7is_openEv", {in(0, kPointer)}},
    {"_ZNKSt13basic_filebufIcSt11char_traitsIcEE7is_openEv", {in(0, kPointer, kFile)}},
    {"_ZNSt13basic_filebufIcSt11char_traitsIcEE4openE*", {out(0, kPointer, kFile)}},
    {"_ZNSt13basic_filebufIcSt11char_traitsIcEE5closeEv", {out(0, kPointer, kFile)}},
    {"_ZNSt13basic_fstreamIcSt11char_traitsIcEE4openE*", {out(0, kPointer, kFile + 24)}},
    {"_ZNSt13basic_fstreamIcSt11char_traitsIcEE5closeEv", {out(0, kPointer, kFile + 24)}},
    {"_ZNSt14basic_ofstreamIcSt11char_traitsIcEE4openE*", {out(0, kPointer, kFile + 8)}},
    {"_ZNSt14basic_ofstreamIcSt11char_traitsIcEE5closeEv", {out(0, kPointer, kFile + 8)}},
    {"_ZNSt14basic_ifstreamIcSt11char_traitsIcEE4openE*", {out(0, kPointer, kFile + 16)}},
    {"_ZNSt14basic_ifstreamIcSt11char_traitsIcEE5closeEv", {out(0, kPointer, kFile + 16)}},
    // words that the program keeps in a stream; a time that is put into it
    {"_ZNSt8ios_base13_M_grow_wordsEib", {out(0, 2 * kPointer, kWords)}},
    {"_ZNKSt8time_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEE3putES3_RSt8ios_basecPK2tmPKcSB_",
     {in(5, 9 * sizeof(int))}},
    // hashes of text
    {"_ZSt11_Hash_bytesPKvmm", {whole(0, 1)}},
    {"_ZSt15_Fnv_hash_bytesPKvmm", {whole(0, 1)}},
    // std::locale: a pointer to what it counts
    {"_ZNSt13random_device9_M_getvalEv", {random_result()}},
    {"_ZNSt6localeC1ERKS_", {out(0, kPointer), in(1, kPointer)}},
    {"_ZNSt6localeC1Ev", {out(0, kPointer)}},
    {"_ZNSt6localeC1EPKc", {out(0, kPointer), text(1)}},
    {"_ZNSt6localeC1ERKS_*", {out(0, kPointer), in(1, kPointer)}},
    {"_ZNSt6localeD1Ev", {out(0, kPointer)}},
    {"_ZNSt6localeC2ERKS_", {out(0, kPointer), in(1, kPointer)}},
    {"_ZNSt6localeC2Ev", {out(0, kPointer)}},
    {"_ZNSt6localeC2EPKc", {out(0, kPointer), text(1)}},
    {"_ZNSt6localeC2ERKS_*", {out(0, kPointer), in(1, kPointer)}},
    {"_ZNSt6localeD2Ev", {out(0, kPointer)}},
    {"_ZNSt6localeaSERKS_", {out(0, kPointer), in(1, kPointer)}},
    {"_ZNSt6locale6globalERKS_", {in(1, kPointer)}},
    {"_ZNKSt6locale4name*", {in(1, kPointer)}},
    {"_ZNKSt6localeeqERKS_", {in(0, kPointer), in(1, kPointer)}},
    {"_ZSt9use_facet*", {in(0, kPointer)}},
    {"_ZSt9has_facet*", {in(0, kPointer)}},
    // how a stream is written and whether it failed
    HEDDLE_IOS("IcSt11char_traitsIcEE", "c"),
    HEDDLE_IOS("IwSt11char_traitsIwEE", "w"),
    // str() of string streams: the pointers into the text
    {"_ZNKSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv", {in(1, kPointers, 8)}},
    {"_ZNKRSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv", {in(1, kPointers, 8)}},
    {"_ZNOSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv", {out(1, kPointers, 8)}},
    {"_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strE*", {out(0, kPointers, 8)}},
    {"_ZNKSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE3strEv", {in(1, kPointers, 32)}},
    {"_ZNKRSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE3strEv", {in(1, kPointers, 32)}},
    {"_ZNOSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE3strEv", {out(1, kPointers, 32)}},
    {"_ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE3strE*", {out(0, kPointers, 32)}},
    {"_ZNKSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEE3strEv", {in(1, kPointers, 24)}},
    {"_ZNKRSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEE3strEv", {in(1, kPointers, 24)}},
    {"_ZNOSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEE3strEv", {out(1, kPointers, 24)}},
    {"_ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEE3strE*", {out(0, kPointers, 24)}},
    {"_ZNKSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strEv", {in(1, kPointers, 16)}},
    {"_ZNKRSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strEv", {in(1, kPointers, 16)}},
    {"_ZNOSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strEv", {out(1, kPointers, 16)}},
    {"_ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strE*", {out(0, kPointers, 16)}},
    // std::filesystem::path; those that return one have its place as their first argument
    {"_ZNKSt10filesystem7__cxx114path12has_filenameEv", {in(0, kPath)}},
    {"_ZNKSt10filesystem7__cxx114path13has_root_nameEv", {in(0, kPath)}},
    {"_ZNKSt10filesystem7__cxx114path13has_root_pathEv", {in(0, kPath)}},
    {"_ZNKSt10filesystem7__cxx114path15has_parent_pathEv", {in(0, kPath)}},
    {"_ZNKSt10filesystem7__cxx114path17has_relative_pathEv", {in(0, kPath)}},
    {"_ZNKSt10filesystem7__cxx114path18has_root_directoryEv", {in(0, kPath)}},
    {"_ZNKSt10filesystem7__cxx114path17_M_find_extensionEv", {in(0, kPath)}},
    {"_ZNKSt10filesystem7__cxx114path7compareERKS1_", {in(0, kPath), in(1, kPath)}},
    {"_ZNKSt10filesystem7__cxx114path7compareE*", {in(0, kPath)}},
    {"_ZNKSt10filesystem7__cxx114path11parent_pathEv", {in(1, kPath)}},
    {"_ZNKSt10filesystem7__cxx114path13relative_pathEv", {in(1, kPath)}},
    {"_ZNKSt10filesystem7__cxx114path14root_directoryEv", {in(1, kPath)}},
    {"_ZNKSt10filesystem7__cxx114path16lexically_normalEv", {in(1, kPath)}},
    {"_ZNKSt10filesystem7__cxx114path9root_nameEv", {in(1, kPath)}},
    {"_ZNKSt10filesystem7__cxx114path9root_pathEv", {in(1, kPath)}},
    {"_ZNKSt10filesystem7__cxx114path18lexically_relativeERKS1_", {in(1, kPath), in(2, kPath)}},
    {"_ZNKSt10filesystem7__cxx114path19lexically_proximateERKS1_", {in(1, kPath), in(2, kPath)}},
    {"_ZNKSt10filesystem7__cxx114path5_List3endEv", {in(0, kPointer)}},
    {"_ZNKSt10filesystem7__cxx114path5_List5beginEv", {in(0, kPointer)}},
    {"_ZNSt10filesystem7__cxx114path5_ListC1ERKS2_", {out(0, kPointer), in(1, kPointer)}},
    {"_ZNSt10filesystem7__cxx114pathaSERKS1_", {both(0, kPath), in(1, kPath)}},
    {"_ZNSt10filesystem7__cxx114pathdVERKS1_", {both(0, kPath), in(1, kPath)}},
    {"_ZNSt10filesystem7__cxx114pathpLERKS1_", {both(0, kPath), in(1, kPath)}},
    {"_ZNSt10filesystem7__cxx114path16replace_filenameERKS1_", {both(0, kPath), in(1, kPath)}},
    {"_ZNSt10filesystem7__cxx114path17replace_extensionERKS1_", {both(0, kPath), in(1, kPath)}},
    {"_ZNSt10filesystem7__cxx114path14_M_split_cmptsEv", {both(0, kPath)}},
    {"_ZNSt10filesystem7__cxx114path15remove_filenameEv", {both(0, kPath)}},
    {"_ZNSt10filesystem7__cxx114path9_M_appendE*", {both(0, kPath), whole(2, 1)}},
    {"_ZNSt10filesystem7__cxx114path9_M_concatE*", {both(0, kPath), whole(2, 1)}},
    // functions of files
    {"_ZNSt10filesystem8absoluteERKNS_7__cxx114pathE*", {in(1, kPath)}},
    {"_ZNSt10filesystem9canonicalERKNS_7__cxx114pathE*", {in(1, kPath)}},
    {"_ZNSt10filesystem16weakly_canonicalERKNS_7__cxx114pathE*", {in(1, kPath)}},
    {"_ZNSt10filesystem12read_symlinkERKNS_7__cxx114pathE*", {in(1, kPath)}},
    {"_ZNSt10filesystem5spaceERKNS_7__cxx114pathE*", {in(1, kPath)}},
    {"_ZNSt10filesystem8relativeERKNS_7__cxx114pathE*", {in(1, kPath), in(2, kPath)}},
    {"_ZNSt10filesystem9proximateERKNS_7__cxx114pathE*", {in(1, kPath), in(2, kPath)}},
    {"_ZNSt10filesystem10equivalentERKNS_7__cxx114pathE*", {in(0, kPath), in(1, kPath)}},
    {"_ZNSt10filesystem12copy_symlinkERKNS_7__cxx114pathE*", {in(0, kPath), in(1, kPath)}},
    {"_ZNSt10filesystem14create_symlinkERKNS_7__cxx114pathE*", {in(0, kPath), in(1, kPath)}},
    {"_ZNSt10filesystem16create_hard_linkERKNS_7__cxx114pathE*", {in(0, kPath), in(1, kPath)}},
    {"_ZNSt10filesystem24create_directory_symlinkERKNS_7__cxx114pathE*", {in(0, kPath), in(1, kPath)}},
    {"_ZNSt10filesystem4copyERKNS_7__cxx114pathE*", {in(0, kPath), in(1, kPath)}},
    {"_ZNSt10filesystem6renameERKNS_7__cxx114pathE*", {in(0, kPath), in(1, kPath)}},
    {"_ZNSt10filesystem9copy_fileERKNS_7__cxx114pathE*", {in(0, kPath), in(1, kPath)}},
    {"_ZNSt10filesystem16create_directoryERKNS_7__cxx114pathES3_*", {in(0, kPath), in(1, kPath)}},
    {"_ZNSt10filesystem10remove_allERKNS_7__cxx114pathE*", {in(0, kPath)}},
    {"_ZNSt10filesystem11permissionsERKNS_7__cxx114pathE*", {in(0, kPath)}},
    {"_ZNSt10filesystem11resize_fileERKNS_7__cxx114pathE*", {in(0, kPath)}},
    {"_ZNSt10filesystem12current_pathERKNS_7__cxx114pathE*", {in(0, kPath)}},
    {"_ZNSt10filesystem14symlink_statusERKNS_7__cxx114pathE*", {in(0, kPath)}},
    {"_ZNSt10filesystem15hard_link_countERKNS_7__cxx114pathE*", {in(0, kPath)}},
    {"_ZNSt10filesystem15last_write_timeERKNS_7__cxx114pathE*", {in(0, kPath)}},
    {"_ZNSt10filesystem16create_directoryERKNS_7__cxx114pathE*", {in(0, kPath)}},
    {"_ZNSt10filesystem18create_directoriesERKNS_7__cxx114pathE*", {in(0, kPath)}},
    {"_ZNSt10filesystem6removeERKNS_7__cxx114pathE*", {in(0, kPath)}},
    {"_ZNSt10filesystem6statusERKNS_7__cxx114pathE*", {in(0, kPath)}},
    {"_ZNSt10filesystem8is_emptyERKNS_7__cxx114pathE*", {in(0, kPath)}},
    {"_ZNSt10filesystem9file_sizeERKNS_7__cxx114pathE*", {in(0, kPath)}},
    // std::pmr
    {"_ZNSt3pmr25monotonic_buffer_resourceD1Ev", {out(0, kPointer, kPointer)}},
    {"_ZNSt3pmr28unsynchronized_pool_resourceD1Ev", {out(0, kPointer, kPointer)}},
    {"_ZNSt3pmr25monotonic_buffer_resource18_M_release_buffersEv", {out(0, kPointer, kPointer)}},
    {"_ZNSt3pmr28unsynchronized_pool_resource7releaseEv", {out(0, kPointer, kPointer)}},
};

}  // namespace

std::span<const DescribedCall> calls_of_library() { return kCalls; }

}  // namespace heddle::control
