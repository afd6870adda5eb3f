// SPDX-License-Identifier: Apache-2.0
// S3 "DCR & DTVR iOS Adobe Launch Extension", Listening for NielsenAppSDK error events (2)
// Needs: ACPExtensionListener may be subclassed in Objective-C; - hear:; eventData
#import <ACPCore/ACPCore.h>
@interface NielsenAppSDKEventListener : ACPExtensionListener
@end
@implementation NielsenAppSDKEventListener

- (void)hear:(ACPExtensionEvent *)event
{
    dispatch_async(dispatch_get_main_queue(), ^{
        NSNotification *notification = [NSNotification notificationWithName:@"NielsenAppSDKEventNotification" object:nil userInfo:event.eventData];
        [NSNotificationCenter.defaultCenter postNotification:notification];
    });
}

@end
