// SPDX-License-Identifier: Apache-2.0
//
// An extension and its listener in Objective-C, an app that registers, dispatches and answers, and the companions.
#import <ACPCore/ACPCore.h>
#import <ACPIdentity/ACPIdentity.h>
#import <ACPLifecycle/ACPLifecycle.h>
#import <ACPSignal/ACPSignal.h>
#import <NielsenAppApi/NielsenAppApi.h>
#import <NielsenAppSDKExtension/NielsenAppSDKExtension.h>

@interface Greeter : ACPExtension
@property (nonatomic, copy) NSString *mood;
@end
@interface GreetingListener : ACPExtensionListener
@end
@implementation Greeter
- (instancetype)init {
    if (self = [super init]) {
        NSError *error = nil;
        if (![self.api registerListener:GreetingListener.class eventType:@"com.example.greeting" eventSource:@"app" error:&error]) NSLog(@"%@", error);
        [self.api registerWildcardListener:GreetingListener.class error:nil];
        [self.api setSharedEventState:@{@"mood": @"good"} event:nil error:&error];
        [self.api clearSharedEventStates:&error];
    }
    return self;
}
- (NSString *)name { return @"com.example.greeter"; }
- (NSString *)version { return @"1.0"; }
- (void)onUnregister { [super onUnregister]; }
- (void)unexpectedError:(NSError *)error { [super unexpectedError:error]; if (error.code == 0) [self.api unregisterExtension]; }
@end
@implementation GreetingListener
- (void)hear:(ACPExtensionEvent *)event {
    Greeter *greeter = [self.extension isKindOfClass:Greeter.class] ? (Greeter *)self.extension : nil;
    NSError *error = nil;
    NSDictionary *state = [greeter.api getSharedEventState:@"com.adobe.module.configuration" event:event error:&error];
    ACPExtensionEvent *answer = [ACPExtensionEvent extensionEventWithName:event.eventName type:event.eventType source:event.eventSource data:state error:&error];
    if (answer) [ACPCore dispatchResponseEvent:answer requestEvent:event error:&error];
    NSLog(@"%d %ld %@", event.eventNumber, (long)event.eventTimestamp, event.eventUniqueIdentifier);
}
@end
@interface Performer : NSObject <ACPHttpConnectionPerformer>
@end
@implementation Performer
- (BOOL)shouldOverride:(NSURL *)url method:(NSString *)method { return YES; }
- (void)requestUrl:(NSURL *)url httpCommand:(NSString *)command connectPayload:(NSString *)payload requestPropertyDict:(NSDictionary<NSString *, NSString *> *)requestProperty connectTimeout:(NSTimeInterval)connectTimeout readTimeout:(NSTimeInterval)readTimeout completion:(void (^)(ACPHttpConnection * _Nullable))completion {
    completion([[ACPHttpConnection alloc] initWithResponse:nil data:nil]);
}
@end
static void app(NSData *token, NSURL *url) {
    NSError *error = nil;
    [ACPCore setLogLevel:ACPMobileLogLevelVerbose]; [ACPCore setWrapperType:ACPMobileWrapperTypeReactNative];
    if (![ACPCore registerExtension:Greeter.class error:&error]) NSLog(@"%@ %ld", error.domain, (long)error.code);
    [ACPIdentity registerExtension]; [ACPLifecycle registerExtension]; [ACPSignal registerExtension];
    [ACPCore start:^{ [ACPCore lifecycleStart:nil]; }];
    [ACPCore trackAction:@"a" data:@{@"k": @"v"}]; [ACPCore trackState:@"s" data:nil];
    [ACPCore getPrivacyStatus:^(ACPMobilePrivacyStatus status) { if (status == ACPMobilePrivacyStatusOptOut) NSLog(@"out"); }];
    [ACPCore getPrivacyStatusWithCompletionHandler:^(ACPMobilePrivacyStatus status, NSError * _Nullable error) {}];
    [ACPCore getSdkIdentities:^(NSString * _Nullable content) {}];
    [ACPCore registerURLHandler:^BOOL(NSString * _Nullable url) { return YES; }];
    [ACPCore setPushIdentifier:token]; [ACPCore log:ACPMobileLogLevelDebug tag:@"t" message:@"m"];
    [ACPNetworkServiceOverrider setHttpConnectionPerformer:[Performer new]];
    [ACPIdentity syncIdentifier:@"crm" identifier:@"1" authentication:ACPMobileVisitorAuthenticationStateAuthenticated];
    [ACPIdentity getIdentifiers:^(NSArray<ACPMobileVisitorId *> * _Nullable ids) { for (ACPMobileVisitorId *one in ids) NSLog(@"%@ %@", one.idType, one.identifier); }];
    [ACPIdentity getExperienceCloudIdWithCompletionHandler:^(NSString * _Nullable id, NSError * _Nullable error) {}];
    [ACPIdentity appendToUrl:url withCallback:^(NSURL * _Nullable u) {}];
    NielsenEventTracker *tracker = [[NielsenEventTracker alloc] initWithAppInfo:@{@"appid": @"P"} delegate:nil];
    [tracker trackEvent:@{@"event": @"playhead"}];
    NielsenAppSDKJSHandler *handler = [[NielsenAppSDKJSHandler alloc] initWithApiType:@"ggPM"];
    [handler jsEventEmitter:nil didReceiveScriptMessage:@"{}"];
}
