// SPDX-License-Identifier: Apache-2.0
// S0 "DCR Thailand Video iOS SDK", Debug flag for development environment
// Needs: - initWithAppInfo:delegate:
#import <NielsenAppApi/NielsenAppApi.h>
static void snippet(void) {
    NielsenAppApi *api = [[NielsenAppApi alloc] initWithAppInfo:@{@"appid": @"P", @"nol_devDebug":@"INFO"} delegate:nil];
    (void)api;
}
