// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import SegmentNielsenDCR

/// The SDK that a stream is measured with, and the errors that it reports.
final class SegmentMeter {
    /// What is credited does not depend on the id of the app, and a stream need not have one.
    private static let anyAppId = "P00000000-0000-0000-0000-000000000001"

    let api: NielsenAppApi
    let sdk: NielsenResumingSDK
    private let reporter: Reporter

    /// Makes an instance; nil if it cannot be made.
    init?(appId: String, _ clock: ManualClock) {
        let reporter = Reporter()
        let environment = NielsenEnvironment(clock: clock, pings: DiscardingPingSink())
        let appInfo = ["appid": appId.isEmpty ? Self.anyAppId : appId]
        let other = ["appid": Self.anyAppId]
        // An app id that the SDK refuses is a matter of the settings.
        let made =
            NielsenAppApi(appInfo: appInfo, delegate: reporter, environment: environment)
            ?? NielsenAppApi(appInfo: other, delegate: reporter, environment: environment)
        guard let made else { return nil }
        api = made
        sdk = NielsenResumingSDK(made, clock: clock)
        self.reporter = reporter
    }

    /// Returns the errors since the last time.
    func take() -> [Finding] { reporter.take() }
}

/// Receives the errors of an instance.
private final class Reporter: NSObject, NielsenAppApiDelegate, Sendable {
    private let found = Locked<[Finding]>([])

    func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
        guard let code = error["errorCode"] as? Int, let text = error["errorDescription"] as? String else { return }
        // Metadata is checked by its rules, under their names.
        guard code != Int(LogCode.failedParseMetadata.rawValue) else { return }
        let finding = Finding(rule: "SDK_ERROR_\(code)", severity: .error, message: text)
        found.withLock { $0.append(finding) }
    }

    func take() -> [Finding] {
        found.withLock { found in
            defer { found = [] }
            return found
        }
    }
}

/// A sink for pings that nobody reads: what they credit is counted where they are made.
private struct DiscardingPingSink: NielsenPingSink {
    func send(_ ping: NielsenPing) {}
}
