// SPDX-License-Identifier: Apache-2.0
#define TURN_FIRST
#include "peterson.h"
