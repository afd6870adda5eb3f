// SPDX-License-Identifier: Apache-2.0

public import ACPCoreBase
public import Foundation
import HubServices
import LaunchHub

/// Asynchronous forms of the calls that take a callback.
@nonobjc
extension ACPIdentity {
    /// Returns the experience cloud id.
    ///
    /// - Returns: The id; an empty text if the user has opted out.
    /// - Throws: An `NSError` of `ACPErrorDomain` if there is no answer.
    public static func experienceCloudId() async throws -> String {
        try await IdentityQuestion.identifiers.answer()[IdentityKey.experienceID]?.stringValue ?? ""
    }

    /// Returns the identifiers that were synchronised.
    ///
    /// - Returns: The identifiers, in the order in which their types were first set.
    /// - Throws: An `NSError` of `ACPErrorDomain` if there is no answer.
    public static func identifiers() async throws -> [ACPMobileVisitorId] {
        VisitorID.list(try await IdentityQuestion.identifiers.answer())
    }

    /// Returns the variables that identify the visitor in a link.
    ///
    /// - Returns: The text for the link's query; an empty text if the user has opted out.
    /// - Throws: An `NSError` of `ACPErrorDomain` if there is no answer.
    public static func urlVariables() async throws -> String {
        try await IdentityQuestion.urlVariables.answer()[IdentityKey.urlVariables]?.stringValue ?? ""
    }

    /// Returns a link with the visitor in it, so that the page there recognises the visitor.
    ///
    /// - Parameter baseURL: The link.
    /// - Returns: The link with the variable `adobe_mc`; without it if the user has opted out.
    /// - Throws: An `NSError` of `ACPErrorDomain` if there is no answer, or no link.
    public static func append(to baseURL: URL?) async throws -> URL {
        guard let url = try await IdentityQuestion.value(of: { IdentityQuestion.append(to: baseURL, $0) }) else {
            throw ACPError.unexpected.error("there is no URL to append to")
        }
        return url
    }
}
