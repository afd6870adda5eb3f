// SPDX-License-Identifier: Apache-2.0
// S0 "DCR Thailand Video iOS SDK", SDK Initialization, Objective C: ViewController.m
// Needs: class NielsenAppApi (a factory of the app)
#import <NielsenAppApi/NielsenAppApi.h>
#import <UIKit/UIKit.h>
@interface NielsenInit : NSObject
+ (NielsenAppApi *)createNielsenAppApiWithDelegate:(id<NielsenAppApiDelegate>)delegate;
@end
@interface ViewController : UIViewController { NielsenAppApi *nielsenApi; }
@end
@implementation ViewController
- (void)viewDidLoad {
    [super viewDidLoad];
    
    //Setting background image
    UIImage *backgroundImage = [UIImage imageNamed:@"new_ios_bg.png"];
    UIImageView *backgroundImageView=[[UIImageView alloc]initWithFrame:self.view.frame];
    backgroundImageView.image=backgroundImage;
    [self.view insertSubview:backgroundImageView atIndex:0];
    
    //Mark: In NielsenInit class we are initialising the Nielsen SDK.
    
    //Getting the instance of Nielsen SDK
    nielsenApi = [NielsenInit createNielsenAppApiWithDelegate:nil];
}
@end
