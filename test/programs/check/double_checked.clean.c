// SPDX-License-Identifier: Apache-2.0
#include "double_checked.h"
