// SPDX-License-Identifier: Apache-2.0

extension NielsenAppApi {
    /// Returns an identifier of this device.
    @available(*, deprecated, message: "nielsenId is not used by the SDK any more.")
    public func getNielsenId() -> String { nielsenId }

    /// Returns the address of the opt-out page.
    @available(*, deprecated, message: "Use the property optOutURL.")
    public func optOutURLString() -> String { optOutURL }

    /// Returns the version of this SDK.
    @available(*, deprecated, message: "Use the property meterVersion.")
    public func getMeterVersion() -> String? { meterVersion }

    /// Returns the last event.
    @available(*, deprecated, message: "Use the property lastEventDict.")
    public func getLastEventDict() -> [AnyHashable: Any]? { lastEventDict }

    /// Returns the last error.
    @available(*, deprecated, message: "Use the property lastErrorDict.")
    public func getLastErrorDict() -> [AnyHashable: Any]? { lastErrorDict }

    /// Reports the position of the playhead, under the name that one table of the documentation uses.
    ///
    /// - Parameter playheadPos: The position, as for ``playheadPosition(_:)``.
    ///
    /// Source: "DCR Video iOS SDK guide", "Use Case 1: Content has no Advertisements".
    @available(*, deprecated, renamed: "playheadPosition(_:)")
    public func setPlayheadPosition(_ playheadPos: Int64) { playheadPosition(playheadPos) }
}
