// SPDX-License-Identifier: Apache-2.0
// S3 "DCR & DTVR iOS Adobe Launch Extension", Retrieving the OptOut URL
// Needs: + optOutURLForSDKWithIdentifier:
#import <NielsenAppSDKExtension/NielsenAppSDKExtension.h>
static void snippet(void) {
NSDictionary *result = [NielsenAppSDKExtension optOutURLForSDKWithIdentifier:@"the identifier under which instance is kept"];
(void)result;
}
