// SPDX-License-Identifier: Apache-2.0
// S3 "DCR & DTVR iOS Adobe Launch Extension", Retrieving the Opt Out Status
// Needs: + optOutStatusForSDKWithIdentifier:
#import <NielsenAppSDKExtension/NielsenAppSDKExtension.h>
static void snippet(void) {
NSDictionary *result = [NielsenAppSDKExtension optOutStatusForSDKWithIdentifier:@"the identifier under which instance is kept"];
(void)result;
}
