// SPDX-License-Identifier: Apache-2.0
// S3 "DCR & DTVR iOS Adobe Launch Extension", Instantiating the SDK, Objective-C (2)
// Needs: + instantiateSDKWithRemoteConfiguration
#import <NielsenAppSDKExtension/NielsenAppSDKExtension.h>
static void snippet(void) {
NSDictionary *result = [NielsenAppSDKExtension instantiateSDKWithRemoteConfiguration];
(void)result;
}
