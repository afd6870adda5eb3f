// SPDX-License-Identifier: Apache-2.0
// S3 "DCR & DTVR iOS Adobe Launch Extension", Enabling and disabling the SDK (1)
// Needs: + setAppDisable:forSDKWithIdentifier:
#import <NielsenAppSDKExtension/NielsenAppSDKExtension.h>
static void snippet(void) {
NSDictionary *result = [NielsenAppSDKExtension setAppDisable:YES forSDKWithIdentifier:@"the identifier under which instance is kept"]; // FIX: the document has YES/NO
(void)result;
}
