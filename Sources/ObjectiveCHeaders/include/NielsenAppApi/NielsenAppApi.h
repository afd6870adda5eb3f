// SPDX-License-Identifier: Apache-2.0

#ifndef NIELSENAPPAPI_NIELSENAPPAPI_H
#define NIELSENAPPAPI_NIELSENAPPAPI_H

#import <Foundation/Foundation.h>
@import NielsenAppApi;

/// The name of the class in one listing of the documentation.
@compatibility_alias NielsenAppAPI NielsenAppApi;

/// The codes of measurement errors.
typedef NS_ENUM(unsigned int, LogCode) {
    LogCodeFailedParseStartInfo = 1,
    LogCodeFailedParseMetadata = 2,
    LogCodeFailedProcessID3 = 3,
    LogCodeFailedReceiveConfig = 4,
    LogCodeFailedParseConfig = 5,
    LogCodeFailedStartProcessor = 6,
    LogCodeFailedCreateUrl = 7,
    LogCodeFailedCreateRequest = 8,
    LogCodeFailedSendHttpRequest = 9,
    LogCodeFailedSendPing = 10,
    LogCodeFailedSendTSV = 11,
    LogCodeFailedSendStationRequest = 12,
    LogCodeFailedAccessDatabase = 13,
    LogCodeException = 14,
    LogCodeInvalidPlayheadPosition = 15,
    LogCodeLongAd = 16,
    LogCodeIncorrectSfcode = 17,
    LogCodeHemUidExceedLimit = 18,
    LogCodeViewabilityUnableFindView = 19,
};

/// The codes of errors of an instance as a whole, mostly of its initialization.
typedef NS_ENUM(unsigned int, AppApiErrorCode) {
    AppApiNetworkConnectionFailure = 1001,
    AppApiFileWriteFailure = 1002,
    AppApiFileReadFailure = 1003,
    AppApiEmptyValue = 1004,
    AppApiEmptyAppName = 1005,
    AppApiEmptyAppVersion = 1006,
    AppApiEmptyAppId = 1007,
    AppApiAnExceptionOccured = 1008,
    AppApiUnknownExceptionOccured = 1009,
};

/// The codes of events in the life of an instance.
typedef NS_ENUM(unsigned int, AppApiEventCode) {
    AppApiStartup = 2001,
    AppApiShutdown = 2002,
};

#define NIELSEN_TEXT(name, text) static NSString *const _Nonnull name __attribute__((unused)) = text

/// The address to which the opt-out page navigates to be closed.
NIELSEN_TEXT(kNielsenWebClose, @"nielsen://close");

// The texts of `trackEvent:`.
NIELSEN_TEXT(TrackEventParamEvent, @"event");
NIELSEN_TEXT(TrackEventParamType, @"type");
NIELSEN_TEXT(TrackEventParamMetadata, @"metadata");
NIELSEN_TEXT(TrackEventParamPlayheadPosition, @"playheadPosition");
NIELSEN_TEXT(TrackEventParamId3Data, @"id3Data");
NIELSEN_TEXT(TrackEventParamOttData, @"ottData");
NIELSEN_TEXT(TrackEventParamOptout, @"optout");
NIELSEN_TEXT(TrackEventParamBuffering, @"buffering");
NIELSEN_TEXT(TrackEventParamButtonEvent, @"buttonEvent");
NIELSEN_TEXT(TrackEventParamEventPlayhead, @"playhead");
NIELSEN_TEXT(TrackEventParamEventPause, @"pause");
NIELSEN_TEXT(TrackEventParamEventComplete, @"complete");
NIELSEN_TEXT(TrackEventParamEventAdStop, @"adStop");
NIELSEN_TEXT(TrackEventParamTypeContent, @"content");
NIELSEN_TEXT(TrackEventParamTypeAd, @"ad");
NIELSEN_TEXT(TrackEventParamTypeStatic, @"static");
NIELSEN_TEXT(TrackEventParamMetadataContent, @"content");
NIELSEN_TEXT(TrackEventParamMetadataAd, @"ad");
NIELSEN_TEXT(TrackEventParamMetadataStatic, @"static");
NIELSEN_TEXT(TrackEventParamMetadataAssetId, @"assetId");
NIELSEN_TEXT(TrackEventParamMetadataType, @"type");
NIELSEN_TEXT(TrackEventParamAdTypePreroll, @"preroll");
NIELSEN_TEXT(TrackEventParamAdTypeMidroll, @"midroll");
NIELSEN_TEXT(TrackEventParamAdTypePostroll, @"postroll");
NIELSEN_TEXT(TrackEventParamButtonEventPlay, @"play");
NIELSEN_TEXT(TrackEventParamButtonEventPause, @"pause");
NIELSEN_TEXT(TrackEventParamButtonEventResume, @"resume");
NIELSEN_TEXT(TrackEventParamButtonEventStop, @"stop");
NIELSEN_TEXT(TrackEventParamButtonEventForward, @"forward");
NIELSEN_TEXT(TrackEventParamButtonEventRewind, @"rewind");

#undef NIELSEN_TEXT

#endif
