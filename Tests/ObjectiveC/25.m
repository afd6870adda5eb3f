// SPDX-License-Identifier: Apache-2.0
// S1 "iOS SDK API Reference", typedef NS_ENUM LogCode
// Needs: 19 constants LogCode...
#import <NielsenAppApi/NielsenAppApi.h>
LogCode all[] = { LogCodeFailedParseStartInfo, LogCodeFailedParseMetadata, LogCodeFailedProcessID3, LogCodeFailedReceiveConfig,
 LogCodeFailedParseConfig, LogCodeFailedStartProcessor, LogCodeFailedCreateUrl, LogCodeFailedCreateRequest, LogCodeFailedSendHttpRequest,
 LogCodeFailedSendPing, LogCodeFailedSendTSV, LogCodeFailedSendStationRequest, LogCodeFailedAccessDatabase, LogCodeException,
 LogCodeInvalidPlayheadPosition, LogCodeLongAd, LogCodeIncorrectSfcode, LogCodeHemUidExceedLimit, LogCodeViewabilityUnableFindView };
_Static_assert(LogCodeFailedParseStartInfo == 1 && LogCodeViewabilityUnableFindView == 19, "");
