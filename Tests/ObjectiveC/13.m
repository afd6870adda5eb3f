// SPDX-License-Identifier: Apache-2.0
// S0 "DCR Thailand Video iOS SDK", end, Objective C
// Needs: - end
#import <NielsenAppApi/NielsenAppApi.h>
static void snippet(NielsenAppApi *nielsenApi) {
[nielsenApi end];
}
