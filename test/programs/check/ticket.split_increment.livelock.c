// SPDX-License-Identifier: Apache-2.0
#define SPLIT
#include "ticket.h"
