// SPDX-License-Identifier: Apache-2.0
#define HEDDLE_RETIRED 1
#define MUTANT 0
#include "../prove/treiber_epoch.c"
#include "treiber_reclaimed.h"
