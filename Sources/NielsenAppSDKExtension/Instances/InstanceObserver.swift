// SPDX-License-Identifier: Apache-2.0

/// Turns what one instance reports into notices under its identifier.
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

/// The service, which keeps the instance that keeps this.
///
/// Unchecked: a weak reference that is set once may be read on any thread.
private final class Weak: @unchecked Sendable {
    private(set) weak var value: NielsenInstanceService?

    init(_ value: NielsenInstanceService) {
        self.value = value
    }
}
