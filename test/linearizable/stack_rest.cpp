// SPDX-License-Identifier: Apache-2.0
#define HEDDLE_LINEARIZABLE_C
#include <heddle/linearizable_c.h>
