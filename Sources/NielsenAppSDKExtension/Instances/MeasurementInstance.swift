// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenAppApi

/// What the extension needs of an SDK instance.
package protocol MeasurementInstance: AnyObject, Sendable {
    /// Tracks an event that was due a while ago.
    func track(_ event: JSONObject, age: Duration)
    func track(untyped event: [AnyHashable: Any], age: Duration)
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
