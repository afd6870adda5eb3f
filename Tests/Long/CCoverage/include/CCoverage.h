// SPDX-License-Identifier: Apache-2.0

#ifndef LAUNCHHUB_COVERAGE_H
#define LAUNCHHUB_COVERAGE_H

#include <stdbool.h>

/// Sets the counters of a program that is built for coverage to zero; returns false if it is not.
bool launchhub_coverage_reset(void);

/// Writes the counters to the file that `LLVM_PROFILE_FILE` names.
void launchhub_coverage_write(void);

#endif
