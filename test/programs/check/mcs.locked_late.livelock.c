// SPDX-License-Identifier: Apache-2.0
#define LOCKED_LATE
#include "mcs.h"
