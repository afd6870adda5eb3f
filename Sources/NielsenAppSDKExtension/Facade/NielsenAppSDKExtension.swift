// SPDX-License-Identifier: Apache-2.0

public import ACPCoreBase
import HubServices
package import LaunchHub

#if canImport(ObjectiveC)
    import Foundation
#endif

/// The measurement extension, under its documented name, on the hub of `ACPCore`.
///
/// ```swift
/// NielsenAppSDKExtension.registerListener(forSDKNotifier: NielsenAppSDKEventListener.self)
/// try ACPCore.registerExtension(NielsenAppSDKExtension.self)
/// ACPCore.start {}
/// let result = NielsenAppSDKExtension.instantiateSDK(withConfiguration: ["appid": "PXXXXXXXX-…"])
/// ```
///
/// The static methods may be called before and after the extension is registered, on any thread. Each returns the
/// dictionary with which the corresponding event is answered: `code` (Int, ``NielsenAppSDKExtensionResultCode``),
/// `description`, `identifier` if there is one, and the requested value.
///
/// Source: "DCR & DTVR iOS Adobe Launch Extension".
#if canImport(ObjectiveC)
    @objc(NielsenAppSDKExtension) @objcMembers
#endif
public final class NielsenAppSDKExtension: ACPExtension {
    private let service: NielsenInstanceService

    #if canImport(ObjectiveC)
        /// Makes the extension.
        ///
        /// Called by the hub: register the class with `ACPCore.registerExtension`.
        public override init() {
            service = Self.service
            super.init()
            begin()
        }
    #else
        /// Makes the extension.
        ///
        /// Called by the hub: register the class with `ACPCore.registerExtension`.
        public required init() {
            service = Self.service
            super.init()
            begin()
        }
    #endif

    private func begin() {
        guard let runtime = api.runtime else { return }
        runtime.listen(type: NielsenInstanceEvent.type, source: NielsenInstanceEvent.source) { [service] event in
            service.hear(event)
        }
        service.attach(runtime)
    }

    /// The name under which the extension is registered.
    public override func name() -> String? { NielsenInstanceService.extensionName }

    /// The extension's version.
    public override func version() -> String? { NielsenInstanceService.extensionVersion }

    /// Ends every instance.
    public override func onUnregister() {
        service.detach()
    }
}

/// The service behind the static methods of ``NielsenAppSDKExtension``.
package enum NielsenAppSDKExtensionHost {
    private static let current = Locked<NielsenInstanceService?>(nil)

    /// The service in use, on the hub of `ACPCore`.
    package static var service: NielsenInstanceService {
        let service = current.withLock { current in
            if let current { return current }
            let made = NielsenInstanceService()
            current = made
            return made
        }
        service.use(ACPCoreHost.hub)
        return service
    }

    /// Sets the settings of the service.
    ///
    /// The default environment of apps is made only if none was set before its first use.
    static func configure(_ settings: NielsenInstanceService.Settings) {
        let service = current.withLock { current -> NielsenInstanceService? in
            guard current == nil else { return current }
            current = NielsenInstanceService(settings: settings)
            return nil
        }
        service?.settings = settings
    }

    /// Replaces the service and its hub, for tests and tools.
    ///
    /// - Parameters:
    ///   - service: The service to use from now on.
    ///   - hub: The hub of `ACPCore` from now on.
    package static func use(_ service: NielsenInstanceService, on hub: EventHub) {
        ACPCoreHost.use(hub)
        let old = current.withLock { current in
            defer { current = service }
            return current
        }
        _ = consume old
    }
}

extension NielsenAppSDKExtension {
    static var service: NielsenInstanceService { NielsenAppSDKExtensionHost.service }
}
