// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import NielsenAppApi
import TestSupport
import Testing

/// The folder of an app that has queued two pings, and has had others set aside.
final class QueuedApp {
    static let reason = "the collector answered 403 Forbidden"

    let folder: TemporaryFolder
    private let environment: NielsenEnvironment
    private let api: NielsenAppApi

    /// Makes a folder.
    ///
    /// - Parameters:
    ///   - aside: The number of pings that were set aside.
    ///   - staysOpen: Whether the app goes on to use the folder.
    /// - Throws: An error if there is no temporary folder, or the queue cannot be written.
    init(aside: Int = 0, staysOpen: Bool = false) throws {
        folder = try TemporaryFolder()
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path)
        environment = NielsenEnvironment.app(storage: .folder(folder.url), log: .disabled, privacy: .unknown)
        api = try NielsenAppApi.make(appInfo: ["appid": "PX"], environment: environment)
        api.userOptOut("nielsenappsdk://1")
        let database = try RawDatabase(folder.file("pings.sqlite"))
        for number in 0..<aside {
            try database.run(
                """
                INSERT INTO set_aside (id, stream, created, attempts, payload, reason)
                SELECT '\(number)aside-' || id, stream, created, 1, replace(payload, 'rnd=', 'rnd=\(number)'),
                    '\(Self.reason)' FROM hit ORDER BY row LIMIT 1
                """
            )
        }
        if !staysOpen { environment.delivery?.close() }
    }

    deinit { environment.delivery?.close() }

    var path: String { folder.url.path }

    /// Sets the privacy status, as an app with a hub does.
    func setPrivacy(_ status: String) {
        var options = ConfigurationOptions()
        options.keep(in: folder.url)
        let hub = EventHub(options: HubOptions(configuration: options), log: .disabled)
        hub.configuration.privacyStatus = HubPrivacyStatus(configurationValue: status)
    }

    /// The rights, times and bytes of each file; of SQLite's shared memory, in which readers note themselves, that it is
    /// there.
    func snapshot() throws -> [String: String] {
        var found: [String: String] = [:]
        for file in try folder.contents {
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            let changed = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
            let isShared = file.lastPathComponent.hasSuffix("-shm")
            found[file.lastPathComponent] =
                isShared ? "" : "\(changed) \(attributes[.size] ?? 0) \(attributes[.posixPermissions] ?? 0)"
        }
        return found
    }
}
