// SPDX-License-Identifier: Apache-2.0
#include "bounded_buffer.h"
