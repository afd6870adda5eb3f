// SPDX-License-Identifier: Apache-2.0

// Stands in for the framework of the same name where that does not exist: the documented names that the package and the
// documents' Objective-C use, and nothing else. Nothing but `.ci/apple` is ever checked against it.

#pragma once

#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

NS_SWIFT_UI_ACTOR
@interface WKSecurityOrigin : NSObject
@property(nonatomic, readonly, copy) NSString *protocol;
@property(nonatomic, readonly, copy) NSString *host;
@property(nonatomic, readonly) NSInteger port;
@end

NS_SWIFT_UI_ACTOR
@interface WKFrameInfo : NSObject
@property(nonatomic, readonly, getter=isMainFrame) BOOL mainFrame;
@property(nonatomic, readonly) WKSecurityOrigin *securityOrigin;
@end

NS_SWIFT_UI_ACTOR
@interface WKScriptMessage : NSObject
@property(nonatomic, readonly, copy) id body;
@property(nonatomic, readonly, copy) WKFrameInfo *frameInfo;
@end

typedef NS_ENUM(NSInteger, WKUserScriptInjectionTime) {
    WKUserScriptInjectionTimeAtDocumentStart,
    WKUserScriptInjectionTimeAtDocumentEnd,
};

NS_SWIFT_UI_ACTOR
@interface WKUserScript : NSObject
- (instancetype)initWithSource:(NSString *)source
                 injectionTime:(WKUserScriptInjectionTime)injectionTime
              forMainFrameOnly:(BOOL)forMainFrameOnly;
@end

@class WKUserContentController;

NS_SWIFT_UI_ACTOR
@protocol WKScriptMessageHandler <NSObject>
- (void)userContentController:(WKUserContentController *)userContentController
      didReceiveScriptMessage:(WKScriptMessage *)message;
@end

NS_SWIFT_UI_ACTOR
@interface WKUserContentController : NSObject
- (void)addScriptMessageHandler:(id<WKScriptMessageHandler>)handler name:(NSString *)name;
- (void)addUserScript:(WKUserScript *)script;
@end

NS_SWIFT_UI_ACTOR
@interface WKWebViewConfiguration : NSObject
@property(nonatomic, strong) WKUserContentController *userContentController;
@end

NS_SWIFT_UI_ACTOR
@interface WKNavigation : NSObject
@end

NS_SWIFT_UI_ACTOR
@interface WKWebView : NSObject
@property(nonatomic, readonly, copy) WKWebViewConfiguration *configuration;
- (nullable WKNavigation *)loadRequest:(NSURLRequest *)request;
@end

typedef NS_ENUM(NSInteger, WKNavigationType) {
    WKNavigationTypeLinkActivated = 0,
    WKNavigationTypeOther = -1,
};

typedef NS_ENUM(NSInteger, WKNavigationActionPolicy) {
    WKNavigationActionPolicyCancel,
    WKNavigationActionPolicyAllow,
};

NS_SWIFT_UI_ACTOR
@interface WKNavigationAction : NSObject
@property(nonatomic, readonly) WKNavigationType navigationType;
@property(nonatomic, readonly, copy) NSURLRequest *request;
@end

NS_SWIFT_UI_ACTOR
@protocol WKNavigationDelegate <NSObject>
@optional
- (void)webView:(WKWebView *)webView
    decidePolicyForNavigationAction:(WKNavigationAction *)navigationAction
                    decisionHandler:(NS_SWIFT_UI_ACTOR void (^)(WKNavigationActionPolicy))decisionHandler;
@end

NS_ASSUME_NONNULL_END
