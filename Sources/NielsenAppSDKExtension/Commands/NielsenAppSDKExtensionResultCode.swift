// SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
    import Foundation
#endif

/// The result code of a call or an event of the extension.
///
/// 5007 to 5009 are reserved. Source: "DCR & DTVR iOS Adobe Launch Extension", "Result".
#if canImport(ObjectiveC)
    @objc(NielsenAppSDKExtensionResultCode)
#endif
public enum NielsenAppSDKExtensionResultCode: UInt, Sendable, CaseIterable {
    /// The command succeeded.
    case success = 5001
    /// The SDK returned no value although it should have.
    case unexpected = 5002
    /// There is no remote configuration: none was set, none exists for this app id or platform, or it is unreadable.
    case noRemoteConfiguration = 5003
    /// There is no local configuration: `data` is missing or empty.
    case noLocalConfiguration = 5004
    /// The identifier, the data to track or the configuration's `appid` is missing.
    case missingParameter = 5005
    /// The SDK refused the configuration.
    #if canImport(ObjectiveC)
        @objc(NielsenAppSDKExtensionResultCodeSDKInstantiationFailure)
    #endif
    case sdkInstantiationFailure = 5006
    /// There is no instance with this identifier.
    case noSDKInstance = 5010
    /// An internal error was thrown.
    case exceptionOccured = 5011
    /// The event has an unknown name, or its data does not have the documented form.
    case invalidEventReceived = 5012
}
