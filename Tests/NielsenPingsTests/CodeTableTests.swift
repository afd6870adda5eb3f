// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing
import HubStorage

/// Every documented code is reported, from a cause that happens.
struct CodeTableTests {
    /// A code, what causes it, and how the test brings that about.
    struct Row: Sendable, CustomTestStringConvertible {
        let code: Int
        let cause: String
        let raise: @Sendable (CodeBench) async throws -> Void

        var testDescription: String { "\(code): \(cause)" }

        init(_ code: LogCode, _ cause: String, _ raise: @escaping @Sendable (CodeBench) async throws -> Void) {
            (self.code, self.cause, self.raise) = (Int(code.rawValue), cause, raise)
        }

        init(_ code: AppApiErrorCode, _ cause: String, _ raise: @escaping @Sendable (CodeBench) async throws -> Void) {
            (self.code, self.cause, self.raise) = (Int(code.rawValue), cause, raise)
        }

        init(_ code: AppApiEventCode, _ cause: String, _ raise: @escaping @Sendable (CodeBench) async throws -> Void) {
            (self.code, self.cause, self.raise) = (Int(code.rawValue), cause, raise)
        }
    }

    static let rows = inputRows + configurationRows + pingRows + deliveryRows + instanceRows

    @Test(.timeLimit(.minutes(10)), arguments: rows)
    func aCauseRaisesItsCode(_ row: Row) async throws {
        let bench = CodeBench()
        try await row.raise(bench)
        #expect(await bench.hears(row.code))
    }

    @Test func everyCodeHasACause() {
        let codes = Set(
            LogCode.allCases.map { Int($0.rawValue) } + AppApiErrorCode.allCases.map { Int($0.rawValue) }
                + AppApiEventCode.allCases.map { Int($0.rawValue) }
        )
        #expect(codes.count == 19 + 9 + 2)
        #expect(Set(Self.rows.map(\.code)) == codes)
    }

    // MARK: - What the app hands over

    static let inputRows = [
        Row(.failedParseStartInfo, "play gets text that is no JSON") { bench in
            try bench.makeApi().play("{channelName")
        },
        Row(.failedParseMetadata, "loadMetadata gets a type that there is not") { bench in
            try bench.makeApi().loadMetadata(["type": "film", "assetid": "a"])
        },
        Row(.failedProcessID3, "a watermark has too few fields") { bench in
            let api = try bench.makeApi()
            api.loadMetadata(["type": "content", "adModel": "1"])
            api.sendID3("www.nielsen.com/065H2g6E7ZyQ5UdmMAbbpg==/00")
        },
        Row(.invalidPlayheadPosition, "a playhead is negative") { bench in
            let api = try bench.makeApi()
            api.loadMetadata(PingBench.content)
            api.playheadPosition(-1)
        },
        Row(.longAd, "an ad runs longer than an ad may") { bench in
            let api = try bench.makeApi { $0.configuration.thresholds.longAdSeconds = 20 }
            api.loadMetadata(PingBench.ad("preroll", "ad1"))
            for position in Int64(0)...21 {
                api.playheadPosition(position)
                bench.clock.advance(by: .seconds(1))
            }
        },
        Row(.incorrectSfcode, "appInfo names a collection facility that the configuration does not know") { bench in
            try bench.makeApi(PingBench.appInfo.merging(["sfcode": "moon"]) { $1 })
        },
        Row(.hemUidExceedLimit, "a hashed identifier has more than 300 characters") { bench in
            let long = String(repeating: "a", count: 301)
            try bench.makeApi(PingBench.appInfo.merging(["hem_sha256": long]) { $1 })
        },
        Row(.viewabilityUnableFindView, "trackViewability names no view") { bench in
            try bench.makeApi().trackViewability([:])
        },
    ]

    // MARK: - The configuration

    static let configurationRows = [
        Row(.failedReceiveConfig, "there is no configuration for the app id") { bench in
            let folder = try bench.makeFolder()
            try bench.makeApi { $0.configurationSource = NielsenConfigurationSource(baseURL: folder) }
        },
        Row(.failedParseConfig, "the configuration is no JSON") { bench in
            let folder = try bench.makeFolder(configuration: "{\"schema\": ")
            try bench.makeApi { $0.configurationSource = NielsenConfigurationSource(baseURL: folder) }
        },
        Row(.failedStartProcessor, "the configuration asks a product for a cadence that it does not have") { bench in
            let processor = #"{"cadence": "quarterHour", "template": "t"}"#
            try bench.makeApi { environment in
                environment.configuration = try CodeBench.configuration(
                    "{\"product\": \"dcrVideo\", \"processors\": [\(processor)]}",
                    #""a=[nol_appid]""#
                )
            }
        },
    ]

    // MARK: - Pings

    static let pingRows = [
        Row(.failedCreateUrl, "content has no title, and the template must have one") { bench in
            let api = try bench.makeApi { environment in
                environment.configuration = try CodeBench.configuration(
                    #"{"product": "dcrVideo", "processors": [{"cadence": "impression", "template": "t"}]}"#,
                    #""tl=|!nol_title!|""#
                )
            }
            bench.playASecond(api, ["type": "content", "assetid": "a"])
        },
        Row(.failedCreateRequest, "the address that comes with an ad is none") { bench in
            try bench.playASecond(bench.makeApi(), ["type": "ad", "assetid": "a", "ocrtag": "javascript:1"])
        },
        Row(.exception, "the place for pings throws while something is measured") { bench in
            let sink = FailingSink(error: FailingSink.Silent(), products: [.dcrVideo])
            try bench.playASecond(bench.makeApi { $0.pings = sink })
        },
    ]

    static let radio = ["type": "radio", "assetid": "a", "stationType": "1", "provider": "p"]
    static var station: NielsenConfiguration {
        get throws {
            try CodeBench.configuration(
                #"{"product": "station", "types": ["radio"], "processors": [{"cadence": "impression", "template": "t"}]}"#,
                #""a=[nol_appid]""#
            )
        }
    }

    // MARK: - Delivery

    static let deliveryRows = [
        Row(.failedSendHttpRequest, "the collector cannot be reached") { bench in
            _ = try bench.makeDelivery { _ in .failure(.connection("connection refused")) }
        },
        Row(.networkConnectionFailure, "the collector cannot be reached for a minute") { bench in
            let (_, delivery) = try bench.makeDelivery { _ in .failure(.connection("connection refused")) }
            _ = await bench.hears(9)
            bench.clock.advance(by: .seconds(61))
            delivery.tryNow()
        },
        Row(.failedSendPing, "the collector refuses a ping for its own sake") { bench in
            _ = try bench.makeDelivery { .status(400, to: $0) }
        },
        Row(.failedSendTSV, "the collector refuses a TSV request for its own sake") { bench in
            let (api, _) = try bench.makeDelivery { .status($0.url.path.hasSuffix("tsv") ? 400 : 200, to: $0) }
            api.loadMetadata(["type": "content", "adModel": "1"])
            api.sendID3(PingBench.tag(0))
        },
        Row(.failedSendStationRequest, "the collector refuses a station request for its own sake") { bench in
            let (api, _) = try bench.makeDelivery(configuration: try station) { .status(400, to: $0) }
            bench.playASecond(api, radio)
        },
        Row(.failedAccessDatabase, "the database of pings cannot be opened") { bench in
            // Where the file should be is a folder.
            _ = try bench.makeDelivery(bench.makeFolder()) { .status(200, to: $0) }
        },
    ]

    // MARK: - The instance

    static let instanceRows = [
        Row(.startup, "an instance has started") { bench in try bench.makeApi() },
        Row(.shutdown, "an instance is shut down") { bench in try bench.makeApi().shutdown() },
        Row(.fileReadFailure, "what is kept of the device cannot be read") { bench in
            try bench.makeApi { $0.store = BrokenStore(operation: .read) }
        },
        Row(.fileWriteFailure, "what is made for the device cannot be kept") { bench in
            try bench.makeApi { $0.store = BrokenStore(operation: .write) }
        },
        Row(.emptyValue, "appInfo is nil") { bench in try bench.makeApi(String?.none as Any) },
        Row(.emptyAppName, "appname is empty") { bench in
            try bench.makeApi(PingBench.appInfo.merging(["appname": ""]) { $1 })
        },
        Row(.emptyAppVersion, "appversion is empty") { bench in
            try bench.makeApi(PingBench.appInfo.merging(["appversion": ""]) { $1 })
        },
        Row(.emptyAppId, "appInfo has no appid") { bench in try bench.makeApi(["sfcode": "dcr"]) },
        Row(.anExceptionOccured, "appInfo is text that is no JSON") { bench in
            try bench.makeApi("[]")
        },
        Row(.anExceptionOccured, "the place for pings throws at the start, and says what") { bench in
            try bench.makeApi { $0.pings = FailingSink(error: FailingSink.Described(), products: [.session]) }
        },
        Row(.unknownExceptionOccured, "the place for pings throws at the start, and does not say what") { bench in
            try bench.makeApi { $0.pings = FailingSink(error: FailingSink.Silent(), products: [.session]) }
        },
    ]
}
