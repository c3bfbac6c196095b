// SPDX-License-Identifier: Apache-2.0
#define PLAIN
#include "double_checked.h"
