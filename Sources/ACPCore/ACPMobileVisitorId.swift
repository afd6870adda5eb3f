// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An identifier of a visitor, as identity extensions exchange it.
///
/// Unchecked: nothing of this class changes after its initializer, and a subclass is responsible for what it adds.
open class ACPMobileVisitorId: NSObject, @unchecked Sendable {
    /// The origin of the identifier, such as `d_cid_ic`.
    public let idOrigin: String?
    /// The kind of identifier, such as `crmId`.
    public let idType: String?
    /// The identifier itself.
    public let identifier: String?
    /// The state of the visitor's authentication.
    public let authenticationState: ACPMobileVisitorAuthenticationState

    /// Makes an identifier.
    ///
    /// - Parameters:
    ///   - origin: The origin of the identifier.
    ///   - type: The kind of identifier.
    ///   - id: The identifier itself.
    ///   - authentication: The state of the visitor's authentication.
    public init(
        origin: String?,
        type: String?,
        id: String?,
        authentication: ACPMobileVisitorAuthenticationState
    ) {
        idOrigin = origin
        idType = type
        identifier = id
        authenticationState = authentication
        super.init()
    }

    /// Returns whether another object is an identifier with equal parts.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ACPMobileVisitorId else { return false }
        return idOrigin == other.idOrigin && idType == other.idType && identifier == other.identifier
            && authenticationState == other.authenticationState
    }

    /// Equal identifiers have equal hashes.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(idOrigin)
        hasher.combine(idType)
        hasher.combine(identifier)
        return hasher.finalize()
    }
}
