// SPDX-License-Identifier: Apache-2.0
// std::call_once of libstdc++ hands its function to pthread_once through variables of the thread. library.h tells when
// it is linked.
#include "program/translate/library.h"

namespace heddle::program {

const LibraryPart kOnceLibrary = {"__once_proxy", R"c(/* What std::call_once calls. */
WEAK _Thread_local void *_ZSt15__once_callable;
WEAK _Thread_local void (*_ZSt11__once_call)(void);
WEAK void __once_proxy(void) { _ZSt11__once_call(); }
)c"};

}  // namespace heddle::program
