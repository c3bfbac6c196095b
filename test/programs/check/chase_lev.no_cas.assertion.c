// SPDX-License-Identifier: Apache-2.0
#define NO_CAS
#include "chase_lev.h"
