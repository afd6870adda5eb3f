// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

extension BenchGroup {
    /// How fast the tool reads recordings, and the memory that it takes.
    static let sessions = BenchGroup(
        "sessions",
        "certify, replay, diff, explain and report of recordings with so many lines, by the program launchhub",
        sizes: [10_000, 100_000, 1_000_000]
    ) { session, sizes in
        let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "launchhub")
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            return print("sessions: \(program.path) is not built; build the product launchhub, too.")
        }
        for size in sizes {
            withSession(max(100, session.count(size))) { path, lines in
                for (name, words) in [
                    ("certify", [path]), ("replay", [path]), ("diff", [path, path]), ("explain", [path]),
                    ("report", [path]),
                ] {
                    let figures = session.measureTogether {
                        let child = MeasuredChild.run(program.path, [name] + words)
                        let read = Double(lines * words.count)
                        return [child.map { read / $0.seconds } ?? .nan, child?.peak ?? .nan]
                    }
                    let isVerdict = name == "certify"
                    report(session, "sessions_\(name)_\(lines)", figures, isVerdict: isVerdict)
                }
            }
        }
    }

    private static func report(_ session: Session, _ name: String, _ figures: [Measurement], isVerdict: Bool) {
        session.report(name, figures[0], "lines/s", isVerdict ? .atLeast(100_000) : nil)
        // The program itself takes some thirty.
        session.report(name + "_peak", figures[1], "MiB", isVerdict ? .atMost(64) : nil)
    }

    /// Passes a recording with so many lines to a closure.
    private static func withSession(_ lines: Int, _ body: (String, Int) -> Void) {
        let file = FileManager.default.temporaryDirectory.appending(path: "launchhub-bench-\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        let done = DispatchSemaphore(value: 0)
        Task {
            do {
                try await LongSession.write(lines, to: file.path)
            } catch {
                print("sessions: the recording was not written: \(error)")
            }
            done.signal()
        }
        done.wait()
        body(file.path, lines)
    }
}
