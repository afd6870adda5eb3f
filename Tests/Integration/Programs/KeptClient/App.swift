// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import NielsenAppApi
import NielsenAppSDKExtension

/// One launch of the app.
final class App {
    private static let appInfo = ["appid": "P00000000-0000-0000-0000-000000000001", "appname": "Kept"]

    private let folder: URL
    private var collector = "http://127.0.0.1:1"
    private var source: URL?
    private var clock = ShiftedClock(offset: 0)
    private lazy var hub = makeHub(in: folder)
    private lazy var environment = makeEnvironment(in: folder)
    private lazy var service = NielsenInstanceService(settings: .init(environment: environment))
    private lazy var api = try? NielsenAppApi.make(appInfo: Self.appInfo, delegate: listener, environment: environment)
    private let listener = Listener()

    init(folder: URL) {
        self.folder = folder
    }

    private func makeHub(in folder: URL) -> EventHub {
        var options = ConfigurationOptions()
        options.keep(in: folder)
        return EventHub(options: HubOptions(configuration: options), log: .disabled)
    }

    private func makeEnvironment(in folder: URL, privacy: PrivacyStatus? = nil) -> NielsenEnvironment {
        NielsenEnvironment.app(
            storage: .folder(folder),
            configuration: configuration,
            configurationURL: source,
            clock: clock,
            log: .disabled,
            privacy: privacy
        )
    }

    /// Session pings and one ping a page, to the collector.
    private var configuration: NielsenConfiguration {
        let text = """
            {
              "schema": "launch-hub.sdk-configuration", "version": 1, "thresholds": {"pendingPingsDelay": 0},
              "products": [
                {"product": "session", "processors": [{"cadence": "session", "template": "session"}]},
                {"product": "dcrStatic", "types": ["static"],
                 "processors": [{"cadence": "impression", "prefix": "V", "at": "view", "template": "page"}]}
              ],
              "templates": {
                "session": {"url": "\(collector)/session", "parameters": ["id=|!nol_sessionId!|", "uoo=[nol_uoo]"]},
                "page": {"url": "\(collector)/page", "parameters": ["id=|!nol_sessionId!|", "uoo=[nol_uoo]"]}
              }
            }
            """
        return (try? NielsenConfiguration(jsonData: Data(text.utf8))) ?? NielsenConfiguration()
    }

    /// Carries out an operation.
    func perform(_ operation: String, _ value: String) throws {
        switch operation {
        // Beside others
        case "await": waitForFile(value, pause: 500)
        case "kill": raise(SIGKILL)
        // The hub
        case "collector": collector = value
        case "source": source = URL(string: value)
        case "clock": clock = ShiftedClock(offset: TimeInterval(value) ?? 0)
        case "status": say(hub.configuration.privacyStatus.configurationValue)
        case "privacy": hub.configuration.privacyStatus = PrivacyStatus(configurationValue: value)
        case "update": hub.configuration.update([value: 1])
        case "value": say(hub.configuration.value(forKey: value).map { "\($0.value)" } ?? "none")
        case "start": startHub()
        // The extension
        case "register": try service.register(with: hub)
        case "instantiate": _ = service.instantiateSDK(withConfiguration: Self.appInfo)
        // The SDK by itself
        case "standalone": _ = api
        case "choose": say("\(api?.userOptOut("nielsenappsdk://\(value)") ?? false)")
        case "optout": say("\(api?.optOutStatus ?? false)")
        case "errors":
            say(listener.codes.isEmpty ? "none" : listener.codes.sorted().map(String.init).joined(separator: ","))
        case "identifiers": say(identifiers(of: api))
        case "state": say(api?.state.rawValue ?? "none")
        case "configured": waitForConfiguration()
        case "pages": for number in 0..<(Int(value) ?? 0) { showPage(number) }
        case "queue": queue(Int(value) ?? 0)
        case "sent": waitUntilSent(Int(value) ?? 0)
        case "pending": say("\(makeEnvironment(in: folder, privacy: .unknown).delivery?.summary().pending ?? -1)")
        case "race": race(value)
        default: Main.usage(operation)
        }
    }

    /// Waits for a file, but not for ever: whoever started this may be gone.
    private func waitForFile(_ path: String, pause: UInt32) {
        let end = ContinuousClock.now + .seconds(60)
        while !FileManager.default.fileExists(atPath: path) {
            guard ContinuousClock.now < end else { Main.usage("nobody made \(path)") }
            usleep(pause)
        }
    }

    /// Waits until the instance measures.
    private func waitForConfiguration() {
        let end = ContinuousClock.now + .seconds(60)
        while api?.state == .initial {
            guard ContinuousClock.now < end else { Main.usage("no configuration came") }
            usleep(500)
        }
    }

    /// Waits until so many pings were sent and none is left.
    private func waitUntilSent(_ count: Int) {
        let end = ContinuousClock.now + .seconds(60)
        while let summary = environment.delivery?.summary(), summary.sent < count || summary.pending > 0 {
            guard ContinuousClock.now < end else { Main.usage("\(summary.sent) of \(count) pings were sent") }
            usleep(1_000)
        }
    }

    private func startHub() {
        let started = DispatchSemaphore(value: 0)
        hub.start { started.signal() }
        started.wait()
    }

    private func showPage(_ number: Int) {
        api?.loadMetadata(["type": "static", "section": "page \(number)"])
    }

    /// Leaves pings behind that nobody sends.
    private func queue(_ count: Int) {
        let environment = makeEnvironment(in: folder, privacy: .unknown)
        let api = try? NielsenAppApi.make(appInfo: Self.appInfo, environment: environment)
        for number in 0..<max(0, count - 1) { api?.loadMetadata(["type": "static", "section": "page \(number)"]) }
        environment.delivery?.close()
    }

    private func identifiers(of api: NielsenAppApi?) -> String {
        guard let api else { return "none" }
        return [api.nielsenId, api.demographicId, api.firstPartyId, api.vendorId, api.deviceId].joined(separator: " ")
    }

    /// Begins in one folder after the other, each at the same moment as another process, and prints who it is there.
    ///
    /// - Parameter value: The name of this process, of the other one, and how many folders.
    private func race(_ value: String) {
        let parts = value.split(separator: ",").map(String.init)
        for round in 0..<(Int(parts[2]) ?? 0) {
            let place = folder.appending(path: "\(round)", directoryHint: .isDirectory)
            try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            _ = FileManager.default.createFile(atPath: place.appending(path: parts[0]).path, contents: nil)
            let other = place.appending(path: parts[1]).path
            waitForFile(other, pause: 0)
            let api = try? NielsenAppApi.make(
                appInfo: Self.appInfo,
                environment: NielsenEnvironment(
                    store: FileKeyValueStore(file: place.appending(path: "nielsen.json"))
                )
            )
            say(identifiers(of: api))
        }
    }
}

/// A clock that says another time of day, as one does after a flat battery.
private struct ShiftedClock: HubClock {
    private let clock = SystemClock()
    let offset: TimeInterval

    init(offset: TimeInterval) {
        self.offset = offset
    }

    var now: Instant { clock.now }
    var date: Date { clock.date.addingTimeInterval(offset) }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
        clock.schedule(after: delay, work)
    }
}

/// Notes the errors that the SDK reports.
private final class Listener: NSObject, NielsenAppApiDelegate, Sendable {
    private let found = Locked<[Int]>([])

    var codes: [Int] { found.withLock { $0 } }

    func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
        let code = error["errorCode"] as? Int ?? 0
        // Whether a collector answers is another matter.
        guard code != 9, code != 1001 else { return }
        found.withLock { $0.append(code) }
    }
}
