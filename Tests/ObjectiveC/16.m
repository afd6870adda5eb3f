// SPDX-License-Identifier: Apache-2.0
// S0 "DCR Thailand Video iOS SDK", Sample code for No Ad Framework Build, Objective-C
// Needs: - userOptOut:, @property optOutURL, kNielsenWebClose
#import <NielsenAppApi/NielsenAppApi.h>
#import <UIKit/UIKit.h>
#import <WebKit/WebKit.h>
@interface OptOutVC : UIViewController
@property (strong, nonatomic) NielsenAppApi *nielsenApi;
@property (strong, nonatomic) NielsenAppApi *nielsenAppApi;
- (void)closeOptOutView;
@end
@interface OptOutVC ()
@property (weak, nonatomic) IBOutlet UIWebView *webView;
@end
@implementation OptOutVC
- (void)closeOptOutView {}
- (void)viewDidLoad { // FIX: the document has these two lines twice, one in the other
    [super viewDidLoad];
    //Getting the optPut URL from eventTracker
    [self.webView loadRequest:[NSURLRequest requestWithURL:[NSURL
 URLWithString:self.nielsenApi.optOutURL]]];
}
     
- (void)webView:(WKWebView *)webView decidePolicyForNavigationAction:(WKNavigationAction *)navigationAction
 decisionHandler:(void (^)(WKNavigationActionPolicy))decisionHandler
{
    if ([navigationAction.request.URL.absoluteString isEqualToString:kNielsenWebClose])
    {   [self performSelector:@selector(closeOptOutView) withObject:nil afterDelay:0];
        decisionHandler(WKNavigationActionPolicyCancel); 
     } else {
        if ([navigationAction.request.URL.absoluteString hasPrefix:@"nielsen"])
        {[self.nielsenAppApi userOptOut:navigationAction.request.URL.absoluteString];
            decisionHandler(WKNavigationActionPolicyCancel); 
        } else {
            if (navigationAction.navigationType == WKNavigationTypeLinkActivated) 
            { if ([navigationAction.request.URL.absoluteString hasSuffix:@"#"]) 
                      {decisionHandler(WKNavigationActionPolicyAllow);
                } else {
                    decisionHandler(WKNavigationActionPolicyCancel);
                    [webView loadRequest:[NSURLRequest requestWithURL:navigationAction.request.URL]];
                }} else {
                 decisionHandler(WKNavigationActionPolicyAllow);
            }}}
}
@end
