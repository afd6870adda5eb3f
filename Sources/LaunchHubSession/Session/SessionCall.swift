// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// A call of an SDK instance that an app uses without the extension, or what happened to the app or its player.
package struct SessionCall: Sendable, Hashable {
    /// The instance in the recording.
    package var instance: String
    /// The documented name of the call; for a lifecycle event, its name as in call logs.
    package var name: String
    /// The arguments.
    package var arguments: [JSONValue]
    /// Whether it is an event of the app, the device or the player.
    package var isLifecycle: Bool

    /// Makes a call.
    ///
    /// - Parameters:
    ///   - instance: The instance in the recording.
    ///   - name: The documented name of the call, or of the lifecycle event.
    ///   - arguments: The arguments.
    ///   - isLifecycle: Whether it is an event of the app, the device or the player.
    package init(instance: String, name: String, arguments: [JSONValue] = [], isLifecycle: Bool = false) {
        self.instance = instance
        self.name = name
        self.arguments = arguments
        self.isLifecycle = isLifecycle
    }

    /// The subject of the call, for timelines: the asset of metadata, or the only argument.
    package var detail: String {
        switch arguments.first {
        case nil: ""
        case .object(let object)?:
            ["assetid", "channelName", "section", "appid"].lazy.compactMap { object[$0]?.stringValue }.first ?? ""
        case .string(let text)?: String(text.prefix(40))
        case let value?: String(value.jsonText.prefix(40))
        }
    }
}
