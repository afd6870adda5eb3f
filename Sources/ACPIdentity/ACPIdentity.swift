// SPDX-License-Identifier: Apache-2.0

public import ACPCoreBase
public import Foundation
import HubServices
import LaunchHub

/// The extension that identifies a visitor of the app, under its documented name.
///
/// ```swift
/// ACPIdentity.registerExtension()
/// ACPCore.start {}
/// ACPIdentity.syncIdentifier("crmId", identifier: "4711", authentication: .authenticated)
/// ACPIdentity.getExperienceCloudId { print($0 ?? "") }
/// ```
///
/// The experience cloud id is a random number of 38 digits that is made on the device and kept there: no server is asked
/// for it. Every method may be called on any thread. A question is answered after everything that the calling thread has
/// dispatched before, on a thread of the hub; a callback without an error receives nil if there is no answer.
#if canImport(ObjectiveC)
    @objc(ACPIdentity) @objcMembers
#endif
open class ACPIdentity: NSObject {
    /// Registers the extension with the hub of `ACPCore`.
    ///
    /// Call it before `ACPCore.start(_:)`. If the extension is already registered, an error is logged.
    public static func registerExtension() {
        let hub = ACPCoreHost.hub
        do throws(HubError) {
            try IdentityExtension.register(with: hub)
        } catch {
            hub.log.error("ACPIdentity", "\(error)")
        }
    }

    /// Returns the version of the documented interface that this extension implements.
    ///
    /// - Returns: The version of the core that it belongs to, such as `2.9.7`.
    public static func extensionVersion() -> String { ACPCore.version }

    // MARK: - The visitor

    /// Reports the experience cloud id.
    ///
    /// - Parameter callback: Receives the id; nil if the user has opted out.
    public static func getExperienceCloudId(_ callback: @escaping (String?) -> Void) {
        let block = ClientBlock(callback)
        IdentityQuestion.identifiers.ask { block.body($0.value?[IdentityKey.experienceID]?.stringValue) }
    }

    /// Reports the experience cloud id.
    ///
    /// - Parameter completionHandler: Receives the id, nil if the user has opted out, or an `NSError` of `ACPErrorDomain`.
    public static func getExperienceCloudId(completionHandler: @escaping (String?, (any Error)?) -> Void) {
        let block = ClientBlock(completionHandler)
        IdentityQuestion.identifiers.ask { answer in
            block.body(answer.value?[IdentityKey.experienceID]?.stringValue, answer.error)
        }
    }

    /// Reports the identifiers that were synchronised.
    ///
    /// - Parameter callback: Receives the identifiers, in the order in which their types were first set.
    public static func getIdentifiers(_ callback: @escaping ([ACPMobileVisitorId]?) -> Void) {
        let block = ClientBlock(callback)
        IdentityQuestion.identifiers.ask { block.body($0.value.map(VisitorID.list)) }
    }

    /// Reports the identifiers that were synchronised.
    ///
    /// - Parameter completionHandler: Receives the identifiers, or an `NSError` of `ACPErrorDomain`.
    public static func getIdentifiersWithCompletionHandler(
        _ completionHandler: @escaping ([ACPMobileVisitorId]?, (any Error)?) -> Void
    ) {
        let block = ClientBlock(completionHandler)
        IdentityQuestion.identifiers.ask { block.body($0.value.map(VisitorID.list), $0.error) }
    }

    // MARK: - Synchronising

    /// Adds an identifier of the visitor, or replaces the one of the same type.
    ///
    /// - Parameters:
    ///   - identifierType: The type of the identifier, such as `crmId`; an empty one is logged and ignored.
    ///   - identifier: The identifier; an empty one removes that of the type.
    ///   - authentication: Whether the visitor is logged in.
    public static func syncIdentifier(
        _ identifierType: String?,
        identifier: String?,
        authentication: ACPMobileVisitorAuthenticationState
    ) {
        syncIdentifiers([identifierType ?? "": identifier ?? ""], authentication: authentication)
    }

    /// Adds identifiers of the visitor, or replaces those of the same types; whether the visitor is logged in is unknown.
    ///
    /// - Parameter identifiers: Identifiers by type.
    public static func syncIdentifiers(_ identifiers: [AnyHashable: Any]?) {
        syncIdentifiers(identifiers, authentication: .unknown)
    }

    /// Adds identifiers of the visitor, or replaces those of the same types.
    ///
    /// - Parameters:
    ///   - identifiers: Identifiers by type, all of them text; others are logged and ignored.
    ///   - authentication: Whether the visitor is logged in.
    public static func syncIdentifiers(
        _ identifiers: [AnyHashable: Any]?,
        authentication: ACPMobileVisitorAuthenticationState
    ) {
        IdentityQuestion.dispatchSync(of: identifiers ?? [:], authentication)
    }

    // MARK: - Links

    /// Adds the visitor to a link that the app opens, so that the page there recognises the visitor.
    ///
    /// - Parameters:
    ///   - baseURL: The link; nil and an empty one are passed on as they are.
    ///   - callback: Receives the link with the variable `adobe_mc`; without it if the user has opted out.
    #if canImport(ObjectiveC)
        @objc(appendToUrl:withCallback:)
    #endif
    public static func append(to baseURL: URL?, withCallback callback: ((URL?) -> Void)?) {
        let block = ClientBlock(callback)
        IdentityQuestion.append(to: baseURL) { block.body?($0.value) }
    }

    /// Adds the visitor to a link that the app opens, so that the page there recognises the visitor.
    ///
    /// - Parameters:
    ///   - baseURL: The link; nil and an empty one are passed on as they are.
    ///   - completionHandler: Receives the link with the variable `adobe_mc`, without it if the user has opted out; or an
    ///     `NSError` of `ACPErrorDomain`.
    #if canImport(ObjectiveC)
        @objc(appendToUrl:withCompletionHandler:)
    #endif
    public static func append(
        to baseURL: URL?,
        withCompletionHandler completionHandler: ((URL?, (any Error)?) -> Void)?
    ) {
        let block = ClientBlock(completionHandler)
        IdentityQuestion.append(to: baseURL) { block.body?($0.value, $0.error) }
    }

    /// Reports the variables that identify the visitor in a link.
    ///
    /// - Parameter callback: Receives the text for the link's query, such as `adobe_mc=TS%3D1700000000%7CMCMID%3D…`; nil if
    ///   the user has opted out.
    public static func getUrlVariables(_ callback: @escaping (String?) -> Void) {
        let block = ClientBlock(callback)
        IdentityQuestion.urlVariables.ask { block.body($0.value?[IdentityKey.urlVariables]?.stringValue) }
    }

    /// Reports the variables that identify the visitor in a link.
    ///
    /// - Parameter completionHandler: Receives the text for the link's query, nil if the user has opted out; or an
    ///   `NSError` of `ACPErrorDomain`.
    public static func getUrlVariables(completionHandler: @escaping (String?, (any Error)?) -> Void) {
        let block = ClientBlock(completionHandler)
        IdentityQuestion.urlVariables.ask { answer in
            block.body(answer.value?[IdentityKey.urlVariables]?.stringValue, answer.error)
        }
    }
}
