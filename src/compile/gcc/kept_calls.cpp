// SPDX-License-Identifier: Apache-2.0
// Functions of libc that gcc would do inline stay calls.
//
// What gcc makes of memset or strcmp in the machine's terms is not instrumented; as calls they are interposed.
// -fno-builtin-memset says that to gcc of the name, but not of `__builtin_memset`, which programs and libstdc++ write, too.
// So the call gets a function that has the same name and no meaning for gcc.
#include "compile/gcc/parts.h"

namespace heddle::compile {
namespace {

struct Row {
  built_in_function code;
  const char* name;
};

constexpr Row kRows[] = {
    {BUILT_IN_BCMP, "bcmp"},
    {BUILT_IN_BCOPY, "bcopy"},
    {BUILT_IN_BZERO, "bzero"},
    {BUILT_IN_INDEX, "index"},
    {BUILT_IN_MEMCHR, "memchr"},
    {BUILT_IN_MEMCMP, "memcmp"},
    {BUILT_IN_MEMCMP_EQ, "memcmp"},
    {BUILT_IN_MEMCPY, "memcpy"},
    {BUILT_IN_MEMMOVE, "memmove"},
    {BUILT_IN_MEMPCPY, "mempcpy"},
    {BUILT_IN_MEMSET, "memset"},
    {BUILT_IN_RINDEX, "rindex"},
    {BUILT_IN_STPCPY, "stpcpy"},
    {BUILT_IN_STPNCPY, "stpncpy"},
    {BUILT_IN_STRCASECMP, "strcasecmp"},
    {BUILT_IN_STRCAT, "strcat"},
    {BUILT_IN_STRCHR, "strchr"},
    {BUILT_IN_STRCMP, "strcmp"},
    {BUILT_IN_STRCMP_EQ, "strcmp"},
    {BUILT_IN_STRCPY, "strcpy"},
    {BUILT_IN_STRCSPN, "strcspn"},
    {BUILT_IN_STRDUP, "strdup"},
    {BUILT_IN_STRLEN, "strlen"},
    {BUILT_IN_STRNCASECMP, "strncasecmp"},
    {BUILT_IN_STRNCAT, "strncat"},
    {BUILT_IN_STRNCMP, "strncmp"},
    {BUILT_IN_STRNCMP_EQ, "strncmp"},
    {BUILT_IN_STRNCPY, "strncpy"},
    {BUILT_IN_STRNDUP, "strndup"},
    {BUILT_IN_STRNLEN, "strnlen"},
    {BUILT_IN_STRPBRK, "strpbrk"},
    {BUILT_IN_STRRCHR, "strrchr"},
    {BUILT_IN_STRSPN, "strspn"},
    {BUILT_IN_STRSTR, "strstr"},
    {BUILT_IN_SPRINTF, "sprintf"},
    {BUILT_IN_SNPRINTF, "snprintf"},
    {BUILT_IN_VSPRINTF, "vsprintf"},
    {BUILT_IN_VSNPRINTF, "vsnprintf"},
    {BUILT_IN_FREXP, "frexp"},
    {BUILT_IN_FREXPF, "frexpf"},
    {BUILT_IN_FREXPL, "frexpl"},
    {BUILT_IN_MODF, "modf"},
    {BUILT_IN_MODFF, "modff"},
    {BUILT_IN_MODFL, "modfl"},
    {BUILT_IN_REMQUO, "remquo"},
    {BUILT_IN_REMQUOF, "remquof"},
    {BUILT_IN_REMQUOL, "remquol"},
    {BUILT_IN_SINCOS, "sincos"},
    {BUILT_IN_SINCOSF, "sincosf"},
    {BUILT_IN_SINCOSL, "sincosl"},
    {BUILT_IN_MEMCPY_CHK, "__memcpy_chk"},
    {BUILT_IN_MEMMOVE_CHK, "__memmove_chk"},
    {BUILT_IN_MEMPCPY_CHK, "__mempcpy_chk"},
    {BUILT_IN_MEMSET_CHK, "__memset_chk"},
    {BUILT_IN_STPCPY_CHK, "__stpcpy_chk"},
    {BUILT_IN_STPNCPY_CHK, "__stpncpy_chk"},
    {BUILT_IN_STRCAT_CHK, "__strcat_chk"},
    {BUILT_IN_STRCPY_CHK, "__strcpy_chk"},
    {BUILT_IN_STRNCAT_CHK, "__strncat_chk"},
    {BUILT_IN_STRNCPY_CHK, "__strncpy_chk"},
    {BUILT_IN_SPRINTF_CHK, "__sprintf_chk"},
    {BUILT_IN_SNPRINTF_CHK, "__snprintf_chk"},
    {BUILT_IN_VSPRINTF_CHK, "__vsprintf_chk"},
    {BUILT_IN_VSNPRINTF_CHK, "__vsnprintf_chk"},
};

}  // namespace

void keep_call(gcall* call) {
  if (!gimple_call_builtin_p(call, BUILT_IN_NORMAL)) return;
  const tree known = gimple_call_fndecl(call);
  for (const Row& row : kRows) {
    if (DECL_FUNCTION_CODE(known) != row.code) continue;
    gimple_call_set_fndecl(call, function_named(row.name, TREE_TYPE(known)));
    update_stmt(call);
    return;
  }
}

}  // namespace heddle::compile
