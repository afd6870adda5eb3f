// SPDX-License-Identifier: Apache-2.0

// Stands in for the header of the same name where that does not exist: the documented names that the package and the
// documents' Objective-C use, and nothing else. Nothing but `.ci/apple` is ever checked against it.

#pragma once

#include <stdint.h>

// Of which only pointers are passed.
struct sockaddr;
typedef struct fd_set fd_set;
typedef uint32_t socklen_t;
