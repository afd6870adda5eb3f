// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Threads of the operating system, made so that a refusal can be seen: Foundation's do not report one.
package enum SystemThread {
    /// The stack of a thread: what runs on it are listeners, which may recurse.
    private static let stackSize = 8 << 20

    private final class Start {
        let name: String
        let body: @Sendable () -> Void

        init(_ name: String, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }

        func run() {
            Thread.current.name = name
            body()
        }
    }

    /// Runs a closure on a new thread.
    ///
    /// - Parameters:
    ///   - name: What debuggers show.
    ///   - body: What to run; the thread ends with it.
    /// - Returns: False where the system made no thread.
    @Sendable
    package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { attributes.deallocate() }
        guard pthread_attr_init(attributes) == 0 else { return false }
        defer { pthread_attr_destroy(attributes) }
        pthread_attr_setstacksize(attributes, stackSize)
        pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
        let start = Unmanaged.passRetained(Start(name, body))
        #if canImport(Darwin)
            pthread_attr_set_qos_class_np(attributes, QOS_CLASS_USER_INITIATED, 0)
            var thread: pthread_t?
            let failure = pthread_create(
                &thread,
                attributes,
                { argument in
                    Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run()
                    return nil
                },
                start.toOpaque()
            )
        #else
            var thread = pthread_t()
            let failure = pthread_create(
                &thread,
                attributes,
                { argument in
                    if let argument { Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run() }
                    return nil
                },
                start.toOpaque()
            )
        #endif
        if failure != 0 { start.release() }
        return failure == 0
    }
}
