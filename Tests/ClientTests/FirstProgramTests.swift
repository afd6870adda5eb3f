// SPDX-License-Identifier: Apache-2.0

import ACPCore
import Foundation
import HubServices
import NielsenAppApi
import NielsenAppSDKExtension
import Testing

extension ClientTests {
    /// The first program of the read-me, with an environment of its own, and a collector in the network's place.
    struct FirstProgramTests {
        private final class Answering: HTTPClient {
            let urls = Locked<[String]>([])

            func send(
                _ request: HTTPRequest,
                completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
            ) -> HTTPTask {
                urls.withLock { $0.append(request.url.absoluteString) }
                completion(.success(HTTPResponse(status: 200, url: request.url)))
                return HTTPTask()
            }
        }

        @Test func itsPingsHaveArrivedWhenItEnds() async throws {
            _ = FreshHost()
            let collector = Answering()
            NielsenAppSDKExtension.configure(.app(storage: .memory, client: collector, privacy: .unknown))
            try ACPCore.registerExtension(NielsenAppSDKExtension.self)
            ACPCore.start {}
            ACPCore.setPrivacyStatus(.optIn)

            let made = NielsenAppSDKExtension.instantiateSDK(
                withConfiguration: ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000"]
            )
            let identifier = try #require(made["identifier"] as? String)
            NielsenAppSDKExtension.trackEvent(
                [
                    "event": "playhead", "type": "content", "playheadPosition": "0",
                    "metadata": ["content": ["type": "content", "assetid": "vid345-67483"]],
                ],
                forSDKWithIdentifier: identifier
            )
            let left = await NielsenAppSDKExtension.flush(timeout: .seconds(3_600))
            #expect(left == 0)
            #expect(collector.urls.withLock { $0 }.contains { $0.contains("vid345-67483") })
        }

        /// Without consent nothing leaves, and a flush that cannot succeed ends and says what is left.
        @Test func whatMayNotLeaveIsLeft() async throws {
            _ = FreshHost()
            let collector = Answering()
            NielsenAppSDKExtension.configure(.app(storage: .memory, client: collector, privacy: .unknown))
            let made = NielsenAppSDKExtension.instantiateSDK(
                withConfiguration: ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000"]
            )
            #expect(made["code"] as? Int == 5001)
            let left = await NielsenAppSDKExtension.flush(timeout: .zero)
            #expect(left > 0)
            #expect(collector.urls.withLock { $0 }.isEmpty)
        }

        /// A player's observer drives an instance of the extension by its identifier.
        @Test func aPlayerDrivesAnIdentifier() async throws {
            _ = FreshHost()
            let sink = NielsenRecordingMeasurementSink()
            NielsenAppSDKExtension.configure(
                NielsenEnvironment(clock: ManualClock(), store: InMemoryKeyValueStore(), sink: sink)
            )
            let made = NielsenAppSDKExtension.instantiateSDK(withConfiguration: ["appid": "P"])
            let player = NielsenAppSDKExtension.player(
                forSDKWithIdentifier: try #require(made["identifier"] as? String)
            )
            player.playheadPosition(0)
            #expect(sink.records.allSatisfy { $0.kind == .session })
            player.play(.content, metadata: .init(content: ["type": "content", "assetid": "film"]))
            player.playheadPosition(1)
            player.handle(.interruptionBegan(.pause))
            #expect(sink.records.last?.assetid == "film")
            player.end(.complete, at: 2)
            #expect(sink.records.last?.kind == .end)
        }
    }
}
