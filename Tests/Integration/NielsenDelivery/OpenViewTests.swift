// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)

    import Foundation
    import HubServices
    import NielsenAppApi
    import TestSupport
    import Testing

    /// What was watched when the process was killed is reported by the next one.
    @Suite(.serialized)
    struct OpenViewTests {
        /// A ping as it lies in the queue.
        private struct Stored {
            let asset: String
            let seconds: Int
            let minutes: Int
            let isCrash: Bool
            let created: Int64

            init?(_ payload: String) {
                guard let object = try? JSONObject(jsonData: Data(payload.utf8)),
                    let url = object["url"]?.stringValue.flatMap(URLComponents.init(string:))
                else { return nil }
                var values: [String: String] = [:]
                for item in url.queryItems ?? [] { values[item.name] = item.value ?? "" }
                asset = values["asset"] ?? ""
                seconds = values["seconds"].flatMap(Int.init) ?? 0
                minutes = (values["minutes"].flatMap(Int.init) ?? 0) / 60
                isCrash = values["crs"] == "1"
                created = object["created"]?.intValue ?? 0
            }
        }

        /// Starts an app again in a folder where another one was killed, and reads what it would send.
        private static func relaunch(_ folder: TemporaryFolder) throws -> [Stored] {
            let environment = NielsenEnvironment.app(
                storage: .folder(folder.url),
                clock: ManualClock(),
                log: .disabled,
                privacy: .unknown
            )
            _ = environment.delivery?.summary()
            environment.delivery?.close()
            return try RawDatabase(folder.file("pings.sqlite")).run("SELECT payload FROM hit ORDER BY row")
                .compactMap(Stored.init)
        }

        @Test func fourMinutesArriveAfterTheBackgroundAndAKill() throws {
            let folder = try TemporaryFolder()
            let viewer = try RunningProgram("Viewer", [folder.url.path, "1", "239"])
            let lines = try viewer.kill(afterLines: 240)
            #expect(lines.last == "away")
            let pings = try Self.relaunch(folder)
            // 0 to 59, 60 to 119, 120 to 179 and 180 to 238: four minutes, and 239 seconds.
            #expect(pings.map(\.seconds).reduce(0, +) == 239)
            #expect(pings.map(\.minutes).reduce(0, +) == 4)
            #expect(pings.last?.isCrash == true)
            // The time of the pause, and not that of the next start: virtual time began on 14 November 2023.
            #expect(pings.last.map { $0.created / 1000 } == 1_700_000_239)
            #expect(try Self.relaunch(folder).count == pings.count, "told once")
        }

        @Test func aKillAtAnyMomentLosesTenSecondsOfAViewAtMostAndTellsNothingTwice() throws {
            var dice = SeededGenerator(seed: 7)
            var faults: [String] = []
            for round in 0..<12 {
                let folder = try TemporaryFolder()
                let viewer = try RunningProgram("Viewer", [folder.url.path, "\(round)"])
                let lines = try viewer.kill(afterLines: 1 + dice.below(900))
                var watched: [String: Int] = [:]
                for line in lines {
                    let parts = line.split(separator: " ")
                    if parts.count == 2 { watched[String(parts[0])] = Int(parts[1]) }
                }
                let pings = try Self.relaunch(folder)
                var told: [String: Int] = [:]
                for ping in pings { told[ping.asset, default: 0] += ping.seconds }
                for (asset, seconds) in watched {
                    let arrived = told[asset] ?? 0
                    // It may have got a second further than it could say.
                    if arrived > seconds + 1 || arrived < seconds - 10 {
                        faults.append("round \(round): \(asset) was watched for \(seconds) s, \(arrived) s arrived")
                    }
                }
            }
            #expect(faults.isEmpty, "\(faults.prefix(5))")
        }
    }

#endif
