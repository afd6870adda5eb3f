// SPDX-License-Identifier: Apache-2.0

#include "CCoverage.h"

// The compiler's runtime has these where a program is built for coverage.
extern void __llvm_profile_reset_counters(void) __attribute__((weak));
extern int __llvm_profile_write_file(void) __attribute__((weak));

bool launchhub_coverage_reset(void) {
    if (!__llvm_profile_reset_counters) return false;
    __llvm_profile_reset_counters();
    return true;
}

void launchhub_coverage_write(void) {
    if (__llvm_profile_write_file) __llvm_profile_write_file();
}
