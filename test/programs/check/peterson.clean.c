// SPDX-License-Identifier: Apache-2.0
#define ROUNDS 2
#include "peterson.h"
