// SPDX-License-Identifier: Apache-2.0

extension NielsenAppApi {
    /// An id of this device.
    @available(*, deprecated, message: "nielsenId is not used by the SDK any more.")
    public func getNielsenId() -> String { nielsenId }

    /// Where the opt-out page is.
    @available(*, deprecated, message: "Use the property optOutURL.")
    public func optOutURLString() -> String { optOutURL }

    /// The version of this SDK.
    @available(*, deprecated, message: "Use the property meterVersion.")
    public func getMeterVersion() -> String? { meterVersion }

    /// The last event.
    @available(*, deprecated, message: "Use the property lastEventDict.")
    public func getLastEventDict() -> [AnyHashable: Any]? { lastEventDict }

    /// The last error.
    @available(*, deprecated, message: "Use the property lastErrorDict.")
    public func getLastErrorDict() -> [AnyHashable: Any]? { lastErrorDict }

    /// Says where the playhead is, under the name that one table of the documentation uses.
    ///
    /// - Parameter playheadPos: As for ``playheadPosition(_:)``.
    ///
    /// Source: "DCR Video iOS SDK guide", "Use Case 1: Content has no Advertisements".
    @available(*, deprecated, renamed: "playheadPosition(_:)")
    public func setPlayheadPosition(_ playheadPos: Int64) { playheadPosition(playheadPos) }
}
