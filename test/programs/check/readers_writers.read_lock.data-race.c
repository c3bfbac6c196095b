// SPDX-License-Identifier: Apache-2.0
#define READ_LOCK
#include "readers_writers.h"
