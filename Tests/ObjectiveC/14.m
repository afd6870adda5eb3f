// SPDX-License-Identifier: Apache-2.0
// S0 "DCR Thailand Video iOS SDK", Using the NielsenAppSDKJSHandler, Objective-C
// Needs: - init of NielsenAppSDKJSHandler; it conforms to WKScriptMessageHandler
#import <NielsenAppApi/NielsenAppApi.h>
#import <WebKit/WebKit.h>
#import <UIKit/UIKit.h>
@interface Page : UIViewController
@property (nonatomic) NielsenAppSDKJSHandler *jsAppSDK;
@property (nonatomic) WKWebView *webView;
@end
@implementation Page
- (void)viewDidLoad {
self.jsAppSDK = [[NielsenAppSDKJSHandler alloc] init];
[self.webView.configuration.userContentController addScriptMessageHandler:self.jsAppSDK name:@"NielsenSDKMsg"];
}
@end
