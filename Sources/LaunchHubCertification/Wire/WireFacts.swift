// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// What is known of a capture as a whole, of which little is kept.
struct WireFacts: Sendable {
    /// A request that says whether the user has opted out: of the configuration, or a session.
    struct Greeting: WireEntry, Sendable {
        let entry: Int
        let time: Int64
        let isOptedOut: Bool?
        let uoo: String
        let session: String
    }

    /// A measurement ping, as far as choices are about it.
    struct Moment: WireEntry, Sendable {
        let entry: Int
        let made: Int64
        let isView: Bool
        let isDuration: Bool
        let isOptedOut: Bool?
        let identifiers: [SeenName]
        let isOld: Bool
    }

    /// A watermark as a request passes it on.
    struct Watermark: WireEntry, Sendable {
        let entry: Int
        let text: String
        let channel: String?
    }

    private static let limit = 100_000

    private(set) var start: Int64?
    private(set) var end: Int64?
    private(set) var pings = 0
    private(set) var others = 0
    private(set) var measurements: [SeenPing.Product: Int] = [:]
    /// The stretches in which pieces of media were loaded.
    private(set) var media: [(start: Int64, end: Int64)] = []
    private(set) var optOutPages: [Int] = []
    private(set) var greetings: [Greeting] = []
    private(set) var moments: [Moment] = []
    /// The requests of hello, session and configuration before the first measurement.
    private(set) var introductions: [Int] = []
    private(set) var firstMeasurement: (entry: Int, time: Int64)?
    /// The ids of apps, with the entries that have them, and whether a hello or a session has.
    private(set) var apps: [String: (entries: [Int], isReference: Bool, isMeasured: Bool)] = [:]
    private(set) var labels: [String: [Int]] = [:]
    private(set) var devices: Set<String> = []
    private(set) var hasStatus = false
    private(set) var hasAgent = false
    private(set) var sessions: [String: Int64] = [:]
    private(set) var shifted: [(entry: Int, time: Int64, flag: String?)] = []
    private(set) var watermarks: [Watermark] = []
    private(set) var firstStream: (entry: Int, time: Int64)?
    private(set) var isOfBrowser = false
    private(set) var isOfApp = false

    mutating func add(_ request: SeenRequest) {
        if let time = request.time {
            start = min(start ?? time, time)
            end = max(end ?? time, time)
        }
        guard case .ping(let ping) = request.kind else {
            others += 1
            return addOther(request)
        }
        guard ping.product != .provider else {
            others += 1
            return
        }
        pings += 1
        addPing(request, ping)
    }

    private mutating func addOther(_ request: SeenRequest) {
        switch request.kind {
        case .media:
            guard let time = request.time else { return }
            if let last = media.last, time >= last.start, time - last.end <= 90_000 {
                media[media.count - 1].end = max(last.end, time)
            } else if media.count < Self.limit {
                media.append((time, time))
            }
        case .optOutPage: if optOutPages.count < 100 { optOutPages.append(request.entry) }
        case .configuration: introduce(request)
        case .ping, .other: break
        }
    }

    private mutating func introduce(_ request: SeenRequest) {
        if firstMeasurement == nil, introductions.count < 100 { introductions.append(request.entry) }
    }

    private mutating func addPing(_ request: SeenRequest, _ ping: SeenPing) {
        let time = request.time ?? 0
        if request.status != nil { hasStatus = true }
        if request.agent != nil { hasAgent = true }
        if let id = ping.appID, ping.product != .error {
            let isReference = ping.product == .config || ping.product == .session
            if apps.count < 1000 || apps[id] != nil { note(app: &apps[id, default: ([], false, false)]) }
            func note(app: inout (entries: [Int], isReference: Bool, isMeasured: Bool)) {
                if app.entries.count < 100 { app.entries.append(request.entry) }
                if isReference { app.isReference = true }
                if ping.product.isMeasurement { app.isMeasured = true }
            }
        }
        if ping.product.isMeasurement || ping.product == .config || ping.product == .session {
            if !ping.label.isEmpty, labels[ping.label] == nil, labels.count < 100 {
                labels[ping.label] = [request.entry]
            }
            isOfBrowser = isOfBrowser || ping.isOfBrowser
            if !isOfApp {
                let sdk = ping.text(.c16) ?? ping.text(.sdkv) ?? ""
                isOfApp = sdk.hasPrefix("ai.") || sdk.hasPrefix("aa.")
            }
        }
        switch ping.product {
        case .config, .session: greet(request, ping, time)
        case .dcrVideo, .dcrStatic, .dtvr:
            measurements[ping.product, default: 0] += 1
            if firstMeasurement.map({ (time, request.entry) < ($0.time, $0.entry) }) ?? true {
                firstMeasurement = (request.entry, time)
            }
            if ping.product == .dtvr, firstStream == nil { firstStream = (request.entry, time) }
            if let user = ping.bytes(.c29), devices.count < 2 { devices.insert(String(decoding: user, as: UTF8.self)) }
            if moments.count < Self.limit {
                let version = ping.version
                let isOld = ping.isOfBrowser || version.map { ($0.major, $0.minor) < (5, 1) } ?? false
                moments.append(
                    Moment(
                        entry: request.entry,
                        made: ping.made.map { $0 * 1000 } ?? time,
                        isView: ping.cadence == "view",
                        isDuration: ping.cadence == "duration",
                        isOptedOut: ping.isOptedOut,
                        identifiers: ping.identifiers,
                        isOld: isOld
                    )
                )
            }
        case .tsv:
            if shifted.count < Self.limit { shifted.append((request.entry, time, request.flag)) }
            addWatermark(request, ping.text(.id3), nil)
        case .rawWatermark: addWatermark(request, nil, ping.plain(.channame))
        case .dar: measurements[.dar, default: 0] += 1
        default: break
        }
    }

    private mutating func addWatermark(_ request: SeenRequest, _ text: String?, _ channel: String?) {
        guard watermarks.count < Self.limit else { return }
        watermarks.append(Watermark(entry: request.entry, text: text ?? "", channel: channel))
    }

    private mutating func greet(_ request: SeenRequest, _ ping: SeenPing, _ time: Int64) {
        introduce(request)
        if !ping.session.isEmpty, sessions.count < Self.limit, sessions[ping.session] == nil {
            sessions[ping.session] = time
        }
        guard greetings.count < Self.limit else { return }
        greetings.append(
            Greeting(
                entry: request.entry,
                time: time,
                isOptedOut: ping.isOptedOut,
                uoo: ping.text(.uoo) ?? "",
                session: ping.session
            )
        )
    }

    /// Until when media went on without a pause from a time on; nil if it did not.
    func mediaEnd(from time: Int64) -> Int64? {
        let all = media.filter { $0.start <= time + 90_000 && $0.end > time }
        return all.map(\.end).max()
    }
}
