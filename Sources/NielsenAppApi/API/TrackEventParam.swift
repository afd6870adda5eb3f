// SPDX-License-Identifier: Apache-2.0

// The texts of `NielsenEventTracker.trackEvent(_:)` under the names of the documented header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

// MARK: - Keys

/// The key `event` of an event.
public let TrackEventParamEvent = "event"
/// The key `type` of an event.
public let TrackEventParamType = "type"
/// The key `metadata` of an event.
public let TrackEventParamMetadata = "metadata"
/// The key `playheadPosition` of an event.
public let TrackEventParamPlayheadPosition = "playheadPosition"
/// The key `id3Data` of an event.
public let TrackEventParamId3Data = "id3Data"
/// The key `ottData` of an event.
public let TrackEventParamOttData = "ottData"
/// The key `optout` of an event.
public let TrackEventParamOptout = "optout"
/// The key `buffering` of an event.
public let TrackEventParamBuffering = "buffering"
/// The key `buttonEvent` of an event.
public let TrackEventParamButtonEvent = "buttonEvent"

// MARK: - Events and types

/// The event `playhead`.
public let TrackEventParamEventPlayhead = "playhead"
/// The event `pause`.
public let TrackEventParamEventPause = "pause"
/// The event `complete`.
public let TrackEventParamEventComplete = "complete"
/// The event `adStop`.
public let TrackEventParamEventAdStop = "adStop"
/// The type `content` of an event.
public let TrackEventParamTypeContent = "content"
/// The type `ad` of an event.
public let TrackEventParamTypeAd = "ad"
/// The type `static` of an event.
public let TrackEventParamTypeStatic = "static"

// MARK: - Metadata

/// The key `content` of metadata.
public let TrackEventParamMetadataContent = "content"
/// The key `ad` of metadata.
public let TrackEventParamMetadataAd = "ad"
/// The key `static` of metadata.
public let TrackEventParamMetadataStatic = "static"
/// The key `assetId` of metadata.
public let TrackEventParamMetadataAssetId = "assetId"
/// The key `type` of metadata.
public let TrackEventParamMetadataType = "type"
/// The type `preroll` of an ad.
public let TrackEventParamAdTypePreroll = "preroll"
/// The type `midroll` of an ad.
public let TrackEventParamAdTypeMidroll = "midroll"
/// The type `postroll` of an ad.
public let TrackEventParamAdTypePostroll = "postroll"

// MARK: - Buttons

/// The button event `play`.
public let TrackEventParamButtonEventPlay = "play"
/// The button event `pause`.
public let TrackEventParamButtonEventPause = "pause"
/// The button event `resume`.
public let TrackEventParamButtonEventResume = "resume"
/// The button event `stop`.
public let TrackEventParamButtonEventStop = "stop"
/// The button event `forward`.
public let TrackEventParamButtonEventForward = "forward"
/// The button event `rewind`.
public let TrackEventParamButtonEventRewind = "rewind"
