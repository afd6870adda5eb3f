// SPDX-License-Identifier: Apache-2.0

import HubServices
package import NielsenMeasurement
package import NielsenModel

/// Turns what was measured into pings: takes records and turns of the stream, returns pings and errors, does no I/O.
package struct PingBuilder: Sendable {
    /// An effect of the builder.
    package enum Effect: Sendable {
        /// A ping to deliver.
        case ping(NielsenPing)
        /// A ping that could not be made.
        case error(NielsenError, at: Int64)
    }

    let plan: PingPlan
    let thresholds: NielsenThresholds
    /// The visibility of the player at watermarks.
    var viewability: WatermarkViewability
    /// Names the instance; it never leaves the device.
    let stream: String
    /// The session that pings name.
    private(set) var session = ""
    /// The number of views before the session.
    private var viewsBefore = 0
    private var lastView = 0
    let appInfo: [String: String]

    /// The value of each slot.
    ///
    /// What belongs to the device stays; the rest is set for each ping.
    var values: [NielsenPingValue]
    private var buffer = PingBuffer()
    private var marks: [Int] = []
    private var pingCount: UInt64 = 0
    private var random: @Sendable () -> UInt64
    /// The errors about addresses that were reported: each is reported once.
    private var told: Set<String> = []

    /// The metadata that the slots of each lane were filled from.
    var laneMetadata: [[String: String]?] = [nil, nil, nil]
    /// The ads before their content was loaded.
    private var leadingAds = (count: Int64(0), seconds: Int64(0))
    /// The reports of open views, by the view's number.
    private var reports: [Int: ViewReport] = [:]
    /// Whether transitions are reported; false while a reported button causes them.
    private var tellsTurns = true

    /// The local time of the device.
    var localTime: LocalTime

    /// The runs of watermarks, by content identifier.
    var runs: [PingPlan.ContentIdentifier: TagRun] = [:]
    /// The number of runs so far.
    var runCount = 0
    /// Which identifiers leave.
    var privacy: PingPrivacy
    var tsv = TSVState()
    /// Whether a TSV request may be made at the present watermark; false after one.
    var mayAskTSV = true

    // MARK: - Input

    /// Handles a record.
    ///
    /// - Parameters:
    ///   - record: What was measured.
    ///   - effects: Gets the pings, in the order in which they are to be sent.
    package mutating func addRecord(_ record: NielsenMeasurementRecord, into effects: inout [Effect]) {
        if record.session != session { begin(record.session) }
        switch record.kind {
        case .session: start(record, &effects)
        case .view, .duration, .end: credit(record, &effects)
        case .id3: hear(record, &effects)
        }
    }

    /// Handles a stream transition.
    ///
    /// - Parameters:
    ///   - boundary: What happened.
    ///   - view: The number of the view that it happened to, or nil.
    ///   - playhead: Where the playhead was, nil where there was none.
    ///   - time: Milliseconds since 1970.
    ///   - effects: Gets the pings.
    package mutating func crossBoundary(
        _ boundary: StreamBoundary,
        of view: Int?,
        playhead: Int64?,
        at time: Int64,
        into effects: inout [Effect]
    ) {
        switch boundary {
        case .play, .stop:
            if boundary == .stop { viewability.interrupt() }
            // A button says what the viewer did; the transition that it causes is not reported as well.
            if tellsTurns { note(boundary == .stop ? .stop : .play, of: view, playhead, time) }
        case .change:
            tellRuns(&effects)
        case .end:
            leadingAds = (0, 0)
            endRuns(&effects)
            set(.stationId, plan.vocabulary.defaults[PingVariable.stationId.slot])
            viewability.end()
        }
    }

    /// Handles a button of the player.
    ///
    /// - Parameters:
    ///   - button: The button.
    ///   - view: The number of the view that it was pressed in, or nil.
    ///   - playhead: Where the playhead was, or where a seek has led; nil where there was none.
    ///   - origin: Where the playhead was before.
    ///   - time: Milliseconds since 1970.
    package mutating func noteButton(
        _ button: NielsenPlayerButton,
        of view: Int?,
        playhead: Int64?,
        from origin: Int64?,
        at time: Int64
    ) {
        note(button, of: view, playhead, from: origin, time)
        tellsTurns = false
    }

    /// Continues the counts of an earlier builder, with another configuration.
    package mutating func goOn(from before: PingBuilder) {
        pingCount = before.pingCount
        told = before.told
        session = before.session
        set(.sessionId, .text(session))
        viewsBefore = before.viewsBefore
        lastView = before.lastView
        reports = before.reports
        leadingAds = before.leadingAds
        tellsTurns = before.tellsTurns
        runCount = before.runCount
    }

    /// The pings of what the core has done; what else it wants done is left out.
    package mutating func pings(of effects: [NielsenEffect]) -> [NielsenPing] {
        var made: [Effect] = []
        for effect in effects {
            switch effect {
            case .record(let record): addRecord(record, into: &made)
            case .boundary(let boundary, let view, let playhead, let time):
                crossBoundary(boundary, of: view, playhead: playhead, at: time, into: &made)
            case .button(let button, let view, let playhead, let origin, let time):
                noteButton(button, of: view, playhead: playhead, from: origin, at: time)
            // What is only foreseen makes no identifiers, so that it has none after a choice.
            case .identify(let privacy, _, _): forget(privacy)
            case .buttonEnd: endButton()
            case .error, .event, .remark, .configured, .retry,
                .watch, .persistOptOut, .device:
                break
            }
        }
        return made.compactMap { effect in
            if case .ping(let ping) = effect { ping } else { nil }
        }
    }

    /// Marks the following pings as made because the process may have ended.
    package mutating func noteCrash() {
        set(.crash, .text("1"))
    }

    /// Names the following pings without random numbers, because they are inspected and not sent.
    package mutating func stopGuessing() {
        random = { 0 }
    }

    /// Ends the scope of a button; later transitions are reported again.
    package mutating func endButton() {
        tellsTurns = true
    }

    private mutating func note(
        _ button: NielsenPlayerButton,
        of view: Int?,
        _ playhead: Int64?,
        from origin: Int64? = nil,
        _ time: Int64
    ) {
        guard let view else { return }
        open(view)
        reports[view]?.note(button, playhead, from: origin, time)
    }

    /// Begins a session: the numbers of its views start again.
    private mutating func begin(_ session: String) {
        self.session = session
        viewsBefore = lastView
        set(.sessionId, .text(session))
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
        guard let lane = record.lane, let index = NielsenLane.allCases.firstIndex(of: lane) else { return }
        let isView = record.kind == .view
        open(record.view)
        var report = reports[record.view] ?? ViewReport()
        if isView {
            report.began = record.time
            if lane == .content {
                report.adCount += leadingAds.count
                report.adSeconds += leadingAds.seconds
                leadingAds = (0, 0)
            }
        }
        if lane == .ad { count(record) }
        setCommon(record)
        setAsset(record, index, report)
        for product in plan.products where Self.isAboutViews(product.product, record) {
            guard product.measures(record.metadata) else { continue }
            let cadence = isView ? NielsenPingCadence.impression : .interval
            for processor in product.processors where processor.cadence == cadence {
                // It goes along with the pings of dcrVideo; what follows watermarks, with those of dtvr.
                if product.product == .viewability, processor.followsWatermarks || !followsViews(record) { continue }
                setMarks(product.product, processor.cadence, processor.marks)
                set(.davty, .integer(isView ? 0 : record.kind == .end ? 2 : 1))
                make(product.product, processor, about: record, credit: credit(of: record, product.product), &effects)
            }
        }
        if !isView { report.forgetEvents() }
        reports[record.view] = record.kind == .end ? nil : report
    }

    /// Counts an ad towards the content that it runs in, whatever products measure it.
    private mutating func count(_ record: NielsenMeasurementRecord) {
        let count: Int64 = record.kind == .view ? 1 : 0
        // Before its content has begun, or goes on as a new view.
        guard let content = record.content?.view else {
            leadingAds.count += count
            leadingAds.seconds += Int64(record.seconds)
            return
        }
        // That of a postroll is over.
        guard content > 0 else { return }
        open(content)
        reports[content]?.adCount += count
        reports[content]?.adSeconds += Int64(record.seconds)
    }

    /// Begins the report of a view if there is none.
    private mutating func open(_ view: Int) {
        lastView = max(lastView, view)
        guard reports[view] == nil else { return }
        // A view that was loaded and never seen has no end.
        if reports.count >= Self.maximumReports, let oldest = reports.keys.min() { reports[oldest] = nil }
        reports[view] = ViewReport()
    }

    /// The largest number of reports: the three tracks, and some that were loaded and never seen.
    private static let maximumReports = 16

    /// Returns the name of a view in pings: numbers start again with each session.
    func viewName(_ record: NielsenMeasurementRecord) -> String {
        "\(session)\(max(0, record.view - viewsBefore))"
    }

    /// Returns the credit of a view in a ping of a product; nil for products that count no viewing.
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

    /// Renders a ping.
    ///
    /// The values must be set.
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
        let places: PingPlaces
        do {
            places = try processor.form.template.render(values, marks: &marks, into: &buffer)
        } catch {
            let message = "the \(product.rawValue) ping could not be made: \(error.description)"
            effects.append(.error(NielsenError(.failedCreateUrl, message, key: error.name), at: record.time))
            return
        }
        pingCount += 1
        let address = PingAddressLimit(maximum: thresholds.addressLength).fit(
            buffer,
            cutting: processor.form.optional,
            places
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
            stream: stream,
            id: id,
            createdAt: record.time,
            sendTimePosition: address.places.sendTime,
            retryPosition: address.places.retry,
            lane: record.lane,
            assetid: record.assetid,
            creditedSegments: segments ?? record.segments.count,
            credit: credit
        )
        if processor.form.method == .post { ping.body = (record.viewability ?? JSONObject()).jsonText }
        effects.append(.ping(ping))
    }

    /// 32 hexadecimal digits that say nothing.
    ///
    /// The count keeps them apart where chance is made to repeat itself.
    private static func makeId(_ random: () -> UInt64, _ count: UInt64) -> String {
        NielsenText.hexadecimal(random()) + NielsenText.hexadecimal(random() ^ (count &* 0x9e37_79b9_7f4a_7c15))
    }

    /// Checks the address of an ad, which comes from the client, so that anything may be in it.
    ///
    /// - Returns: Why no ping can be made of it.
    private mutating func adAddressError(_ given: String) -> NielsenError? {
        // Spaces are passed on in the only form that an address has for them.
        let address = given.replacing(" ", with: "%20")
        guard PingAddress.isSafe(address) else {
            let message =
                "ocrtag \"\(NielsenText.shown(given))\" is neither an https: address nor an http: one of this machine; no ad ping "
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

    /// Records an error about an address; returns false if it was reported before.
    private mutating func tellsOnce(_ error: NielsenError) -> Bool {
        guard told.count < Self.maximumTold else { return false }
        return told.insert(error.message).inserted
    }

    private static let maximumTold = 64
}

extension PingBuilder {
    /// Makes a builder without open views.
    ///
    /// - Parameters:
    ///   - configuration: Templates and numbers.
    ///   - stream: The name of the instance; it never leaves the device.
    ///   - appInfo: The app information, all strings.
    ///   - identity: The identifiers.
    ///   - privacy: What may be known of the user.
    ///   - device: The current device.
    ///   - random: Random bits for the names of pings and for what is encrypted.
    package init(
        configuration: NielsenConfiguration,
        stream: String,
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
        self.stream = stream
        self.appInfo = appInfo
        viewability = WatermarkViewability(configuration)
        localTime = LocalTime(device.timeZone)
        values = plan.vocabulary.defaults
        setConfiguration(configuration)
        change(device, random)
    }
}
