// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Turns what was measured into pings: takes records and turns of the stream, returns pings and errors, does no I/O.
package struct PingBuilder: Sendable {
    /// What comes out.
    package enum Effect: Sendable {
        /// A ping to deliver.
        case ping(NielsenPing)
        /// A ping that could not be made.
        case error(NielsenError, at: Int64)
    }

    let plan: PingPlan
    let thresholds: NielsenThresholds
    /// What was measured of the player's visibility at watermarks.
    var viewability: WatermarkViewability
    let session: String
    let appInfo: [String: String]

    /// The value of each slot. What belongs to the device stays; the rest is set for each ping.
    var values: [NielsenPingValue]
    private var buffer = PingBuffer()
    private var marks: [Int] = []
    private var pingCount: UInt64 = 0
    private var random: @Sendable () -> UInt64
    /// The errors about addresses that were told: each is told once.
    private var told: Set<String> = []

    /// The metadata that the slots of each lane were filled from.
    var laneMetadata: [[String: String]?] = [nil, nil, nil]
    /// How many interval pings the view of each lane had.
    var intervals = [0, 0, 0]
    /// When the view of each lane began, in milliseconds since 1970.
    var viewStarts: [Int64] = [0, 0, 0]
    var adCount: Int64 = 0
    var adSeconds: Int64 = 0
    /// What the player did since the last ping: `event,playhead,epoch` joined by `~`.
    var eventLine = ""
    private var eventCount = 0
    /// False while what follows was caused by a button that was told.
    private var tellsTurns = true

    /// The runs of watermarks, by content identifier.
    var runs: [PingPlan.ContentIdentifier: TagRun] = [:]
    /// How many runs there were.
    var runCount = 0
    /// Which identifiers leave.
    var privacy: PingPrivacy
    var tsv = TSVState()
    /// False once there was a TSV request at the present watermark.
    var mayAskTSV = true

    private static let maximumEvents = 100

    // MARK: - Input

    /// Takes a record.
    ///
    /// - Parameters:
    ///   - record: What was measured.
    ///   - effects: Gets the pings, in the order in which they are to be sent.
    package mutating func take(_ record: NielsenMeasurementRecord, into effects: inout [Effect]) {
        switch record.kind {
        case .session: start(record, &effects)
        case .view, .duration, .end: credit(record, &effects)
        case .id3: hear(record, &effects)
        }
    }

    /// Takes a turn of the stream.
    ///
    /// - Parameters:
    ///   - boundary: What happened.
    ///   - playhead: Where the playhead was, nil where there was none.
    ///   - time: Milliseconds since 1970.
    ///   - optedOut: True where the user had opted out.
    ///   - ott: The state of a connected device.
    ///   - effects: Gets the pings.
    package mutating func take(
        _ boundary: StreamBoundary,
        playhead: Int64?,
        at time: Int64,
        optedOut: Bool,
        ott: [String: String],
        into effects: inout [Effect]
    ) {
        if boundary == .stop { viewability.interrupt() }
        switch boundary {
        case .play, .stop:
            // A button says what the viewer did; the turn that it causes is not told beside it.
            if tellsTurns { note(boundary.rawValue, playhead, time) }
        case .end:
            endRuns(at: time, optedOut: optedOut, ott: ott, &effects)
            set(.stationId, plan.vocabulary.defaults[PingVariable.stationId.slot])
            viewability.end()
            adCount = 0
            adSeconds = 0
        }
    }

    /// Takes a button of the player that was pressed.
    ///
    /// - Parameters:
    ///   - button: The button.
    ///   - playhead: Where the playhead was, nil where there was none.
    ///   - time: Milliseconds since 1970.
    package mutating func take(_ button: NielsenPlayerButton, playhead: Int64?, at time: Int64) {
        note(button.rawValue, playhead, time)
        tellsTurns = false
    }

    /// Takes over what was counted before, with another configuration.
    mutating func goOn(from before: PingBuilder) {
        pingCount = before.pingCount
        told = before.told
        intervals = before.intervals
        viewStarts = before.viewStarts
        adCount = before.adCount
        adSeconds = before.adSeconds
        eventLine = before.eventLine
        eventCount = before.eventCount
        tellsTurns = before.tellsTurns
        runCount = before.runCount
    }

    /// The pings of what the core has done; what else it wants done is left out.
    mutating func pings(of effects: [NielsenEffect]) -> [NielsenPing] {
        var made: [Effect] = []
        for effect in effects {
            switch effect {
            case .record(let record): take(record, into: &made)
            case .boundary(let boundary, let playhead, let time, let optedOut, let ott):
                take(boundary, playhead: playhead, at: time, optedOut: optedOut, ott: ott, into: &made)
            case .button(let button, let playhead, let time): take(button, playhead: playhead, at: time)
            case .buttonEnd: endButton()
            case .error, .event, .remark, .checkpoint, .timer, .answer, .configure, .refresh, .rehearse,
                .stopRehearsal, .watch, .persistOptOut, .device:
                break
            }
        }
        return made.compactMap { effect in
            if case .ping(let ping) = effect { ping } else { nil }
        }
    }

    /// Names what is made from here on without chance: it is looked at and not sent.
    mutating func stopGuessing() {
        random = { 0 }
    }

    /// Takes note that everything which a button caused was told.
    package mutating func endButton() {
        tellsTurns = true
    }

    private mutating func note(_ event: String, _ playhead: Int64?, _ time: Int64) {
        guard eventCount < Self.maximumEvents else { return }
        eventCount += 1
        if !eventLine.isEmpty { eventLine += "~" }
        eventLine += "\(event),\(playhead ?? 0),\(time / 1000)"
    }

    private mutating func start(_ record: NielsenMeasurementRecord, _ effects: inout [Effect]) {
        guard let product = plan.product(.session) else { return }
        setCommon(record)
        set(.startTime, .integer(record.time / 1000))
        for processor in product.processors where processor.cadence == .session {
            make(product.product, processor, about: record, &effects)
        }
    }

    // MARK: - Views

    private mutating func credit(_ record: NielsenMeasurementRecord, _ effects: inout [Effect]) {
        guard let lane = record.lane, let index = PingVocabulary.lanes.firstIndex(of: lane) else { return }
        let isView = record.kind == .view
        if isView {
            intervals[index] = 0
            viewStarts[index] = record.time
        } else {
            intervals[index] += 1
        }
        if lane == .ad {
            if isView { adCount += 1 }
            adSeconds += Int64(record.seconds)
        }
        setCommon(record)
        setAsset(record, index)
        // What the viewer did with the player is not about the page beside it.
        if lane == .static { set(.evdata, .text("")) }
        var tellsEvents = false
        for product in plan.products where Self.isAboutViews(product.product, record) {
            guard product.measures(record.metadata) else { continue }
            let cadence = isView ? NielsenPingCadence.impression : .interval
            for processor in product.processors where processor.cadence == cadence {
                // It goes along with the pings of dcrVideo; what follows watermarks, with those of dtvr.
                if product.product == .viewability, processor.followsWatermarks || !followsViews(record) { continue }
                setMarks(product.product, processor.cadence, processor.marks, interval: intervals[index])
                set(.davty, .integer(isView ? 0 : record.kind == .end ? 2 : 1))
                make(product.product, processor, about: record, credit: credit(of: record, product.product), &effects)
                if product.product == .dcrVideo { tellsEvents = true }
            }
        }
        if tellsEvents {
            eventLine = ""
            eventCount = 0
        }
    }

    /// What a ping of a product says of a view; nil for products that count no viewing.
    private func credit(of record: NielsenMeasurementRecord, _ product: NielsenProduct) -> NielsenPingCredit? {
        guard [.dcrVideo, .dcrStatic, .dar].contains(product) else { return nil }
        return NielsenPingCredit(
            view: record.view,
            segments: record.segments,
            seconds: record.seconds,
            isEnd: record.kind == .end
        )
    }

    private static func isAboutViews(_ product: NielsenProduct, _ record: NielsenMeasurementRecord) -> Bool {
        switch product {
        case .dcrVideo: record.lane != .static
        case .station: record.lane == .content
        case .dcrStatic: record.lane == .static
        case .dar: record.lane == .ad
        case .viewability: record.viewability != nil
        case .dtvr, .session, .tsv: false
        }
    }

    // MARK: - Output

    /// Renders a ping. The values must be set.
    mutating func make(
        _ product: NielsenProduct,
        _ processor: PingPlan.Processor,
        about record: NielsenMeasurementRecord,
        segments: Int? = nil,
        credit: NielsenPingCredit? = nil,
        _ effects: inout [Effect]
    ) {
        if product == .dar, let error = adAddressError(record.metadata["ocrtag"] ?? "") {
            if tellsOnce(error) { effects.append(.error(error, at: record.time)) }
            return
        }
        // No session and no count: what names a ping must not join it with another.
        let id = Self.makeId(random, pingCount)
        set(.pingId, .text(id))
        buffer.removeAll()
        let sendTime: Int?
        do {
            sendTime = try processor.form.template.render(values, marks: &marks, into: &buffer)
        } catch {
            let message = "the \(product.rawValue) ping could not be made: \(error.description)"
            effects.append(.error(NielsenError(.failedCreateUrl, message, key: error.name), at: record.time))
            return
        }
        pingCount += 1
        let address = PingAddressLimit(maximum: thresholds.addressLength).fit(
            buffer,
            cutting: processor.form.optional,
            sendTime
        )
        if !address.cut.isEmpty {
            let names = address.cut.joined(separator: ", ")
            let message =
                "the address of the \(product.rawValue) ping had more than \(thresholds.addressLength) characters; cut: "
                + names
            let error = NielsenError(.failedCreateUrl, message, key: address.cut.first)
            if tellsOnce(error) { effects.append(.error(error, at: record.time)) }
        }
        var ping = NielsenPing(
            product: product,
            cadence: processor.cadence,
            method: processor.form.method,
            url: address.text,
            stream: session,
            id: id,
            createdAt: record.time,
            sendTimePosition: address.sendTime,
            lane: record.lane,
            assetid: record.assetid,
            creditedSegments: segments ?? record.segments.count,
            credit: credit
        )
        if processor.form.method == .post { ping.body = (record.viewability ?? JSONObject()).jsonText }
        effects.append(.ping(ping))
    }

    /// 32 hexadecimal digits that say nothing. The count keeps them apart where chance is made to repeat itself.
    private static func makeId(_ random: () -> UInt64, _ count: UInt64) -> String {
        let words = [random(), random() ^ (count &* 0x9e37_79b9_7f4a_7c15)]
        return words.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Takes the address of an ad, which comes from the client, so that anything may be in it.
    ///
    /// - Returns: Why no ping can be made of it.
    private mutating func adAddressError(_ given: String) -> NielsenError? {
        // Spaces are passed on in the only form that an address has for them.
        let address = given.replacing(" ", with: "%20")
        guard PingAddress.isSafe(address) else {
            let message =
                "ocrtag \"\(NielsenText.shown(given))\" is no https: address, nor an http: one of this machine; no ad ping "
                + "was made"
            return NielsenError(.failedCreateRequest, message, key: "ocrtag")
        }
        // What is behind # is of the browser and stays behind everything.
        let base = address.prefix { $0 != "#" }
        let last = base.utf8.last
        let isOpen = last == UInt8(ascii: "?") || last == UInt8(ascii: "&")
        set(.ocrJoin, .text(isOpen ? "" : base.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"))
        set(.ocrFragment, .text(String(address.dropFirst(base.count))))
        for key in plan.vocabulary.keys where key.clientKey == "ocrtag" { values[key.slot] = .text(String(base)) }
        return nil
    }

    /// Takes note of an error about an address; false where it was told before.
    private mutating func tellsOnce(_ error: NielsenError) -> Bool {
        guard told.count < Self.maximumTold else { return false }
        return told.insert(error.message).inserted
    }

    private static let maximumTold = 64
}

extension PingBuilder {
    init(
        configuration: NielsenConfiguration,
        session: String,
        appInfo: [String: String],
        identity: NielsenIdentity,
        privacy: NielsenPrivacy,
        device: NielsenDevice,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.random = random
        plan = configuration.plan
        self.privacy = PingPrivacy(identity, privacy, configuration.plan)
        thresholds = configuration.thresholds.held
        self.session = session
        self.appInfo = appInfo
        viewability = WatermarkViewability(configuration)
        values = plan.vocabulary.defaults
        setConfiguration(configuration)
        change(device, random)
    }
}
