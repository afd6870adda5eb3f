// SPDX-License-Identifier: Apache-2.0
// S0 "DCR Thailand Video iOS SDK", SDK Initialization, Objective C: NlsAppApiFactory.m
// Needs: - initWithAppInfo:delegate:
@class NielsenAppApi;
@protocol NielsenAppApiDelegate;
#import <Foundation/Foundation.h>
@interface NlsAppApiFactory : NSObject
+ (NielsenAppApi *) createNielsenAppApiWithDelegate:(id<NielsenAppApiDelegate>)delegate;
@end
#import <NielsenAppApi/NielsenAppApi.h>
@implementation NlsAppApiFactory
+ (NielsenAppApi *)createNielsenAppApiWithDelegate:(id<NielsenAppApiDelegate>)delegate;
{
    NSDictionary *appInformation = @{
                                     @"appid": @"PE392366B-F2C1-4BC4-AB62-A7DAFDC51XXX", // FIX: the document has "appid", a C string
                                     @"nol_devDebug": @"DEBUG"
                                     };
    return [[NielsenAppApi alloc] initWithAppInfo:appInformation delegate:delegate];
}
@end
