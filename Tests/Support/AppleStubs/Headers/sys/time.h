// SPDX-License-Identifier: Apache-2.0

// Stands in for the header of the same name where that does not exist: the documented names that the package and the
// documents' Objective-C use, and nothing else. Nothing but `.ci/apple` is ever checked against it.

#pragma once

#include <sys/types.h>

struct timeval;
