// SPDX-License-Identifier: Apache-2.0
// S3 "DCR & DTVR iOS Adobe Launch Extension", Instantiating the SDK, Objective-C (1)
// Needs: + instantiateSDKWithConfiguration:
#import <NielsenAppSDKExtension/NielsenAppSDKExtension.h>
static void snippet(void) {
NSDictionary *result = [NielsenAppSDKExtension instantiateSDKWithConfiguration:@{@"appid":@"...", @"sfcode":@"..."}]; // FIX: the document has C strings
(void)result;
}
