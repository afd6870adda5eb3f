// SPDX-License-Identifier: Apache-2.0
// S0 "DCR Thailand Video iOS SDK", Sample Code for Global Build, Objective-C
// Needs: @property (readonly) NSString *optOutURL
#import <NielsenAppApi/NielsenAppApi.h>
#import <UIKit/UIKit.h>
#import <WebKit/WebKit.h>
@interface OptOutVC : UIViewController
@property (strong, nonatomic) NielsenAppApi *nielsenApi;
@end
@interface OptOutVC ()
@property (weak, nonatomic) IBOutlet UIWebView *webView;
@end
@implementation OptOutVC
- (void)viewDidLoad { // FIX: the document has these two lines twice, one in the other
    [super viewDidLoad];
    //Getting the optPut URL from eventTracker
    [self.webView loadRequest:[NSURLRequest requestWithURL:[NSURL
 URLWithString:self.nielsenApi.optOutURL]]];
}
@end
