// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HubServices
import NielsenAppApi

/// An instance of the SDK and the documented table of its states: after each call the state, the codes of what the
/// delegate receives, the opt-out and the switch of the app are those of the table.
package struct CallsModel: ModelCheck {
    package enum Step: Sendable, CustomStringConvertible {
        case play
        case playNothing
        case playWrong
        case load(Int)
        case loadWrong
        case playhead(Int64)
        case run(Int)
        case id3
        case id3Wrong
        case stop
        case end
        case staticEnd
        case ott
        case ottWrong
        case optOut(Bool)
        case optOutWrong
        case disable(Bool)
        case wait(Int)
        case shutdown
        case relaunch

        package var description: String {
            switch self {
            case .play: #"play(["channelName": "News"])"#
            case .playNothing: "play()"
            case .playWrong: "play(42)"
            case .load(let number): "loadMetadata(\(CallsModel.assets[number]["assetid"] ?? "page"))"
            case .loadWrong: "loadMetadata(42)"
            case .playhead(let position): "playheadPosition(\(position))"
            case .run(let seconds): "\(seconds) s of playheads"
            case .id3: "sendID3(a watermark)"
            case .id3Wrong: #"sendID3("x")"#
            case .stop: "stop()"
            case .end: "end()"
            case .staticEnd: "staticEnd()"
            case .ott: #"updateOTT(["ottStatus": "1"])"#
            case .ottWrong: "updateOTT(42)"
            case .optOut(let isOut): "userOptOut(\(isOut))"
            case .optOutWrong: #"userOptOut("x")"#
            case .disable(let isDisabled): "appDisableApi = \(isDisabled)"
            case .wait(let seconds): "\(seconds) s go by"
            case .shutdown: "shutdown()"
            case .relaunch: "another instance over the same store"
            }
        }
    }

    /// What the delegate receives.
    private final class Ear: NSObject, NielsenAppApiDelegate, Sendable {
        private let heard = Locked<[Int]>([])

        func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any]) {
            hear(event["eventCode"])
        }
        func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
            hear(error["errorCode"])
        }

        private func hear(_ code: Any?) { heard.withLock { $0.append(code as? Int ?? -1) } }

        func take() -> [Int] {
            heard.withLock { heard in
                defer { heard = [] }
                return heard
            }
        }
    }

    /// Adds up what is credited.
    private final class Ledger: NielsenMeasurementSink, Sendable {
        let seconds = Locked<(sum: [NielsenLane: Int], views: Int)>(([:], 0))

        func measured(_ record: NielsenMeasurementRecord) {
            guard let lane = record.lane, record.kind != .id3 else { return }
            seconds.withLock { state in
                state.sum[lane, default: 0] += record.seconds
                if record.kind == .view { state.views += 1 }
            }
        }
    }

    package static let name = "calls"
    package static let stepsOfALife = 200

    private static let assets: [[String: String]] = [
        content("film"), content("series"), ["type": "preroll", "assetid": "ad"],
        ["type": "static", "section": "News", "segA": "a"],
    ]
    private static let page = 3
    private static let appInfo = ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000", "sfcode": "dcr"]
    private static let watermark =
        "www.nielsen.com/065H2g6E7ZyQ5UdmMAbbpg==/_EMc37zfVgq_8KB7baUYfg==/ADQCAmgV1Xyvnynyg60kZO_Ejkcn2KLSrTzyJpZZ-Qe"
        + "Rn8GpMGTWI7-HrEKzghxyzCyBEoIDv2kA2g1QJmeYOl5GnwfrLDVK2bNLTbQxr1z9VBfxahBcQP5tqbjhyMzdVqrMKuvvJO1jhtSXa9Aro"
        + "Chb11ZUnG1WVJx2O4M=/33648/22847/00"

    private static func content(_ id: String) -> [String: String] {
        [
            "type": "content", "assetid": id, "program": "A programme", "title": "A title S01E01",
            "airdate": "2022-03-21T10:05:00", "isfullepisode": "y", "adloadtype": "2", "length": "3600",
        ]
    }

    package static func step(_ dice: inout SeededGenerator) -> Step {
        switch dice.below(40) {
        case 0...2: .play
        case 3: .playNothing
        case 4: .playWrong
        case 5...10: .load(dice.below(assets.count))
        case 11: .loadWrong
        case 12: .playhead(Int64(dice.below(4_000)))
        case 13: .playhead([-1, .min, .max][dice.below(3)])
        case 14...20: .run(1 + dice.below(40))
        case 21, 22: .id3
        case 23: .id3Wrong
        case 24...26: .stop
        case 27, 28: .end
        case 29: .staticEnd
        case 30: .ott
        case 31: .ottWrong
        case 32, 33: .optOut(dice.below(2) == 0)
        case 34: .optOutWrong
        case 35: .disable(true)
        case 36: .disable(false)
        case 37: .wait(dice.below(100))
        case 38: .wait(dice.below(4_000))
        default: dice.below(8) == 0 ? .shutdown : .relaunch
        }
    }

    // MARK: - The model

    private enum State { case idle, processing, disabled }

    private var state = State.idle
    private var isOver = false
    private var isOptedOut = false

    // MARK: - The part

    private let clock = ManualClock()
    private let ear = Ear()
    private let ledger = Ledger()
    private let environment: NielsenEnvironment
    private var api: NielsenAppApi
    private var position: Int64 = 0

    package init(seed: UInt64) throws {
        environment = NielsenEnvironment(
            clock: clock,
            log: .disabled,
            store: InMemoryKeyValueStore(),
            sink: ledger,
            random: { 7 }
        )
        api = try NielsenAppApi.make(appInfo: Self.appInfo, delegate: ear, environment: environment)
        _ = ear.take()
    }

    package mutating func apply(_ step: Step) throws -> String? {
        let expected: [Int]
        var answer: (is: Bool, expected: Bool)?
        switch step {
        case .play, .playNothing, .playWrong:
            expected = isWrong(step, 1)
            if !isOver, state != .disabled { state = .processing }
            switch step {
            case .play: api.play(["channelName": "News"])
            case .playNothing: api.play()
            default: api.play(42)
            }
        case .load(let number):
            if number != Self.page, !isOver, state != .disabled { state = .processing }
            expected = []
            api.loadMetadata(Self.assets[number])
        case .loadWrong:
            expected = isWrong(step, 2)
            api.loadMetadata(42)
        case .playhead(let position):
            expected = position < 0 || position == .max ? (isMeasuring ? [15] : []) : []
            api.playheadPosition(position)
        case .run(let seconds):
            expected = []
            for _ in 0..<seconds {
                position += 1
                api.playheadPosition(position)
                clock.advance(by: .seconds(1))
            }
        case .id3:
            expected = []
            api.sendID3(Self.watermark)
        case .id3Wrong:
            expected = isMeasuring ? [3] : []
            api.sendID3("x")
        case .stop:
            expected = []
            if isMeasuring { state = .idle }
            api.stop()
        case .end:
            expected = []
            if isMeasuring { state = .idle }
            api.end()
        case .staticEnd:
            expected = []
            api.staticEnd()
        case .ott:
            expected = []
            api.updateOTT(["ottStatus": "1", "ottType": "casting"])
        case .ottWrong:
            expected = isWrong(step, 2)
            api.updateOTT(42)
        case .optOut(let isOut):
            expected = []
            if !isOver { isOptedOut = isOut }
            answer = (api.userOptOut("nielsenappsdk://\(isOut ? 1 : 0)"), !isOver)
        case .optOutWrong:
            expected = []
            answer = (api.userOptOut("x"), false)
        case .disable(let isDisabled):
            expected = []
            if !isOver { if isDisabled { state = .disabled } else if state == .disabled { state = .idle } }
            api.appDisableApi = isDisabled
        case .wait(let seconds):
            expected = []
            clock.advance(by: .seconds(seconds))
        case .shutdown:
            expected = isOver ? [] : [2002]
            isOver = true
            if state == .processing { state = .idle }
            api.shutdown()
        case .relaunch:
            expected = isOver ? [2001] : [2002, 2001]
            isOver = false
            state = .idle
            api.shutdown()
            api = try NielsenAppApi.make(appInfo: Self.appInfo, delegate: ear, environment: environment)
        }
        let heard = ear.take()
        if heard != expected { return "the delegate hears \(heard) and not \(expected)" }
        if let answer, answer.is != answer.expected { return "the answer is \(answer.is)" }
        return fault
    }

    private var isMeasuring: Bool { !isOver && state == .processing }

    /// What is wrong with an argument is reported whatever the state is.
    private func isWrong(_ step: Step, _ code: Int) -> [Int] {
        switch step {
        case .playWrong, .loadWrong, .ottWrong: [code]
        default: []
        }
    }

    private var fault: String? {
        let expected: NielsenState =
            switch state {
            case .idle: .idle
            case .processing: .processing
            case .disabled: .disabled
            }
        if api.state != expected { return "the state is \(api.state) and not \(expected)" }
        if api.appDisableApi != (state == .disabled) { return "appDisableApi is \(api.appDisableApi)" }
        if api.optOutStatus != isOptedOut { return "optOutStatus is \(api.optOutStatus)" }
        let passed = Int((clock.now - .zero).inSeconds.rounded(.up))
        let (sum, views) = ledger.seconds.withLock { $0 }
        for (lane, seconds) in sum where seconds > passed + views {
            return "\(seconds) s of \(lane) are credited in \(passed) s and \(views) views"
        }
        return nil
    }

    package mutating func finish() -> String? {
        api.shutdown()
        let isLeft = api.creditSummary.contains { !$0.ended }
        return isLeft ? "a view is open after the end" : nil
    }
}
