// SPDX-License-Identifier: Apache-2.0
// S3 "DCR & DTVR iOS Adobe Launch Extension", Result: typedef NS_ENUM NielsenAppSDKExtensionResultCode
// Needs: 9 constants
#import <ACPCore/ACPCore.h>
#import <NielsenAppSDKExtension/NielsenAppSDKExtension.h>
NielsenAppSDKExtensionResultCode all[] = { NielsenAppSDKExtensionResultCodeSuccess, NielsenAppSDKExtensionResultCodeUnexpected,
 NielsenAppSDKExtensionResultCodeNoRemoteConfiguration, NielsenAppSDKExtensionResultCodeNoLocalConfiguration,
 NielsenAppSDKExtensionResultCodeMissingParameter, NielsenAppSDKExtensionResultCodeSDKInstantiationFailure,
 NielsenAppSDKExtensionResultCodeNoSDKInstance, NielsenAppSDKExtensionResultCodeExceptionOccured,
 NielsenAppSDKExtensionResultCodeInvalidEventReceived };
_Static_assert(NielsenAppSDKExtensionResultCodeSuccess == 5001 && NielsenAppSDKExtensionResultCodeInvalidEventReceived == 5012 && sizeof(all[0]) == sizeof(NSUInteger), "");
