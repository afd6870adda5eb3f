// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The values that an extension or listener reads while its initializer runs.
///
/// Clients use `api` inside `init`, although `init` has no arguments: the value is stored here, for this thread, before
/// the instance is made.
enum ConstructionContext {
    private static let apiKey = "com.launchhub.acpcore.api"
    private static let extensionKey = "com.launchhub.acpcore.extension"

    static var api: ACPExtensionApi? { Thread.current.threadDictionary[apiKey] as? ACPExtensionApi }

    static var owner: ACPExtension? { Thread.current.threadDictionary[extensionKey] as? ACPExtension }

    static func with<Result>(api: ACPExtensionApi, _ body: () throws -> Result) rethrows -> Result {
        try with(apiKey, api, body)
    }

    static func with<Result>(owner: ACPExtension?, _ body: () throws -> Result) rethrows -> Result {
        try with(extensionKey, owner, body)
    }

    private static func with<Result>(_ key: String, _ value: Any?, _ body: () throws -> Result) rethrows -> Result {
        let outer = Thread.current.threadDictionary[key]
        Thread.current.threadDictionary[key] = value
        defer { Thread.current.threadDictionary[key] = outer }
        return try body()
    }
}
