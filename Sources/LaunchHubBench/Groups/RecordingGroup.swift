// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import LaunchHub
import LaunchHubRecording
import NielsenAppApi

extension BenchGroup {
    /// The cost of a recorder for the hub and the SDK that it is attached to.
    static let recording = BenchGroup("record", "hub and SDK with a recorder that writes a file, against those without")
    {
        session in
        // Seconds of a flood: what its first lines cost belongs to the recording of a start.
        let count = session.count(20_000_000)
        let hub = session.measureTogether {
            withFile { file in [hubRate(count, nil), hubRate(count, file)] }
        }
        session.report("record_hub_throughput_without", hub[0], "events/s")
        let ratio = hub[1].ratio(to: hub[0])
        session.report(
            "record_hub_throughput",
            hub[1],
            "events/s",
            .atLeastTimes(0.98, of: "record_hub_throughput_without", is: ratio)
        )
        let sdk = session.measureTogether {
            withFile { file in [callRate(count / 2, nil), callRate(count / 2, file)] }
        }
        session.report("record_playheads_without", sdk[0], "calls/s")
        session.report(
            "record_playheads",
            sdk[1],
            "calls/s",
            .atLeastTimes(0.98, of: "record_playheads_without", is: sdk[1].ratio(to: sdk[0]))
        )
        let each = session.measure { withFile { [lineCost(session.count(50_000), $0)] }[0] }
        session.report("record_line_cpu", each, "us")
    }

    private static func withFile(_ body: (URL) -> [Double]) -> [Double] {
        let file = FileManager.default.temporaryDirectory.appending(path: "launchhub-bench-\(UUID().uuidString).jsonl")
        defer {
            let previous = file.deletingPathExtension().path + ".1.jsonl"
            for path in [file.path, previous] { try? FileManager.default.removeItem(atPath: path) }
        }
        return body(file)
    }

    private static func hubRate(_ count: Int, _ file: URL?) -> Double {
        let events = Sample.events(min(count, 100_000))
        let recorder = Locked<SessionRecorder?>(nil)
        defer { recorder.withLock { $0 }?.stop() }
        return Throughput.hub(events, rounds: max(1, count / events.count)) { hub in
            guard let file else { return }
            let attached = SessionRecorder.attach(to: hub, writingTo: .file(file))
            recorder.withLock { $0 = attached }
        }
    }

    private static func callRate(_ count: Int, _ file: URL?) -> Double {
        let sink = CountingSink()
        let environment = NielsenEnvironment(log: .disabled, sink: sink, pings: sink)
        guard let api = NielsenAppApi(appInfo: SampleMetadata.appInfo, delegate: nil, environment: environment) else {
            preconditionFailure("the app information is as it should be")
        }
        let recorder = file.map { SessionRecorder.attach(to: api, writingTo: .file($0)) }
        defer { recorder?.stop() }
        api.play()
        api.loadMetadata(SampleMetadata.content)
        return rate(of: count) {
            for position in 0..<count { api.playheadPosition(Int64(position % 3_600)) }
        }
    }

    /// The processor time of a line, put down, made and written, where none is dropped.
    private static func lineCost(_ count: Int, _ file: URL) -> Double {
        let events = Sample.events(count)
        let done = DispatchSemaphore(value: 0)
        let bench = BenchHub(extensions: 1) { _ in CountingListener(stretches: [count], done: done) }
        defer { bench.end() }
        let options = RecordingOptions(linesPerSecond: 10_000_000)
        let recorder = SessionRecorder.attach(to: bench.hub, writingTo: .file(file, megabytes: 1_024), options: options)
        let usage = ProcessUsage.of {
            for event in events { bench.hub.dispatch(event) }
            done.wait()
            recorder.flush()
        }
        let lines = recorder.lineCount
        recorder.stop()
        return usage.cpu / Double(max(1, lines))
    }
}
