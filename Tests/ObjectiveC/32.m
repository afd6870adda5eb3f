// SPDX-License-Identifier: Apache-2.0
// S3 "DCR & DTVR iOS Adobe Launch Extension", Public APIs exposed by extension (11 declarations)
// Needs: the 11 class methods
#import <ACPCore/ACPCore.h>
#import <NielsenAppSDKExtension/NielsenAppSDKExtension.h>
@interface NielsenAppSDKEventListener : ACPExtensionListener
@end
static void snippet(NSDictionary *configuration, NSString *identifier, NSDictionary *event, BOOL appDisable) {
#define DICTIONARY(expression) _Static_assert(__builtin_types_compatible_p(NSDictionary *, __typeof__(expression)) || __builtin_types_compatible_p(NSDictionary<NSString *, id> *, __typeof__(expression)), #expression)
DICTIONARY([NielsenAppSDKExtension instantiateSDKWithConfiguration:configuration]);
DICTIONARY([NielsenAppSDKExtension instantiateSDKWithRemoteConfiguration]);
DICTIONARY([NielsenAppSDKExtension removeSDKWithIdentifier:identifier]);
DICTIONARY([NielsenAppSDKExtension trackEvent:event forSDKWithIdentifier:identifier]);
DICTIONARY([NielsenAppSDKExtension optOutStatusForSDKWithIdentifier:identifier]);
DICTIONARY([NielsenAppSDKExtension appDisableForSDKWithIdentifier:identifier]);
DICTIONARY([NielsenAppSDKExtension setAppDisable:appDisable forSDKWithIdentifier:identifier]);
DICTIONARY([NielsenAppSDKExtension demographicIdForSDKWithIdentifier:identifier]);
DICTIONARY([NielsenAppSDKExtension optOutURLForSDKWithIdentifier:identifier]);
DICTIONARY([NielsenAppSDKExtension meterVersionForSDKWithIdentifier:identifier]);
Class aClass = NielsenAppSDKEventListener.class;
[NielsenAppSDKExtension registerListenerForSDKNotifier:aClass];
}
