// SPDX-License-Identifier: Apache-2.0
// S3 "DCR & DTVR iOS Adobe Launch Extension", Integration, Objective-C
// Needs: + setLogLevel:, + setPrivacyStatus:, + registerListenerForSDKNotifier:, + registerExtension:error:, + configureWithAppId:, + start:, ACPMobileLogLevelDebug, ACPMobilePrivacyStatusOptIn; ACPExtensionListener may be subclassed
#import <ACPCore/ACPCore.h>
#import <NielsenAppSDKExtension/NielsenAppSDKExtension.h>
@interface NielsenAppSDKEventListener : ACPExtensionListener
@end
static void snippet(void) {
[ACPCore setLogLevel:ACPMobileLogLevelDebug];
[ACPCore setPrivacyStatus:ACPMobilePrivacyStatusOptIn];
NSError *error = nil;
// FIX: the document has a line with a lone colon here
[NielsenAppSDKExtension registerListenerForSDKNotifier:NielsenAppSDKEventListener.class];
[ACPCore registerExtension:NielsenAppSDKExtension.class error:&error];
if (error)
{
    NSLog(@"%@", error);
}

[ACPCore configureWithAppId:@"Your Adobe Launch Property Key"];
[ACPCore start:^{}];
}
