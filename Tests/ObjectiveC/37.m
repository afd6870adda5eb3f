// SPDX-License-Identifier: Apache-2.0
// S3 "DCR & DTVR iOS Adobe Launch Extension", Removing the SDK instance
// Needs: + removeSDKWithIdentifier:
#import <NielsenAppSDKExtension/NielsenAppSDKExtension.h>
static void snippet(void) {
NSDictionary *result = [NielsenAppSDKExtension removeSDKWithIdentifier:@"the identifier under which instance is kept"];
(void)result;
}
