// SPDX-License-Identifier: Apache-2.0
// S3 "DCR & DTVR iOS Adobe Launch Extension", Events: "In order to fire the event"
// Needs: + extensionEventWithName:type:source:data:error:, + dispatchEventWithResponseCallback:responseCallback:error:, eventData
#import <ACPCore/ACPCore.h>
static void snippet(void) {
NSError *error = nil;
NSString *name = @"...";
NSString *type = @"com.nielsen.eventType.instanceControl";
NSString *source = @"com.nielsen.eventSource.instanceControl";
NSDictionary *payload = @{
    @"identifier": @"the identifier under which the instance is kept", // FIX: the document has C strings, and "or" between the two
    @"data": @{@"appid":@"..."}
};
ACPExtensionEvent *newEvent = [ACPExtensionEvent extensionEventWithName:name
type:type 
source:source
data:payload 
error:&error];
if (error)
{
    NSLog(@"Error constructing new event %@:%ld", [error domain], (long)[error code]);
    return;
}

[ACPCore dispatchEventWithResponseCallback:newEvent 
          responseCallback:^(ACPExtensionEvent * _Nonnull responseEvent) {
    //Use responseEvent.eventData to collect the result data
    NSLog(@"%@", responseEvent.eventData);
} error:&error];

if (error)
{
    NSLog(@"Error dispatching event %@:%ld", [error domain], (long)[error code]);
}
}
