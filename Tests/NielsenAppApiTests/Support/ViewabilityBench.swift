// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi

/// A screen that shows what a test says, and counts the looks at it.
final class Screen: NielsenViewabilitySource {
    private struct State {
        var scene: NielsenViewabilityScene? = Screen.scene()
        var looks = 0
        var containers: [ObjectIdentifier] = []
    }

    private let state = Locked(State())

    var looks: Int { state.withLock { $0.looks } }
    /// The containers that it was asked to look in.
    var containers: [ObjectIdentifier] { state.withLock { $0.containers } }

    func look(
        for target: NielsenViewabilityTarget,
        in container: NielsenViewabilityContainer,
        _ answer: @escaping @Sendable (NielsenViewabilityScene?) -> Void
    ) {
        let scene = state.withLock { state in
            state.looks += 1
            if let object = container.object { state.containers.append(ObjectIdentifier(object)) }
            return state.scene
        }
        answer(scene)
    }

    /// Changes what is shown.
    func show(_ scene: NielsenViewabilityScene?) { state.withLock { $0.scene = scene } }

    func change(_ change: (inout NielsenViewabilityScene) -> Void) {
        state.withLock { state in
            guard var scene = state.scene else { return }
            change(&scene)
            state.scene = scene
        }
    }

    /// A phone of 400 by 800 points, two pixels a point, with a player of 400 by 200 points at its upper edge.
    static func scene(_ further: [NielsenViewabilityView] = []) -> NielsenViewabilityScene {
        NielsenViewabilityScene(
            screen: rect(0, 0, 400, 800),
            window: rect(0, 0, 400, 800),
            scale: 2,
            views: [NielsenViewabilityView(tag: "7", frame: rect(0, 0, 400, 200))] + further,
            volume: 0.5
        )
    }
}

func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> NielsenViewabilityRect {
    NielsenViewabilityRect(x: x, y: y, width: width, height: height)
}

/// A window that an app passes.
final class Window {}

/// Instances in virtual time in front of a screen.
final class ViewabilityBench: Bench {
    let screen = Screen()
    let window = Window()
    var hasScreen = true

    init() { super.init(makesPings: true) }

    override func environment(_ change: (inout NielsenConfiguration) -> Void = { _ in }) -> NielsenEnvironment {
        var environment = super.environment(change)
        if hasScreen { environment.viewability = screen }
        return environment
    }

    func makeApi(_ appInfo: [String: String] = ViewabilityBench.exampleAppInfo) throws -> NielsenAppApi {
        try NielsenAppApi.make(appInfo: appInfo, delegate: hearing, environment: environment())
    }

    /// An instance that measures view 7 and plays content.
    func makePlayingApi() throws -> NielsenAppApi {
        let api = try makeApi()
        api.trackViewability(["viewTag": "7", "viewContainer": window, "friendlyObstructions": ["8"]])
        api.loadMetadata(Self.film)
        return api
    }

    /// Plays second by second.
    ///
    /// The second goes by before each playhead, and with it a look at the screen.
    override func play(_ api: NielsenAppApi, _ positions: some Sequence<Int64>) {
        for position in positions {
            wait(1)
            api.playheadPosition(position)
        }
    }

    /// The viewability pings, address and body.
    var posts: [NielsenPing] { pings.pings.filter { $0.product == .viewability } }

    /// The bodies of the viewability pings that are about a lane or, for nil, about watermarks.
    func bodies(_ lane: NielsenLane) -> [String] {
        posts.filter { $0.lane == lane && $0.url.contains("st=dcr") }.map { $0.body ?? "none" }
    }

    /// One series of a body, without its timestamps: `value@offset+duration`.
    static func short(_ name: String, _ body: String?) -> [String] {
        guard let body, let items = try? JSONObject(jsonText: body)[name]?.arrayValue else { return [] }
        return items.map { item in
            let parts = item.arrayValue ?? []
            guard parts.count == 4 else { return "not four" }
            let value = parts[0].stringValue ?? String(parts[0].intValue ?? -1)
            return "\(value)@\(parts[1].intValue ?? -1)+\(parts[3].intValue ?? -1)"
        }
    }

    static let exampleAppInfo = ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51XXX", "sfcode": "dcr"]
    static let film = [
        "type": "content", "assetid": "film", "program": "P", "title": "T", "length": "3600",
        "airdate": "2022-03-21T10:05:00", "isfullepisode": "y", "adloadtype": "2",
    ]
    static let spot = ["type": "midroll", "assetid": "spot"]

    static let fd = "_EMc37zfVgq_8KB7baUYfg=="
    static let pc = "065H2g6E7ZyQ5UdmMAbbpg=="
    static let nullCID = "X100zdCIGeIlgZnkYj6UvQ=="

    /// A watermark of two identifiers at two offsets.
    static func tag(_ offset: Int, fd: String = fd, pc: String = pc, pcOffset: Int) -> String {
        func digits(_ value: Int) -> String { String(String(100_000 + value).dropFirst()) }
        return "www.nielsen.com/\(pc)/\(fd)/" + String(repeating: "A", count: 168)
            + "/\(digits(pcOffset))/\(digits(offset))/00"
    }
}
