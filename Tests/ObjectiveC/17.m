// SPDX-License-Identifier: Apache-2.0
// S0 "DCR Thailand Video iOS SDK", Retrieve current Opt-Out preference
// Needs: @property (readonly) BOOL optOutStatus
#import <NielsenAppApi/NielsenAppApi.h>
static void snippet(NielsenAppApi *api) {
    BOOL out = api.optOutStatus;
    (void)out;
}
