// SPDX-License-Identifier: Apache-2.0
#define TWO_READS
#include "szymanski.h"
