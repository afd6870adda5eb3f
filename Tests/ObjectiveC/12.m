// SPDX-License-Identifier: Apache-2.0
// S0 "DCR Thailand Video iOS SDK", stop, Objective C
// Needs: - stop
#import <NielsenAppApi/NielsenAppApi.h>
static void snippet(NielsenAppApi *nielsenApi) {
[nielsenApi stop];
}
