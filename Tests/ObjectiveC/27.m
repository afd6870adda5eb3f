// SPDX-License-Identifier: Apache-2.0
// S1 "iOS SDK API Reference", Viewability and Audibility Implementation, Objective C
// Needs: - trackViewability: (nonnull NSDictionary *)
#import <NielsenAppApi/NielsenAppApi.h>
static void snippet(NielsenAppApi *sdk, NSDictionary * _Nonnull data) {
    [sdk trackViewability:data];
}
