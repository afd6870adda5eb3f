// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenAppApi

/// The interface of an SDK instance that the extension requires.
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
    /// Ends measurement; event 2002 is reported before this method returns.
    func end()
}

/// An observer of the reports of an instance.
package protocol MeasurementInstanceObserver: AnyObject, Sendable {
    func reported(_ kind: NielsenSDKNotice.Kind, code: Int, description: String, timestamp: Double)
    func remarked(_ remark: NielsenRemark)
}
