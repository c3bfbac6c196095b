// SPDX-License-Identifier: Apache-2.0
#define NO_CHOOSING
#include "bakery.h"
