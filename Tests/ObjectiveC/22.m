// SPDX-License-Identifier: Apache-2.0
// S1 "iOS SDK API Reference", IOS SDK API Methods & Properties (table)
// Needs: - staticEnd, - updateOTT:, optOutURL, - userOptOut:, optOutStatus, appDisableApi, - trackViewability:, lastErrorDict, lastEventDict, meterVersion, nielsenId, demographicId, debug
#import <NielsenAppApi/NielsenAppApi.h>
static void snippet(NielsenAppApi *sdk) {
    [sdk staticEnd]; [sdk updateOTT:@{@"ottStatus": @"0"}]; [sdk trackViewability:@{@"viewTag": @"1"}];
    NSString *texts[] = { sdk.optOutURL, sdk.nielsenId, sdk.demographicId, sdk.meterVersion }; (void)texts;
    NSDictionary *dicts[] = { sdk.lastErrorDict, sdk.lastEventDict }; (void)dicts;
    sdk.debug = YES; sdk.debug = sdk.debug && sdk.optOutStatus && sdk.appDisableApi;
}
