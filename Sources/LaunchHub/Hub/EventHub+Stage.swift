// SPDX-License-Identifier: Apache-2.0

package import HubServices

extension EventHub {
    /// Installs what events pass through before they are routed, in the place of what was installed before.
    ///
    /// It concerns what the calling thread dispatches from here on, and what was dispatched before the hub opened.
    ///
    /// - Parameters:
    ///   - stage: The stage; nil for none, which costs nothing.
    ///   - backlog: What causes events where the stage is installed, before it receives any.
    package func install(_ stage: (any EventStage)?, releasing backlog: (any EventBacklog)? = nil) {
        core.send(.install(stage, backlog))
    }

    /// Returns the object of a type that belongs to this hub, made at the first call.
    package func attachment<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
        core.attachments.withLock { attachments in
            let key = ObjectIdentifier(Object.self)
            if let object = attachments[key] as? Object { return object }
            let object = make()
            attachments[key] = object
            return object
        }
    }

    /// Returns the object of a type that belongs to this hub, if it was made.
    package func existingAttachment<Object: AnyObject & Sendable>(_ type: Object.Type) -> Object? {
        core.attachments.withLock { $0[ObjectIdentifier(type)] as? Object }
    }

    /// Publishes a state that belongs to the hub and to no extension.
    ///
    /// - Parameters:
    ///   - owner: The name of the state.
    ///   - values: Returns the values.
    package func publishState(as owner: String, _ values: () -> JSONObject) {
        core.publishOfHub(as: StateName(FoldedName(owner)), values)
    }

    /// Keeps the hub from opening: what is dispatched is held as before its start, until ``release()``.
    ///
    /// It has no effect on a hub that is open.
    package func hold() {
        core.send(.hold)
    }

    /// Lets the hub open as soon as it is ready.
    package func release() {
        core.send(.release)
    }

    /// Runs work on a thread of the hub, where it may call foreign code.
    package func runAside(_ name: String, _ work: @escaping @Sendable () -> Void) {
        core.monitor.runAside(nil, name, work)
    }

    /// Writes to the log from a place where its sink, which is foreign code, must not be called.
    package func logAside(_ level: LogLevel, _ tag: String, _ text: String) {
        guard level <= log.level else { return }
        runAside("log") { [log] in log.write(level, tag, text) }
    }
}
