// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// What a collector knows of each instance: that every ping came, once but under one id, and in its order.
///
/// The pings of a view have the numbers of their windows: V, then D1 and so on, since nobody seeks, twice the same where a
/// day or the view ends in a window, and the last says that it is. So the ledger keeps the last one of each instance and
/// nothing else, however long it runs; a ping that came under two ids shows in the seconds.
final class SoakLedger: Sendable {
    private struct Last {
        var view = 0
        var number = 0
        var id = ""
        var isOver = true
        var seconds = 0
        /// The view that went on when a file was damaged: what of it and of those before lay there may be gone.
        var forgiven = 0
    }

    private struct State {
        var last: [Int: Last] = [:]
        /// What was watched of each view that is over and has not been reported.
        var watched: [Int: [Int: Int]] = [:]
        var faults: [String] = []
        var pings = 0
        var doubles = 0
        var views = 0
        var forgiven = 0
    }

    private let state = Locked(State())
    /// The instance whose pings are printed as they come: `SOAK_TRACE` in the environment.
    static let traced = ProcessInfo.processInfo.environment["SOAK_TRACE"].flatMap(Int.init)

    /// Takes a ping.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - address: Its address, as the template of ``SoakConfiguration`` makes it.
    func take(_ id: String, _ address: String) {
        let text = address.split(separator: "?", maxSplits: 1).last?.removingPercentEncoding ?? ""
        let words = text.split(separator: " ").map(String.init)
        let asset = words.first?.split(separator: "-").compactMap { Int($0) } ?? []
        guard words.count == 4, asset.count == 2, let window = Int(words[1].dropFirst()), let seconds = Int(words[2])
        else { return state.withLock { $0.faults.append("a ping cannot be read: \(text)") } }
        let number = words[1].first == "V" ? 0 : window
        let isOver = words[3] == "2"
        if asset[0] == Self.traced { SoakProcess.print("  \(id): \(text)") }
        state.withLock { state in
            state.pings += 1
            var last = state.last[asset[0], default: Last()]
            defer { state.last[asset[0]] = last }
            guard last.id != id else {
                state.doubles += 1
                return
            }
            let isNext =
                number == 0
                ? last.isOver && asset[1] > last.view
                : last.view == asset[1] && !last.isOver && (number == last.number || number == last.number + 1)
            if !isNext {
                guard asset[1] <= last.forgiven || last.view <= last.forgiven && number == 0 else {
                    state.faults.append("\(text) comes after \(last.view) \(last.number)")
                    return
                }
                state.forgiven += 1
            }
            let isWhole = isNext && asset[1] > last.forgiven
            last.seconds = number == 0 ? 0 : last.seconds + seconds
            (last.view, last.number, last.id, last.isOver) = (asset[1], number, id, isOver)
            guard last.isOver else { return }
            state.views += 1
            guard let watched = state.watched[asset[0]]?.removeValue(forKey: asset[1]), isWhole else { return }
            // A second for each of its beginning and its end.
            if abs(watched - last.seconds) > 2 {
                state.faults.append("\(text): \(last.seconds) s are credited and \(watched) s were watched")
            }
        }
    }

    /// Notes what was watched of a view that is over.
    func watched(_ instance: Int, _ view: Int, _ seconds: Int) {
        state.withLock { $0.watched[instance, default: [:]][view] = seconds }
    }

    /// Notes that what waits of an instance may be lost: all up to a view.
    func forgive(_ instance: Int, upTo view: Int) {
        state.withLock { $0.last[instance, default: Last()].forgiven = view }
    }

    /// Forgets the instances up to a number, of which everything is to have been reported.
    func forget(upTo number: Int) {
        let untold = untold
        state.withLock { state in
            state.faults += untold.filter { $0.instance <= number }.map { "\($0.instance)-\($0.view) was never told" }
            state.last = state.last.filter { $0.key > number }
            state.watched = state.watched.filter { $0.key > number }
        }
    }

    /// What did not hold, and what was counted.
    var faults: [String] { state.withLock { $0.faults } }
    /// The views that are over and were not told to their end, but for those that may lie in a damaged file.
    var untold: [(instance: Int, view: Int)] {
        state.withLock { state in
            state.watched.flatMap { instance, views in
                views.keys.filter { $0 > state.last[instance]?.forgiven ?? 0 }.map { (instance, $0) }
            }
        }
    }
    var line: String {
        state.withLock {
            "\($0.pings) pings, \($0.doubles) of them again, \($0.views) views, \($0.forgiven) gaps after damage"
        }
    }
}
