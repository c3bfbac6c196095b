// SPDX-License-Identifier: Apache-2.0
// The words that the programs of corners/ have.
#include "../corners/short.h"
