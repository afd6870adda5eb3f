// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import HubStorage

/// A process that tests start and kill.
///
/// - `measure FOLDER CONFIGURATION RUN` measures without end with two instances and prints `STREAM ID` once each ping is
///   in the database, or `memory` where it is not.
/// - `send FOLDER CONFIGURATION AHEAD` sends what is in the database and ends when nothing is left. Its clock is AHEAD
///   seconds ahead, so that what a process that was killed has taken is free again.
@main
enum Main {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5 else { usage() }
        let folder = URL(fileURLWithPath: arguments[2], isDirectory: true)
        let configuration = try NielsenConfiguration(
            jsonData: Data(contentsOf: URL(fileURLWithPath: arguments[3]))
        )
        switch arguments[1] {
        case "measure":
            try measure(delivery(folder, configuration, SystemClock()), configuration, run: arguments[4])
        case "send":
            let clock = AheadClock(seconds: Double(arguments[4]) ?? 0)
            send(delivery(folder, configuration, clock))
        default: usage()
        }
    }

    private static func usage() -> Never {
        let text = "usage: Measurer measure FOLDER CONFIGURATION RUN | send FOLDER CONFIGURATION AHEAD\n"
        FileHandle.standardError.write(Data(text.utf8))
        exit(2)
    }

    private static func delivery(
        _ folder: URL,
        _ configuration: NielsenConfiguration,
        _ clock: any HubClock
    ) -> NielsenPingDelivery {
        NielsenPingDelivery(
            file: folder.appendingPathComponent("pings.sqlite"),
            configuration: configuration,
            clock: clock,
            privacy: .optedIn
        )
    }

    /// Pages on one instance and videos on the other, in turn.
    private static func measure(_ delivery: NielsenPingDelivery, _ configuration: NielsenConfiguration, run: String)
        throws
    {
        let environment = NielsenEnvironment(
            clock: ManualClock(date: Date()),
            pings: ReportingSink(delivery),
            configuration: configuration
        )
        let info = ["appid": "P00000000-0000-0000-0000-000000000001", "appname": "Measurer", "appversion": "1"]
        let pages = try NielsenAppApi.make(appInfo: info, environment: environment)
        let videos = try NielsenAppApi.make(appInfo: info, environment: environment)
        for number in 0... {
            pages.loadMetadata(["type": "static", "section": "News", "assetid": "page-\(run)-\(number)"])
            videos.play()
            videos.loadMetadata([
                "type": "content", "assetid": "video-\(run)-\(number)", "program": "A programme", "title": "S01E01",
                "length": "60", "airdate": "2022-03-21T10:05:00", "isfullepisode": "y", "adloadtype": "1",
            ])
            videos.playheadPosition(0)
            videos.end()
        }
    }

    private static func send(_ delivery: NielsenPingDelivery) {
        while delivery.summary().pending > 0 {
            Thread.sleep(forTimeInterval: 0.005)
        }
        delivery.close()
    }
}

/// Says which pings are in the database, unbuffered, so that what was printed is out when the process is killed.
private final class ReportingSink: NielsenPingSink {
    private let delivery: NielsenPingDelivery

    init(_ delivery: NielsenPingDelivery) {
        self.delivery = delivery
    }

    func send(_ ping: NielsenPing) {
        delivery.send(ping)
        let summary = delivery.summary()
        let isStored = summary.isDatabaseWorking && summary.inMemory == 0
        FileHandle.standardOutput.write(Data((isStored ? "\(ping.stream) \(ping.id)\n" : "memory\n").utf8))
    }

    func attach(
        stream: String,
        configuration: NielsenConfiguration,
        report: @escaping @Sendable (NielsenError) -> Void
    ) {
        delivery.attach(stream: stream, configuration: configuration, report: report)
    }

    func detach(stream: String) {
        delivery.detach(stream: stream)
    }
}

/// The system's clock with another time of day.
private struct AheadClock: HubClock {
    let system = SystemClock()
    let seconds: Double

    init(seconds: Double) {
        self.seconds = seconds
    }

    var now: Instant { system.now }
    var date: Date { system.date.addingTimeInterval(seconds) }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
        system.schedule(after: delay, work)
    }
}
