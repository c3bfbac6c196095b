// SPDX-License-Identifier: Apache-2.0
#define ORDER memory_order_relaxed
#include "double_checked.h"
