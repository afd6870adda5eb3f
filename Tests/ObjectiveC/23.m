// SPDX-License-Identifier: Apache-2.0
// S1 "iOS SDK API Reference", NielsenAppApi Class Description: every declaration, by a check of its type
// Needs: all 11 properties, 8 methods and 5 deprecated methods, both delegate methods
#import <NielsenAppApi/NielsenAppApi.h>
@interface Hears : NSObject <NielsenAppApiDelegate>
@end
@implementation Hears
- (void)nielsenAppApi:(nonnull NielsenAppApi *)appApi eventOccurred:(nonnull NSDictionary *)event { NSLog(@"%@", event[@"eventCode"]); }
- (void)nielsenAppApi:(nonnull NielsenAppApi *)appApi errorOccurred:(nonnull NSDictionary *)error { NSLog(@"%@", error[@"errorCode"]); }
@end
@interface HearsNothing : NSObject <NielsenAppApiDelegate>
@end
@implementation HearsNothing
@end
#define SAME(type, expression) _Static_assert(__builtin_types_compatible_p(type, __typeof__(expression)), #expression)
static void snippet(NielsenAppApi *s, id any, NSString *text, NSDictionary *dictionary, id<NielsenAppApiDelegate> delegate, id<NSObject> object) {
  SAME(BOOL, s.optOutStatus); SAME(BOOL, s.appDisableApi); SAME(BOOL, s.debug);
  SAME(NSString *, s.nielsenId); SAME(NSString *, s.demographicId); SAME(NSString *, s.firstPartyId);
  SAME(NSString *, s.vendorId); SAME(NSString *, s.optOutURL); SAME(NSString *, s.meterVersion);
  SAME(NSDictionary *, s.lastEventDict); SAME(NSDictionary *, s.lastErrorDict);
  SAME(NielsenAppApi *, [[NielsenAppApi alloc] initWithAppInfo:any delegate:delegate]);
  SAME(void, [s play:any]); SAME(void, [s loadMetadata:any]); SAME(void, [s playheadPosition:(long long)1]);
  SAME(void, [s sendID3:text]); SAME(void, [s updateOTT:any]); SAME(BOOL, [s userOptOut:text]);
  SAME(void, [s trackViewability:dictionary]);
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
  SAME(NSString *, [s getNielsenId]); SAME(NSString *, [s optOutURLString]); SAME(NSString *, [s getMeterVersion]);
  SAME(NSDictionary *, [s getLastEventDict]); SAME(NSDictionary *, [s getLastErrorDict]);
#pragma clang diagnostic pop
  object = delegate; // @protocol NielsenAppApiDelegate <NSObject>
}
