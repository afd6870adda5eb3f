// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

/// A place for pings is the app's own code; what it throws is reported and stops nothing.
struct ThrowingSinkTests {
    private let bench = PingBench()

    private func makeApi(_ sink: any NielsenPingSink) throws -> NielsenAppApi {
        var environment = bench.environment
        environment.pings = sink
        return try NielsenAppApi.make(appInfo: PingBench.appInfo, delegate: bench.hearing, environment: environment)
    }

    @Test func measurementGoesOnAfterAnError() throws {
        let api = try makeApi(FailingSink(error: FailingSink.Described(), products: [.dcrVideo, .session]))
        api.play()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<31)
        api.end()
        #expect(bench.hearing.errors == [1008, 14, 14])
        #expect(bench.hearing.texts.allSatisfy { $0.contains("the disk is full") } as Bool)
        #expect(api.creditSummary.map(\.creditedMinutes) == [1])
    }

    @Test func anErrorWithADocumentedCodeIsToldAsItIs() throws {
        let error = NielsenError(.failedAccessDatabase, "the database is away")
        _ = try makeApi(FailingSink(error: error, products: [.session]))
        #expect(bench.hearing.errors == [13])
        #expect(bench.hearing.texts == ["the database is away"])
    }

    @Test func anErrorThatSaysNothingIsNamedByItsType() throws {
        _ = try makeApi(FailingSink(error: FailingSink.Silent(), products: [.session]))
        #expect(bench.hearing.errors == [1009])
        #expect(bench.hearing.texts.first?.contains("of the type Silent") == true)
    }

    private struct Localized: LocalizedError {
        let errorDescription: String? = "nothing is plugged in"
    }

    @Test func aLocalizedErrorSaysWhatItIs() throws {
        _ = try makeApi(FailingSink(error: Localized(), products: [.session]))
        #expect(bench.hearing.errors == [1008])
        #expect(bench.hearing.texts.first?.contains("nothing is plugged in") == true)
    }
}
