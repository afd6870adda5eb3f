// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HubServices

/// An identifier of a visitor, as identity extensions exchange it.
///
/// Its properties may be read and set on any thread.
///
/// Unchecked: the parts are behind a lock, and a subclass is responsible for what it adds.
#if canImport(ObjectiveC)
    @objc(ACPMobileVisitorId) @objcMembers
#endif
open class ACPMobileVisitorId: NSObject, @unchecked Sendable {
    private struct Parts: Hashable {
        var origin: String?
        var type: String?
        var identifier: String?
        var state = ACPMobileVisitorAuthenticationState.unknown
    }

    private let parts: Locked<Parts>

    /// The origin of the identifier, such as `d_cid_ic`.
    open var idOrigin: String? {
        get { parts.withLock { $0.origin } }
        set { parts.withLock { $0.origin = newValue } }
    }

    /// The kind of identifier, such as `crmId`.
    open var idType: String? {
        get { parts.withLock { $0.type } }
        set { parts.withLock { $0.type = newValue } }
    }

    /// The identifier itself.
    open var identifier: String? {
        get { parts.withLock { $0.identifier } }
        set { parts.withLock { $0.identifier = newValue } }
    }

    /// The state of the visitor's authentication.
    open var authenticationState: ACPMobileVisitorAuthenticationState {
        get { parts.withLock { $0.state } }
        set { parts.withLock { $0.state = newValue } }
    }

    /// Makes an identifier without parts, whose state of authentication is unknown.
    public override init() {
        parts = Locked(Parts())
        super.init()
    }

    /// Makes an identifier.
    ///
    /// It is never nil; the documented declaration does not say so.
    ///
    /// - Parameters:
    ///   - origin: The origin of the identifier.
    ///   - type: The kind of identifier.
    ///   - id: The identifier itself.
    ///   - authentication: The state of the visitor's authentication.
    public init!(
        origin: String?,
        type: String?,
        id: String?,
        authentication: ACPMobileVisitorAuthenticationState
    ) {
        parts = Locked(Parts(origin: origin, type: type, identifier: id, state: authentication))
        super.init()
    }

    /// Returns whether another object is an identifier with equal parts.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ACPMobileVisitorId else { return false }
        return parts.withLock { $0 } == other.parts.withLock { $0 }
    }

    /// Equal identifiers have equal hashes.
    open override var hash: Int { parts.withLock { $0.hashValue } }
}
