// SPDX-License-Identifier: Apache-2.0
#define BUSY_LATE
#include "clh.h"
