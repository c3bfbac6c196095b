// SPDX-License-Identifier: Apache-2.0
// The protection may come too late.
#define UNVALIDATED
#include "hazard_pointers.h"
