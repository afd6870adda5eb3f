// SPDX-License-Identifier: Apache-2.0

package import HubServices

extension EventHub {
    /// Registers an extension.
    ///
    /// Its initializer runs when the hub starts, or at once if it has started. It receives what the calling thread
    /// dispatches after this has returned, and what was dispatched before the hub started.
    ///
    /// - Parameters:
    ///   - type: The extension's class; its name must be new to this hub.
    ///   - policy: How much may wait in its mailbox; nil for as much as in every mailbox of the hub.
    /// - Throws: ``HubError`` with the code `badName`, `duplicateName` or `shutDown`.
    public func register<Extension: HubExtension>(
        _ type: Extension.Type,
        policy: MailboxPolicy? = nil
    ) throws(HubError) {
        try register(name: type.extensionName, version: type.extensionVersion, policy: policy) {
            try type.init(runtime: $0)
        }
    }

    /// Registers several extensions, and reports when all of them are ready.
    ///
    /// - Parameters:
    ///   - types: The extensions' classes.
    ///   - completion: Called once, on a thread of the hub, when each of them is ready or was given up; not before the
    ///     hub was started. It receives why extensions were left out, empty if all are ready.
    public func register(
        _ types: [any HubExtension.Type],
        _ completion: @escaping @Sendable ([HubError]) -> Void = { _ in }
    ) {
        core.register(types, completion)
    }

    /// Registers several extensions, and waits until all of them are ready.
    ///
    /// - Parameter types: The extensions' classes.
    /// - Returns: Why extensions were left out, empty if all are ready. It returns when each is ready or was given
    ///   up, and not before the hub was started.
    @discardableResult
    public func register(_ types: [any HubExtension.Type]) async -> [HubError] {
        await awaitedValue { core.register(types, $0) }
    }

    /// Registers an extension that a closure makes, for extensions that need more than a runtime.
    ///
    /// - Parameters:
    ///   - name: The extension's name, new to this hub.
    ///   - version: The extension's version; nil for `1.0.0`, as in ``HubExtension``.
    ///   - policy: How much may wait in its mailbox; nil for as much as in every mailbox of the hub.
    ///   - make: Makes the extension, on its mailbox's thread.
    /// - Throws: ``HubError`` with the code `badName`, `duplicateName` or `shutDown`.
    public func register(
        name: String,
        version: String? = nil,
        policy: MailboxPolicy? = nil,
        make: @escaping @Sendable (ExtensionRuntime) throws -> any ExtensionCallbacks
    ) throws(HubError) {
        let version = version ?? ExtensionRecord.unstatedVersion
        try core.register(name: name, version: version, policy: policy, make: ExtensionRuntime.maker(make))
    }

    /// Registers an extension that is made now, because only the instance knows its name.
    package func registerAtOnce(
        label: String,
        make: @escaping @Sendable (ExtensionRuntime) throws -> any ExtensionCallbacks,
        naming: @escaping @Sendable (any ExtensionCallbacks) -> (name: String, version: String)
    ) throws(HubError) {
        try core.registerAtOnce(label: label, make: ExtensionRuntime.maker(make), naming: naming)
    }

    /// Unregisters an extension: it receives no more events, requests that only it could answer end, and the hub
    /// releases it.
    ///
    /// Does not wait. A call of the extension that another thread has begun, or is beginning at this very moment, may
    /// still run when this returns; no other one begins but ``ExtensionCallbacks/onUnregistered()``, behind it. The
    /// extension's name is free at once.
    ///
    /// - Parameter name: The extension's name, in any case.
    /// - Throws: ``HubError`` with the code `notRegistered`.
    public func unregister(_ name: String) throws(HubError) {
        try core.unregister(name: name)
    }

    /// Unregisters an extension and waits until its last call, ``ExtensionCallbacks/onUnregistered()``, has returned.
    ///
    /// The wait includes listeners that do not return.
    ///
    /// - Parameter name: The extension's name, in any case.
    /// - Throws: ``HubError`` with the code `notRegistered`.
    public func unregister(_ name: String) async throws(HubError) {
        let result: Result<Void, HubError> = await withCheckedContinuation { continuation in
            do throws(HubError) {
                try core.unregister(name: name) { continuation.resume(returning: .success(())) }
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        try result.get()
    }

    /// The names of the registered extensions, sorted.
    public var extensionNames: [String] { core.state.withLock { $0.extensions.values.map(\.name).sorted() } }

    /// Returns how many events wait for an extension or are being handled by it, and how many were dropped.
    ///
    /// - Parameter name: The extension's name, in any case.
    /// - Returns: Nil if no such extension is registered.
    public func counters(of name: String) -> MailboxCounters? {
        core.state.withLock { $0.extensions[FoldedName(name)] }?.mailbox.counters
    }

    /// Names the framework that the app uses the hub through, in the hub's own state.
    package func setWrapper(_ wrapper: HubWrapper) {
        core.setWrapper(wrapper)
    }

    /// Returns the store in which an extension keeps small values across launches, beside what the hub keeps.
    ///
    /// - Parameter name: The name of its file, without the file's extension.
    /// - Returns: The store; it lasts as long as the hub's options where the hub keeps nothing.
    package func store(named name: String) -> any KeyValueStore {
        core.options.configuration.stores.store(named: name)
    }
}
