// SPDX-License-Identifier: Apache-2.0
// The lost wake-up: one condition variable for two reasons, and a signal that wakes the wrong kind.
#define ONE
#define THREADS 4
#include "bounded_buffer.h"
