// SPDX-License-Identifier: Apache-2.0

/// How a call or an event of the extension ended.
///
/// 5007 to 5009 are reserved. Source: "DCR & DTVR iOS Adobe Launch Extension", "Result".
public enum NielsenAppSDKExtensionResultCode: UInt, Sendable, CaseIterable {
    /// It was done.
    case success = 5001
    /// The SDK gave nothing where it should have given something.
    case unexpected = 5002
    /// There is no remote configuration: none set, none for this app id, none for this platform, or it is unreadable.
    case noRemoteConfiguration = 5003
    /// There is no local configuration: no `data`, or it is empty.
    case noLocalConfiguration = 5004
    /// The identifier, the data to track or the configuration's `appid` is missing.
    case missingParameter = 5005
    /// The SDK refused the configuration.
    case sdkInstantiationFailure = 5006
    /// There is no instance under this identifier.
    case noSDKInstance = 5010
    /// An error was thrown inside.
    case exceptionOccured = 5011
    /// An event with an unknown name, or an envelope of the wrong shape.
    case invalidEventReceived = 5012
}
