// SPDX-License-Identifier: Apache-2.0
// S1 "iOS SDK API Reference", Finite-state machine table
// Needs: - initWithAppInfo:delegate:, appDisableApi, - play:, - loadMetadata:, - playheadPosition:, - stop, - end
#import <NielsenAppApi/NielsenAppApi.h>
static void snippet(void) {
    NielsenAppApi *sdk = [[NielsenAppApi alloc] initWithAppInfo:@"{\"appid\": \"P\"}" delegate:nil];
    [sdk play:nil]; [sdk loadMetadata:@{}]; [sdk playheadPosition:1LL]; [sdk stop]; [sdk end];
    sdk.appDisableApi = YES; sdk.appDisableApi = NO; [sdk userOptOut:@"nielsenappsdk://1"];
}
