// SPDX-License-Identifier: Apache-2.0
// S3 "DCR & DTVR iOS Adobe Launch Extension", Listening for NielsenAppSDK error events (1)
// Needs: + registerListenerForSDKNotifier:
#import <ACPCore/ACPCore.h>
#import <NielsenAppSDKExtension/NielsenAppSDKExtension.h>
@interface NielsenAppSDKEventListener : ACPExtensionListener
@end
static void snippet(void) {
[NielsenAppSDKExtension registerListenerForSDKNotifier:NielsenAppSDKEventListener.class];
}
