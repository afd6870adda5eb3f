// SPDX-License-Identifier: Apache-2.0
// S1 "iOS SDK API Reference", typedef NS_ENUM AppApiEventCode
// Needs: AppApiStartup, AppApiShutdown
#import <NielsenAppApi/NielsenAppApi.h>
_Static_assert(AppApiStartup == 2001 && AppApiShutdown == 2002 && sizeof(AppApiEventCode) == sizeof(unsigned int), "");
