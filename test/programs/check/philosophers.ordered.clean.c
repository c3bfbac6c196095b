// SPDX-License-Identifier: Apache-2.0
#define ORDERED
#include "philosophers.h"
