// SPDX-License-Identifier: Apache-2.0
// S0 "DCR Thailand Video iOS SDK", Life cycle of SDK instance
// Needs: @property (assign) BOOL appDisableApi
#import <NielsenAppApi/NielsenAppApi.h>
static void snippet(NielsenAppApi *api) {
    api.appDisableApi = YES;
    BOOL disabled = api.appDisableApi;
    api.appDisableApi = !disabled;
}
