// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// Somebody who watches for a while, does something else for a while, and watches the next thing.
struct SoakViewer {
    private enum Doing {
        case idle(until: Int)
        case watching(until: Int, position: Int)
    }

    /// Whom the viewer is known as to the ledger, from 1: another instance is somebody else, whose pings need not wait for
    /// those of the one before.
    private(set) var number: Int
    private var tracker: any SoakInstance
    private let ledger: SoakLedger
    private(set) var view = 0
    private var doing: Doing
    private var dice: SeededGenerator
    private let rhythm: Int
    private let warmUp: Int

    /// How many short views come first: more than an instance keeps, so that it is as large then as it will ever be.
    private static let shortViews = 5

    /// Makes a viewer.
    ///
    /// - Parameters:
    ///   - number: The number of the viewer, from 1.
    ///   - tracker: The instance that measures the viewer.
    ///   - ledger: Records what the viewer watched.
    ///   - rhythm: The longest time of watching, in seconds.
    ///   - warmUp: The time in which the viewer is to have watched some things, in seconds.
    init(_ number: Int, _ tracker: any SoakInstance, _ ledger: SoakLedger, rhythm: Int, warmUp: Int) {
        self.number = number
        self.tracker = tracker
        self.ledger = ledger
        self.rhythm = rhythm
        self.warmUp = warmUp
        dice = SeededGenerator(seed: UInt64(number))
        doing = .idle(until: dice.below(warmUp / Self.shortViews + 1))
    }

    /// Goes on at a second, with so many seconds until the next time.
    mutating func step(at second: Int, every beat: Int) {
        switch doing {
        case .idle(let until):
            guard second >= until else { return }
            view += 1
            doing = .watching(until: second + beat + dice.below(length(rhythm)), position: 0)
            tracker.begin(asset)
            tracker.playhead(asset, 0)
        case .watching(let until, let position):
            tracker.playhead(asset, position + beat)
            doing = .watching(until: until, position: position + beat)
            if second >= until { leave(at: second) }
        }
    }

    /// Ends what is watched.
    mutating func leave(at second: Int) {
        guard case .watching(_, let position) = doing else { return }
        ledger.watched(number, view, position)
        tracker.end(asset)
        doing = .idle(until: second + dice.below(length(3 * rhythm)))
    }

    /// How long something may take, which is short while the viewer warms up.
    private func length(_ usual: Int) -> Int {
        view <= Self.shortViews ? min(usual, warmUp / (2 * Self.shortViews) + 1) : usual
    }

    /// Goes on with another instance, as after a launch; nothing is being watched.
    mutating func use(_ tracker: any SoakInstance, as number: Int) {
        self.tracker = tracker
        self.number = number
    }

    private var asset: String { "\(number)-\(view)" }
}

/// An instance, in whichever way it is reached.
protocol SoakInstance: Sendable {
    func begin(_ asset: String)
    func playhead(_ asset: String, _ position: Int)
    func end(_ asset: String)
    func shutdown()
}

extension SoakInstance {
    static func metadata(_ asset: String) -> [String: String] {
        [
            "type": "content", "assetid": asset, "program": "A programme", "title": "A title S01E01",
            "airdate": "2022-03-21T10:05:00", "isfullepisode": "y", "adloadtype": "2", "length": "36000",
        ]
    }
}

/// An instance that is called.
struct SoakCalls: SoakInstance {
    let api: NielsenAppApi

    func begin(_ asset: String) {
        api.play(["channelName": "News"])
        api.loadMetadata(Self.metadata(asset))
    }
    func playhead(_ asset: String, _ position: Int) { api.playheadPosition(Int64(position)) }
    func end(_ asset: String) { api.end() }
    func shutdown() { api.shutdown() }
}
