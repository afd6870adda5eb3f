// SPDX-License-Identifier: Apache-2.0

import ACPCoreBase

/// A call of an app that knows nothing of measurement.
package struct AppCall: Sendable, Hashable {
    /// The two documented calls that report what a user does.
    package enum Kind: String, Sendable, Hashable {
        /// `ACPCore.trackAction(_:data:)`.
        case trackAction
        /// `ACPCore.trackState(_:data:)`.
        case trackState
    }

    /// The call.
    package let kind: Kind
    /// The name of the action or the screen.
    package let name: String
    /// The context data.
    package let context: [String: String]

    /// Describes a call.
    ///
    /// - Parameters:
    ///   - kind: The call.
    ///   - name: The name of the action or the screen.
    ///   - context: The context data.
    package init(_ kind: Kind, _ name: String, _ context: [String: String] = [:]) {
        self.kind = kind
        self.name = name
        self.context = context
    }

    /// Makes the call, as an app makes it.
    func make() {
        switch kind {
        case .trackAction: ACPCore.trackAction(name, data: context)
        case .trackState: ACPCore.trackState(name, data: context)
        }
    }

    /// The call as it is written in the app, without its data.
    package var text: String { "\(kind.rawValue)(\"\(name)\")" }
}
