// SPDX-License-Identifier: Apache-2.0

/// An observer that turns the reports of one instance into notices with its identifier.
final class InstanceObserver: MeasurementInstanceObserver {
    private let identifier: String
    private let service: Weak

    init(identifier: String, service: NielsenInstanceService) {
        self.identifier = identifier
        self.service = Weak(service)
    }

    func reported(_ kind: NielsenSDKNotice.Kind, code: Int, description: String, timestamp: Double) {
        service.value?.publish(
            NielsenSDKNotice(
                identifier: identifier,
                kind: kind,
                code: code,
                description: description,
                timestamp: timestamp
            )
        )
    }
}

/// A weak reference to the service, which keeps the instance that keeps this observer.
///
/// Unchecked: a weak reference that is set once may be read on any thread.
private final class Weak: @unchecked Sendable {
    private(set) weak var value: NielsenInstanceService?

    init(_ value: NielsenInstanceService) {
        self.value = value
    }
}
