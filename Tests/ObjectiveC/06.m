// SPDX-License-Identifier: Apache-2.0
// S0 "DCR Thailand Video iOS SDK", Calling trackViewability for player view, Objective C
// Needs: - trackViewability:
#import <NielsenAppApi/NielsenAppApi.h>
#import <UIKit/UIKit.h>
static void snippet(NielsenAppApi *sdkInstance, UIView *targetView, UIView *controlsView, UIView *activityIndicatorView) {
NSString *targetViewTag = @(targetView.tag).description; // FIX: the document assigns the number itself
NSString *controlsViewTag = @(controlsView.tag).description; // FIX: likewise, from the variable being declared
NSString *activityIndicatorViewTag = @(activityIndicatorView.tag).description; // FIX: likewise
NSDictionary *viewabilityData = @{@"viewTag": targetViewTag,
                                  @"viewContainer": targetView.window,
                                  @"friendlyObstructions": @[controlsViewTag, activityIndicatorViewTag]};
[sdkInstance trackViewability:viewabilityData];
}
