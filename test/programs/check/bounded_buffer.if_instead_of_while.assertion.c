// SPDX-License-Identifier: Apache-2.0
#define IF
#include "bounded_buffer.h"
