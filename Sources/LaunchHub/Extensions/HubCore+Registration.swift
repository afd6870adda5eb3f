// SPDX-License-Identifier: Apache-2.0

import HubServices

extension HubCore {
    /// Registers several extensions.
    ///
    /// - Parameters:
    ///   - types: The extensions' types.
    ///   - completion: Called once, when each is ready or was given up, with the reasons why extensions were left out.
    func register(_ types: [any HubExtension.Type], _ completion: @escaping @Sendable ([HubError]) -> Void) {
        let failures = Locked<[HubError]>([])
        let latch = CompletionLatch(of: types.count) { [self] in
            monitor.runAside(.completion, "registration") { completion(failures.withLock { $0 }) }
        }
        for type in types {
            register(type) { error in
                if let error { failures.withLock { $0.append(error) } }
                latch.countDown()
            }
        }
        latch.seal()
    }

    private func register<Extension: HubExtension>(
        _ type: Extension.Type,
        done: @escaping @Sendable (HubError?) -> Void
    ) {
        do throws(HubError) {
            try register(
                name: type.extensionName,
                version: type.extensionVersion,
                policy: nil,
                make: ExtensionRuntime.maker { try type.init(runtime: $0) },
                done: done
            )
        } catch {
            log.error(CallMonitor.tag, "\(error)")
            done(error)
        }
    }
}

extension ExtensionRuntime {
    /// Returns the form in which the hub keeps how an extension is made.
    static func maker(
        _ make: @escaping @Sendable (ExtensionRuntime) throws -> any ExtensionCallbacks
    ) -> ExtensionRecord.Maker {
        { core, draft in try make(ExtensionRuntime(core: core, draft: draft)) }
    }
}
