// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices
import LaunchHub

/// A started hub with extensions that listen, for as long as one run takes.
struct BenchHub {
    let hub = EventHub(log: Log(level: .error))

    /// Makes a hub and waits until its extensions are ready.
    ///
    /// - Parameters:
    ///   - extensions: How many extensions there are.
    ///   - type: What the extension of that number listens to.
    ///   - listener: Makes the listener of the extension of that number.
    init(
        extensions: Int,
        type: @escaping @Sendable (Int) -> EventType = { _ in Sample.type },
        listener: @escaping @Sendable (Int) -> any EventListener
    ) {
        let ready = DispatchSemaphore(value: 0)
        for number in 0..<extensions {
            let made: @Sendable () -> any EventListener = {
                defer { ready.signal() }
                return listener(number)
            }
            Self.register(hub, "com.example.extension.\(number)") { runtime in
                runtime.listen(type: type(number), source: Sample.source, label: "listener \(number)", make: made)
            }
        }
        hub.start()
        for _ in 0..<extensions { ready.wait() }
    }

    /// Makes a hub of extensions that are registered one by one, and waits until they are ready.
    init(_ registerAll: (EventHub) -> Void) {
        registerAll(hub)
        let ready = DispatchSemaphore(value: 0)
        hub.start { ready.signal() }
        ready.wait()
    }

    static func register(_ hub: EventHub, _ name: String, _ listen: @escaping @Sendable (ExtensionRuntime) -> Void) {
        do {
            try hub.register(name: name) { runtime in
                listen(runtime)
                return BenchExtension()
            }
        } catch {
            preconditionFailure("the name is new to the hub: \(error)")
        }
    }

    /// Ends the hub; what still waits in it is let go.
    func end() {
        hub.shutDown(deadline: .zero)
    }
}

/// An extension whose initializer has nothing left to do.
final class BenchExtension: HubExtension {
    static let extensionName = "com.example.bench"

    init(runtime: ExtensionRuntime) {}

    init() {}
}
