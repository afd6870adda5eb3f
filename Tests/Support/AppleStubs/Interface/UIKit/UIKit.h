// SPDX-License-Identifier: Apache-2.0

// Stands in for the framework of the same name where that does not exist: the documented names that the documents'
// Objective-C uses, and nothing else. Swift has its own stand-in.

#pragma once
#import <Foundation/Foundation.h>

#define IBOutlet
#define IBAction void

typedef struct {
    double x, y, width, height;
} CGRect;

NS_ASSUME_NONNULL_BEGIN

@interface UIImage : NSObject
+ (nullable UIImage *)imageNamed:(NSString *)name;
@end

@interface UIWindow : NSObject
@end

@interface UIView : NSObject
@property(nonatomic) CGRect frame;
@property(nonatomic) NSInteger tag;
@property(nonatomic, readonly, nullable) UIWindow *window;
- (instancetype)initWithFrame:(CGRect)frame;
- (void)insertSubview:(UIView *)view atIndex:(NSInteger)index;
@end

@interface UIImageView : UIView
@property(nullable, nonatomic, strong) UIImage *image;
@end

@interface UIWebView : UIView
- (void)loadRequest:(NSURLRequest *)request;
@end

@interface UIViewController : NSObject
@property(null_resettable, nonatomic, strong) UIView *view;
- (void)viewDidLoad;
@end

NS_ASSUME_NONNULL_END
