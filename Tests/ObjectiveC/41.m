// SPDX-License-Identifier: Apache-2.0
// S3 "DCR & DTVR iOS Adobe Launch Extension", Enabling and disabling the SDK (2)
// Needs: + appDisableForSDKWithIdentifier:
#import <NielsenAppSDKExtension/NielsenAppSDKExtension.h>
static void snippet(void) {
NSDictionary *result = [NielsenAppSDKExtension appDisableForSDKWithIdentifier:@"the identifier under which instance is kept"];
(void)result;
}
