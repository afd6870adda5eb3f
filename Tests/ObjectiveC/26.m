// SPDX-License-Identifier: Apache-2.0
// S1 "iOS SDK API Reference", typedef NS_ENUM AppApiErrorCode
// Needs: 9 constants AppApi...
#import <NielsenAppApi/NielsenAppApi.h>
AppApiErrorCode all[] = { AppApiNetworkConnectionFailure, AppApiFileWriteFailure, AppApiFileReadFailure, AppApiEmptyValue, AppApiEmptyAppName,
 AppApiEmptyAppVersion, AppApiEmptyAppId, AppApiAnExceptionOccured, AppApiUnknownExceptionOccured };
_Static_assert(AppApiNetworkConnectionFailure == 1001 && AppApiUnknownExceptionOccured == 1009, "");
