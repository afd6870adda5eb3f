// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
package import NielsenModel

/// The arguments of `trackViewability`, validated.
package struct ViewabilityRequest: Sendable {
    package let target: NielsenViewabilityTarget
    package let container: NielsenViewabilityContainer
    /// The container, if it is itself a source; nil for that of the environment.
    package let source: (any NielsenViewabilitySource)?
    /// The container, if it is a scene.
    let scene: NielsenViewabilityScene?
    /// The issues that do not prevent measurement.
    let issues: [NielsenIssue]

    /// Reads the arguments.
    ///
    /// - Parameter data: `viewTag` and `viewContainer`, and optionally `friendlyObstructions`.
    /// - Throws: ``NielsenError`` 19, which names the key.
    package init(_ data: [String: Any]) throws(NielsenError) {
        guard let given = NielsenInput.unwrapped(data["viewTag"]) else {
            throw Self.error("viewTag", "trackViewability needs viewTag, the tag of the player's view")
        }
        guard let tag = Self.tag(given) else {
            throw Self.error("viewTag", "viewTag is not a tag; a text that is not empty or a whole number is right")
        }
        guard let container = NielsenInput.unwrapped(data["viewContainer"]), !(container is NSNull) else {
            throw Self.error("viewContainer", "trackViewability needs viewContainer, the window that the view is in")
        }
        var issues: [NielsenIssue] = []
        let friendly = Self.tags(NielsenInput.unwrapped(data["friendlyObstructions"]), &issues)
        target = NielsenViewabilityTarget(viewTag: tag, friendlyObstructions: friendly)
        source = container as? any NielsenViewabilitySource
        scene = container as? NielsenViewabilityScene
        self.container = NielsenViewabilityContainer(container)
        self.issues = issues
    }

    /// Makes a request for a view in any window.
    package init(viewTag: String) {
        target = NielsenViewabilityTarget(viewTag: viewTag)
        container = NielsenViewabilityContainer(nil)
        source = nil
        scene = nil
        issues = []
    }

    /// Returns a tag given as text or a number; nil for any other value.
    private static func tag(_ value: Any) -> String? {
        // A JSON value distinguishes a number from a truth value, which a cast does not do on every platform.
        guard let value = try? JSONValue(any: value) else { return nil }
        if let text = value.stringValue { return text.isEmpty ? nil : text }
        return value.intValue.map { String($0) }
    }

    /// Returns a list of tags.
    ///
    /// Values that are not tags are left out and reported.
    private static func tags(_ value: Any?, _ issues: inout [NielsenIssue]) -> Set<String> {
        guard let value, !(value is NSNull) else { return [] }
        let elements = value as? [Any]
        let tags = (elements ?? []).map { NielsenInput.unwrapped($0).flatMap(tag) }
        if elements == nil || tags.contains(nil) {
            let message =
                "friendlyObstructions is not a list of tags; texts that are not empty or whole numbers are right, and "
                + "anything else was left out"
            issues.append(.error(error("friendlyObstructions", message)))
        }
        return Set(tags.compactMap { $0 })
    }

    private static func error(_ key: String, _ message: String) -> NielsenError {
        NielsenError(.viewabilityUnableFindView, message, key: key)
    }
}
