// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

/// The table of states and calls, with every parameter of the pings that a call makes.
///
/// Source: "iOS SDK API Reference", "Finite-state machine table".
struct StateTablePingTests {
    private typealias View = ExpectedPing.View

    /// The rows of the table, and the calls of the classic API that it leaves out.
    enum Call: String, Sendable, CaseIterable {
        case initialize
        case playAndLoadMetadata
        case playheadPosition
        case stop
        case end
        case disable
        case enable
        case userOptOut
    }

    /// What a ping is expected to be, by name.
    enum Told: Sendable {
        /// The view of an asset that was just loaded.
        case viewOfOther
        /// The end of the content, with what was credited of it.
        case endOfContent
        /// The start of the instance.
        case session
    }

    struct Cell: Sendable {
        let state: NielsenState
        let call: Call
        let next: NielsenState
        var pings: [Told] = []
    }

    /// Every cell; what the document marks with a dash is ignored.
    private static let table: [Cell] = [
        Cell(state: .initial, call: .initialize, next: .idle, pings: [.session]),
        Cell(state: .initial, call: .playAndLoadMetadata, next: .initial),
        Cell(state: .initial, call: .playheadPosition, next: .initial),
        Cell(state: .initial, call: .stop, next: .initial),
        Cell(state: .initial, call: .end, next: .initial),
        Cell(state: .initial, call: .disable, next: .initial),
        Cell(state: .initial, call: .enable, next: .initial),
        Cell(state: .initial, call: .userOptOut, next: .initial),

        Cell(state: .idle, call: .playAndLoadMetadata, next: .processing, pings: [.viewOfOther]),
        Cell(state: .idle, call: .playheadPosition, next: .idle),
        Cell(state: .idle, call: .stop, next: .idle),
        Cell(state: .idle, call: .end, next: .idle),
        Cell(state: .idle, call: .disable, next: .disabled),
        Cell(state: .idle, call: .enable, next: .idle),
        Cell(state: .idle, call: .userOptOut, next: .idle),

        Cell(state: .processing, call: .playAndLoadMetadata, next: .processing, pings: [.endOfContent, .viewOfOther]),
        Cell(state: .processing, call: .playheadPosition, next: .processing),
        Cell(state: .processing, call: .stop, next: .idle),
        Cell(state: .processing, call: .end, next: .idle, pings: [.endOfContent]),
        Cell(state: .processing, call: .disable, next: .disabled, pings: [.endOfContent]),
        Cell(state: .processing, call: .enable, next: .processing),
        Cell(state: .processing, call: .userOptOut, next: .processing, pings: [.endOfContent]),

        Cell(state: .disabled, call: .playAndLoadMetadata, next: .disabled),
        Cell(state: .disabled, call: .playheadPosition, next: .disabled),
        Cell(state: .disabled, call: .stop, next: .disabled),
        Cell(state: .disabled, call: .end, next: .disabled),
        Cell(state: .disabled, call: .disable, next: .disabled),
        Cell(state: .disabled, call: .enable, next: .idle),
        Cell(state: .disabled, call: .userOptOut, next: .disabled),
    ]

    /// How many seconds of the content are played before the call: one too few for its minute, and just enough.
    private static let played: [Int64] = [29, 30]

    private static let content = PingBench.content
    private static let other = content.merging(["assetid": "C77664"]) { $1 }

    @Test func everyCellIsThere() {
        // An instance is made once, so there is no call for it in the other states.
        #expect(Self.table.count == NielsenState.allCases.count * Call.allCases.count - 3)
        #expect(Set(Self.table.map { "\($0.state) \($0.call)" }).count == Self.table.count)
    }

    @Test(arguments: table.filter { $0.state != .initial }, played)
    private func aCallMakesThePingsOfItsCell(_ cell: Cell, _ seconds: Int64) throws {
        let bench = PingBench()
        let api = try bench.makeApi()
        if cell.state == .processing {
            api.play()
            api.loadMetadata(Self.content)
            bench.play(api, 0..<seconds)
        }
        if cell.state == .disabled { api.appDisableApi = true }
        #expect(api.state == cell.state)
        let before = bench.read(.dcrVideo).count
        let device = ExpectedPing.Device(bench, api)
        perform(cell.call, api, next: seconds)
        #expect(api.state == cell.next)
        // The view of what was loaded is reported at its first playhead.
        if cell.call == .playAndLoadMetadata { api.playheadPosition(0) }
        check(Array(bench.read(.dcrVideo).dropFirst(before)), cell, seconds, device)
        #expect(bench.hearing.errors.isEmpty)
    }

    private func perform(_ call: Call, _ api: NielsenAppApi, next: Int64 = 0) {
        switch call {
        case .initialize: break
        case .playAndLoadMetadata:
            api.play()
            api.loadMetadata(Self.other)
        case .playheadPosition: api.playheadPosition(next)
        case .stop: api.stop()
        case .end: api.end()
        case .disable: api.appDisableApi = true
        case .enable: api.appDisableApi = false
        case .userOptOut: api.userOptOut("nielsenappsdk://1")
        }
    }

    private func check(_ pings: [PingReading], _ cell: Cell, _ seconds: Int64, _ device: ExpectedPing.Device) {
        #expect(pings.count == cell.pings.count)
        let now = cell.state == .processing ? seconds : 0
        let start = ExpectedPing.epoch
        for (ping, told) in zip(pings, cell.pings) {
            var view: View
            switch told {
            case .endOfContent:
                view = View(asset: Self.content, mark: "D1", seconds: Int(seconds), made: now, davty: 2)
                if seconds >= 30 { view.minutes = "10000" }
                // The play that ends the content inserts the stop that was missing.
                view.events = "PL:\(start)000:0"
                if cell.call == .playAndLoadMetadata { view.events += "~ST:\(start + seconds)000:\(seconds - 1)" }
            case .viewOfOther:
                view = View(asset: Self.other, number: cell.state == .processing ? 2 : 1, began: now, made: now)
            case .session:
                continue
            }
            #expect(ExpectedPing.dcr(view, device).differences(to: ping).isEmpty)
        }
    }

    // MARK: - The initial state

    @Test func initializingMakesASessionAndIsIdle() throws {
        let bench = PingBench()
        let api = try bench.makeApi()
        #expect(api.state == .idle)
        #expect(bench.pings.pings.count == 1)
        let session = ExpectedPing.session(ExpectedPing.Device(bench, api))
        #expect(session.differences(to: bench.read(.session).first).isEmpty)
    }

    /// The other outcome of the same cell.
    @Test func anInitializationThatFailsIsDisabledAndMakesNothing() throws {
        let bench = PingBench()
        bench.source = NielsenConfigurationSource(baseURL: URL(fileURLWithPath: "/nowhere", isDirectory: true))
        let api = try bench.makeApi()
        #expect(api.state == .disabled)
        #expect(bench.pings.pings.isEmpty)
    }

    @Test(arguments: table.filter { $0.state == .initial && $0.call != .initialize })
    private func withoutAnInitializationNothingIsExpected(_ cell: Cell) {
        let api = NielsenAppApi()
        perform(cell.call, api)
        #expect(api.state == cell.next)
    }
}
