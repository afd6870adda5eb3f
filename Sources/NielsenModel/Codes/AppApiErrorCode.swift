// SPDX-License-Identifier: Apache-2.0

/// The codes of errors of an instance as a whole, mostly of its initialization.
///
/// Source: "iOS SDK API Reference", "App SDK Error Codes", 1001 to 1009; the spelling of the last two is the documented
/// one.
public enum AppApiErrorCode: UInt32, Sendable, Hashable, CaseIterable {
    /// `AppApiNetworkConnectionFailure`: the server could not be reached.
    case networkConnectionFailure = 1001
    /// `AppApiFileWriteFailure`: the store for identifiers and choices could not be written.
    case fileWriteFailure = 1002
    /// `AppApiFileReadFailure`: the store for identifiers and choices could not be read.
    case fileReadFailure = 1003
    /// `AppApiEmptyValue`: a required value is empty.
    case emptyValue = 1004
    /// `AppApiEmptyAppName`: the app's name is empty.
    case emptyAppName = 1005
    /// `AppApiEmptyAppVersion`: the app's version is empty.
    case emptyAppVersion = 1006
    /// `AppApiEmptyAppId`: there is no `appid`.
    case emptyAppId = 1007
    /// `AppApiAnExceptionOccured`: `appInfo` is not an object, or code of the app threw an error with a description at
    /// the start.
    case anExceptionOccured = 1008
    /// `AppApiUnknownExceptionOccured`: code of the app threw an error without a description at the start.
    case unknownExceptionOccured = 1009

    /// The name of the code in the documented Objective-C enumeration.
    public var documentedName: String { NielsenText.documentedName(of: self, prefix: "AppApi") }
}
