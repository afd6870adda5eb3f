// SPDX-License-Identifier: Apache-2.0
// S2 "Analytics Swift Nielsen DCR Plugin", Heartbeats
// Needs: - playheadPosition: (long long)
#import <NielsenAppApi/NielsenAppApi.h>
static void snippet(NielsenAppApi *sdk, long long playheadPos) {
    [sdk playheadPosition: (long long) playheadPos];
}
