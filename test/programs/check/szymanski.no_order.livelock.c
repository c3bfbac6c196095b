// SPDX-License-Identifier: Apache-2.0
#define NO_ORDER
#include "szymanski.h"
