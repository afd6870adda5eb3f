// SPDX-License-Identifier: Apache-2.0

// Every declaration of ACPIdentity, ACPLifecycle and ACPSignal as the Swift importer prints it, used as a client uses it. The file
// is compiled in Swift 5 and in Swift 6 mode, without this package's settings.

import ACPCore
import ACPIdentity
import ACPLifecycle
import ACPSignal
import Foundation

/// The calls of an app.
///
/// Nothing of this is run: see the app delegates.
enum ACPCompanionSurface {
    static func registration() {
        ACPIdentity.registerExtension()
        ACPLifecycle.registerExtension()
        ACPSignal.registerExtension()
        let versions: [String] = [
            ACPIdentity.extensionVersion(), ACPLifecycle.extensionVersion(), ACPSignal.extensionVersion(),
        ]
        print(versions)
    }

    /// Captured variables are mutated: the documented blocks promise nothing about threads.
    static func links(_ url: URL?) {
        var link: URL?
        var failure: Error?
        ACPIdentity.append(to: url) { link = $0 }
        ACPIdentity.append(to: url, withCallback: { (appended: URL?) in link = appended })
        ACPIdentity.append(to: url) { (appended: URL?, error: Error?) in
            link = appended
            failure = error
        }
        ACPIdentity.append(to: url, withCompletionHandler: { appended, _ in link = appended })
        let none: ((URL?) -> Void)? = nil
        ACPIdentity.append(to: url, withCallback: none)
        let noHandler: ((URL?, Error?) -> Void)? = nil
        ACPIdentity.append(to: nil, withCompletionHandler: noHandler)
        var variables: String?
        ACPIdentity.getUrlVariables { variables = $0 }
        ACPIdentity.getUrlVariables { (text: String?, error: Error?) in
            variables = text
            failure = error
        }
        ACPIdentity.getUrlVariables(completionHandler: { text, _ in variables = text })
        print(link as Any, failure as Any, variables as Any)
    }

    static func callsThatWait(_ url: URL?) async throws {
        let _: String = try await ACPIdentity.experienceCloudId()
        let _: [ACPMobileVisitorId] = try await ACPIdentity.identifiers()
        let _: String = try await ACPIdentity.urlVariables()
        let _: URL = try await ACPIdentity.append(to: url)
    }

    static func identifiers() {
        var visitors: [ACPMobileVisitorId]?
        var failure: Error?
        ACPIdentity.getIdentifiers { visitors = $0 }
        ACPIdentity.getIdentifiersWithCompletionHandler { (list: [ACPMobileVisitorId]?, error: Error?) in
            visitors = list
            failure = error
        }
        var id: String?
        ACPIdentity.getExperienceCloudId { id = $0 }
        ACPIdentity.getExperienceCloudId { (text: String?, error: Error?) in
            id = text
            failure = error
        }
        ACPIdentity.getExperienceCloudId(completionHandler: { text, _ in id = text })
        print(visitors as Any, failure as Any, id as Any)
    }

    static func synchronising() {
        ACPIdentity.syncIdentifier("crmId", identifier: "4711", authentication: .authenticated)
        ACPIdentity.syncIdentifier(
            "crmId",
            identifier: "4711",
            authentication: ACPMobileVisitorAuthenticationState.loggedOut
        )
        let untyped: [AnyHashable: Any]? = ["crmId": "4711"]
        ACPIdentity.syncIdentifiers(untyped)
        ACPIdentity.syncIdentifiers(["crmId": "4711", "loyalty": "gold"])
        ACPIdentity.syncIdentifiers(untyped, authentication: .unknown)
        ACPIdentity.syncIdentifiers(["crmId": "4711"], authentication: .authenticated)
    }
}
