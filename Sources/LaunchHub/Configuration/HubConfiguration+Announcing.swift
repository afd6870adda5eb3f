// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HubServices

extension HubConfiguration {
    /// Makes a change after those of other threads, and notifies followers of the privacy status before it returns.
    func serially(_ change: (inout Lines) -> Void) {
        var lines: Lines = []
        let (before, after) = changes.withLock { _ in
            restore(&lines)
            let before = state.withLock { Self.privacyStatus(of: $0.layers) }
            change(&lines)
            return (before, state.withLock { Self.privacyStatus(of: $0.layers) })
        }
        if before != after { notifyFollowers() }
        for (level, line) in lines { log.write(level, Self.tag, line) }
    }

    /// Announces the configuration in force.
    ///
    /// Under `changes`.
    func announce() {
        let (values, isAwaited, preparation) = state.withLock { state in
            state.hasAnnounced = true
            return (state.layers.resolved(), state.isAwaited, state.preparation)
        }
        preparation?(draft(of: values))
        // Whoever waits for a configuration must not take an empty one for it.
        publish(values.isEmpty && isAwaited ? nil : values)
    }

    /// Has something done before each announcement, and at once for what was announced already.
    ///
    /// - Parameter preparation: It must not change the configuration, nor call foreign code.
    package func beforeAnnouncing(_ preparation: @escaping ConfigurationPreparation) {
        let isLate = state.withLock { state in
            state.preparation = preparation
            return state.hasAnnounced
        }
        guard isLate else { return }
        serially { _ in
            preparation(draft(of: state.withLock { $0.layers.resolved() }))
        }
    }

    private func draft(of values: JSONObject) -> ConfigurationDraft {
        let (source, layers, isAwaited) = state.withLock { ($0.source, $0.layers, $0.isAwaited) }
        let base = source ?? (options.sourceProblem == nil ? options.source : nil)
        let isPublished = [.remote, .cached, .bundled].contains { !layers.layer($0).isEmpty }
        return ConfigurationDraft(
            values: values,
            isAwaited: isAwaited,
            isPublished: isPublished,
            location: base.map { base in layers.appID.map { base.url(for: $0) } ?? base.folder },
            allowsInsecure: base?.allowsInsecure ?? false,
            cacheFolder: options.cacheFolder,
            makeClient: { [weak self, options] in self?.makeClient() ?? options.client() }
        )
    }

    /// Puts in force what earlier runs have left, has it announced as in the run that set it, and asks whether there is
    /// something newer.
    ///
    /// Called when the hub starts.
    ///
    /// - Returns: Whether it is the first call.
    @discardableResult
    func begin() -> Bool {
        restore()
        let (isFirst, appID) = state.withLock { state in
            defer { state.hasBegun = true }
            return (!state.hasBegun, state.loader == nil ? state.layers.appID : nil)
        }
        guard isFirst else { return false }
        if let appID { configure(appID, completion: nil) }
        serially { _ in
            let isDue = state.withLock { !$0.hasAnnounced && ($0.isAwaited || !$0.layers.resolved().isEmpty) }
            if isDue { announce() }
        }
        return true
    }
}

/// A configuration that is about to be announced, with what is needed to fetch something that it names.
package struct ConfigurationDraft: Sendable {
    /// The configuration in force; empty while none is.
    package let values: JSONObject
    /// Whether the configuration of the app id was asked for and has not come yet.
    package let isAwaited: Bool
    /// Whether anything in it was published or comes with the app, and was not set by the app alone.
    package let isPublished: Bool
    /// What relative addresses in it are relative to: the URL of the published configuration; nil if there is no valid base.
    package let location: URL?
    /// Whether other machines may be asked by `http:`.
    package let allowsInsecure: Bool
    /// The folder that keeps what was published; nil keeps nothing.
    package let cacheFolder: URL?
    /// Returns the client that is in use when it is called, or makes one.
    package let makeClient: @Sendable () -> any HTTPClient
}

/// Something that is done before a configuration is announced, on the thread that announces it.
package typealias ConfigurationPreparation = @Sendable (ConfigurationDraft) -> Void
