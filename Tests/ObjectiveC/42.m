// SPDX-License-Identifier: Apache-2.0
// S3 "DCR & DTVR iOS Adobe Launch Extension", Retrieving the Demographic Identifier
// Needs: + demographicIdForSDKWithIdentifier:
#import <NielsenAppSDKExtension/NielsenAppSDKExtension.h>
static void snippet(void) {
NSDictionary *result = [NielsenAppSDKExtension demographicIdForSDKWithIdentifier:@"the identifier under which instance is kept"];
(void)result;
}
