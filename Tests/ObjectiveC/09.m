// SPDX-License-Identifier: Apache-2.0
// S0 "DCR Thailand Video iOS SDK", play, Objective C
// Needs: - play:
#import <NielsenAppApi/NielsenAppApi.h>
static void snippet(NielsenAppApi *nielsenAppApi) {
   [nielsenAppApi play:nil]; // FIX: the document has play:(), which is no expression
   [nielsenAppApi play:@{@"channelName": @"any"}];
}
