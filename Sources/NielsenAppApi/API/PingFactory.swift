// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Makes pings out of records that come from elsewhere than an instance: a recording, a benchmark, a test.
package struct PingFactory: Sendable {
    private var builder: PingBuilder

    /// Makes a factory without open views.
    ///
    /// - Parameters:
    ///   - environment: The device, the identifiers and the configuration.
    ///   - appInfo: The app information, all strings.
    ///   - session: The session that the pings belong to.
    package init(environment: NielsenEnvironment, appInfo: [String: String], session: String = "session") {
        var failures: [StorageError] = []
        let time = NielsenTime(environment.clock)
        let device = environment.currentDevice
        let privacy = NielsenPrivacy(environment, device)
        builder = PingBuilder(
            configuration: environment.configuration,
            stream: session,
            appInfo: appInfo,
            identity: environment.identities.identity(
                device: device,
                privacy: privacy,
                now: time.unixMilliseconds,
                failures: &failures
            ),
            privacy: privacy,
            device: device,
            random: environment.random
        )
    }

    /// Makes the pings of a record.
    ///
    /// - Parameters:
    ///   - record: What was measured.
    ///   - sink: Gets the pings.
    /// - Throws: The first error; the pings before and after it are sent all the same.
    package mutating func send(_ record: NielsenMeasurementRecord, to sink: any NielsenPingSink) throws(NielsenError) {
        var effects: [PingBuilder.Effect] = []
        builder.addRecord(record, into: &effects)
        var failure: NielsenError?
        for effect in effects {
            switch effect {
            case .ping(let ping):
                do {
                    try sink.send(ping)
                } catch {
                    failure = failure ?? NielsenError(thrown: error, by: "the place for pings", for: ping)
                }
            case .error(let error, _): failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }
}
