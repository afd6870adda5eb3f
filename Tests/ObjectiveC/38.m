// SPDX-License-Identifier: Apache-2.0
// S3 "DCR & DTVR iOS Adobe Launch Extension", Tracking the SDK Event
// Needs: + trackSdkEvent:forSDKWithIdentifier:
#import <NielsenAppSDKExtension/NielsenAppSDKExtension.h>
static void snippet(void) {
NSDictionary *result = [NielsenAppSDKExtension trackSdkEvent:@{@"event":@"playhead", @"playheadPosition":@"0"} 
                            forSDKWithIdentifier:@"the identifier under which instance is kept"]; // FIX: the document has C strings and an ellipsis
(void)result;
}
