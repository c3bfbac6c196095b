// SPDX-License-Identifier: Apache-2.0
#define NO_RETREAT
#include "dekker.h"
