// SPDX-License-Identifier: Apache-2.0
// S0 "DCR Thailand Video iOS SDK", SDK Initialization, Objective C: NlsAppApiFactory.h (the two misspelt names of the document kept by alias)
// Needs: class NielsenAppApi, @protocol NielsenAppApiDelegate, alias NielsenAppAPI
#import <NielsenAppApi/NielsenAppApi.h>
#import <Foundation/Foundation.h>
@class NielsenAppApi;
@protocol NielsenAppApiDeligate;
@interface NlsAppApiFactory : NSObject
+ (NielsenAppAPI *) createNielsenAppApiWithDelegate:(id<NielsenAppApiDelegate>)delegate;
@end
