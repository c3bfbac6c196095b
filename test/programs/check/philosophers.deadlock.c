// SPDX-License-Identifier: Apache-2.0
#include "philosophers.h"
