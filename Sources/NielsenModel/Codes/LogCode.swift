// SPDX-License-Identifier: Apache-2.0

/// The codes of measurement errors.
///
/// Source: "iOS SDK API Reference", "App SDK Error Codes", 1 to 19.
public enum LogCode: UInt32, Sendable, Hashable, CaseIterable {
    /// `LogCodeFailedParseStartInfo`: the argument of `play` could not be read.
    case failedParseStartInfo = 1
    /// `LogCodeFailedParseMetadata`: metadata could not be read, or a required key is missing.
    case failedParseMetadata = 2
    /// `LogCodeFailedProcessID3`: an ID3 payload could not be read.
    case failedProcessID3 = 3
    /// `LogCodeFailedReceiveConfig`: no configuration was received.
    case failedReceiveConfig = 4
    /// `LogCodeFailedParseConfig`: the configuration could not be read.
    case failedParseConfig = 5
    /// `LogCodeFailedStartProcessor`: a processor of the configuration has no occasion to make a ping.
    case failedStartProcessor = 6
    /// `LogCodeFailedCreateUrl`: a mandatory value for a URL is missing.
    case failedCreateUrl = 7
    /// `LogCodeFailedCreateRequest`: a request could not be made.
    case failedCreateRequest = 8
    /// `LogCodeFailedSendHttpRequest`: a request could not be sent.
    case failedSendHttpRequest = 9
    /// `LogCodeFailedSendPing`: a ping could not be sent.
    case failedSendPing = 10
    /// `LogCodeFailedSendTSV`: a TSV request could not be sent.
    case failedSendTSV = 11
    /// `LogCodeFailedSendStationRequest`: a station request could not be sent.
    case failedSendStationRequest = 12
    /// `LogCodeFailedAccessDatabase`: the store could not be read or written.
    case failedAccessDatabase = 13
    /// `LogCodeException`: code of the environment threw an error, which was handled.
    case exception = 14
    /// `LogCodeInvalidPlayheadPosition`: a playhead position is negative, not an integer or too large.
    case invalidPlayheadPosition = 15
    /// `LogCodeLongAd`: an ad exceeds the largest length of an ad.
    case longAd = 16
    /// `LogCodeIncorrectSfcode`: the `sfcode` is unknown.
    case incorrectSfcode = 17
    /// `LogCodeHemUidExceedLimit`: a hashed identifier is too long.
    case hemUidExceedLimit = 18
    /// `LogCodeViewabilityUnableFindView`: no view has the given tag.
    case viewabilityUnableFindView = 19

    /// The name of the code in the documented Objective-C enumeration.
    public var documentedName: String { NielsenText.documentedName(of: self, prefix: "LogCode") }
}
