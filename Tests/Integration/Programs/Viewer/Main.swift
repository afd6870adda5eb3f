// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

/// A viewer that tests kill: it watches one programme after the other, with ads and pages, in virtual time.
///
/// `Viewer FOLDER SEED [SECONDS]` keeps everything in the folder and sends nothing. After every second it prints
/// `ASSET SECONDS`: what is watched, and for how many seconds by now. With SECONDS it watches one programme for so long,
/// goes to the background, prints `away` and waits to be killed; without, it goes on until it is killed.
@main
enum Main {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard (3...4).contains(arguments.count), let seed = UInt64(arguments[2]) else {
            FileHandle.standardError.write(Data("usage: Viewer FOLDER SEED [SECONDS]\n".utf8))
            exit(2)
        }
        let clock = ManualClock()
        let environment = NielsenEnvironment.app(
            storage: .folder(URL(fileURLWithPath: arguments[1], isDirectory: true)),
            configuration: try NielsenConfiguration(jsonData: Data(configuration.utf8)),
            clock: clock,
            log: .disabled,
            privacy: .unknown
        )
        let api = try NielsenAppApi.make(appInfo: ["appid": "PX"], environment: environment)
        var viewer = Viewer(api: api, clock: clock, dice: SeededGenerator(seed: seed))
        if arguments.count == 4, let seconds = Int64(arguments[3]) {
            viewer.watch(seconds)
            api.handle(.background)
            print(line: "away")
            while true { pause() }
        }
        while true { viewer.watchAnything() }
    }

    static let configuration = """
        {"schema": "launch-hub.sdk-configuration", "version": 1,
         "keyMap": {"nol_assetid": "assetid", "nol_section": "section"},
         "defaults": {"nol_crash": "0"},
         "products": [
           {"product": "dcrVideo", "types": ["content", "midroll"], "processors": [
             {"cadence": "impression", "prefix": "V", "at": "view", "template": "view"},
             {"cadence": "interval", "prefix": "D", "at": "timer", "template": "view"}]},
           {"product": "dcrStatic", "types": ["static"], "processors": [
             {"cadence": "impression", "prefix": "V", "at": "view", "template": "page"},
             {"cadence": "interval", "prefix": "D", "at": "timer", "template": "page"}]}],
         "templates": {
           "view": {"url": "http://127.0.0.1:9/", "parameters":
             ["asset=[nol_assetid]", "seconds=[nol_seconds]", "minutes=[nol_duration]", "crs=[nol_crash]"]},
           "page": {"url": "http://127.0.0.1:9/", "parameters":
             ["asset=[nol_section]", "seconds=[nol_seconds]", "minutes=[nol_duration]", "crs=[nol_crash]"]}}}
        """

    /// One call, unbuffered, so that what was printed is out when the process is killed.
    static func print(line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}

private struct Viewer {
    let api: NielsenAppApi
    let clock: ManualClock
    var dice: SeededGenerator
    private var number = 0

    init(api: NielsenAppApi, clock: ManualClock, dice: SeededGenerator) {
        (self.api, self.clock, self.dice) = (api, clock, dice)
    }

    private mutating func name(_ kind: String) -> String {
        number += 1
        return "\(kind)\(number)"
    }

    mutating func watch(_ seconds: Int64) {
        let asset = name("film")
        api.play()
        api.loadMetadata(["type": "content", "assetid": asset, "length": "7200"])
        play(asset, 0..<seconds)
    }

    mutating func watchAnything() {
        switch dice.below(3) {
        case 0:
            let page = name("page")
            api.loadMetadata(["type": "static", "section": page])
            for second in 1...Int64(1 + dice.below(700)) {
                clock.advance(by: .seconds(1))
                Main.print(line: "\(page) \(second)")
            }
            api.staticEnd()
        case 1:
            let asset = name("film")
            let first = Int64(1 + dice.below(400))
            api.play()
            load(asset)
            play(asset, 0..<first)
            if dice.below(2) == 0 {
                api.stop()
                let ad = name("ad")
                api.loadMetadata(["type": "midroll", "assetid": ad])
                play(ad, 0..<Int64(1 + dice.below(60)))
            }
            api.stop()
            clock.advance(by: .seconds(dice.below(100)))
            load(asset)
            play(asset, first..<first + Int64(1 + dice.below(400)))
            api.end()
        default:
            watch(Int64(1 + dice.below(500)))
            api.end()
        }
    }

    private func load(_ asset: String) {
        api.loadMetadata(["type": "content", "assetid": asset, "length": "7200"])
    }

    private func play(_ asset: String, _ positions: Range<Int64>) {
        for position in positions {
            api.playheadPosition(position)
            clock.advance(by: .seconds(1))
            Main.print(line: "\(asset) \(position + 1)")
        }
    }
}
