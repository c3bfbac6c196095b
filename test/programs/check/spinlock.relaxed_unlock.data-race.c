// SPDX-License-Identifier: Apache-2.0
#define RELAXED
#include "spinlock.h"
