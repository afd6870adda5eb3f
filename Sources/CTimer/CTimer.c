// SPDX-License-Identifier: Apache-2.0
//
// The package manager wants a source file in a C target; everything is in the header.

#include "CTimer.h"
