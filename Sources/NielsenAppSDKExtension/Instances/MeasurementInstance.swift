// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenAppApi

/// What the extension needs of an SDK instance.
package protocol MeasurementInstance: AnyObject, Sendable {
    /// Tracks an event as of an instant of the environment's clock.
    func track(_ event: JSONObject, at instant: Instant)
    func track(untyped event: [AnyHashable: Any], at instant: Instant)
    func handle(_ event: NielsenLifecycleEvent)
    var optOutStatus: Bool { get }
    var appDisable: Bool { get set }
    var demographicId: String? { get }
    var optOutURL: String? { get }
    var version: String? { get }
    /// Ends measurement; event 2002 is heard before this returns.
    func end()
}

/// Hears what an instance reports.
package protocol MeasurementInstanceObserver: AnyObject, Sendable {
    func reported(_ kind: NielsenSDKNotice.Kind, code: Int, description: String, timestamp: Double)
}
