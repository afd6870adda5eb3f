// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenAppApi

/// Why a session is credited as it is, and where the values of its pings come from.
///
/// A session holds the calls, so it is played again in virtual time with accounts that keep journals.
package struct SessionExplanation: Sendable, Hashable {
    /// A remark of the SDK on what an integration should not do.
    package struct Remark: Sendable, Hashable {
        /// Milliseconds of the session.
        package let time: Int64
        /// The remark.
        package let remark: NielsenRemark

        /// The remark as a line of JSON.
        package var json: JSONObject {
            [
                "kind": "remark", "t": .int(time), "code": .string(remark.code.rawValue),
                "message": .string(remark.message),
            ]
        }
    }

    /// The session's title.
    package let title: String
    /// The views and the runs of watermarks, in order.
    package let views: [SessionView]
    /// The pings, in order.
    package let pings: [SessionPing]
    /// The SDK's remarks, in order.
    package let remarks: [Remark]
    /// In how many places playing it again differs from what was recorded.
    package let differences: Int

    /// Explains a session.
    ///
    /// - Parameters:
    ///   - session: The recording. Its own pings are explained if it has any, and otherwise those of playing it again.
    ///   - callee: Whose mirrored calls the api flow makes.
    /// - Throws: `HubError`, or `CancellationError` where the task is cancelled.
    package init(_ session: Session, callee: SessionStage.Callee = .service) async throws {
        try await self.init(LoadedSession(session), callee: callee)
    }

    /// Explains a session that is read step by step; what is kept grows with its views and pings, not with its steps.
    ///
    /// - Parameters:
    ///   - source: The recording.
    ///   - callee: Whose mirrored calls the api flow makes.
    ///   - observe: Receives each recorded step.
    /// - Throws: `HubError`, or `CancellationError` where the task is cancelled; an error of the file.
    package init(
        _ source: some SessionSource,
        callee: SessionStage.Callee = .service,
        observe: (SessionStream.Read) -> Void = { _ in }
    ) async throws {
        let evidence = CreditEvidence()
        let recorded = source.outline
        let flow = SessionFlow(rawValue: recorded.header.flow) ?? .events
        var reader = EvidenceReader()
        var shown: [(time: Int64, ping: JSONObject)] = []
        var remarks: [Remark] = []
        var appInfo: Set<String> = []
        var differences = 0
        func take(_ items: [CreditEvidence.Item]) {
            for item in items {
                reader.add(item)
                switch item {
                case .record(let record): if record.kind == .session { appInfo.formUnion(record.metadata.keys) }
                case .remark(let remark, at: let time):
                    remarks.append(Remark(time: time.nanoseconds / 1_000_000, remark: remark))
                case .ping: break
                }
            }
        }
        _ = try await SessionReplay.run(source, flow: flow, callee: callee, evidence: evidence) { read, step, found in
            observe(read)
            reader.add(step)
            take(evidence.removeAll())
            shown += (recorded.hasPings ? read.step : step).pings.map { (step.time, $0) }
            differences += found.count
        }
        take(evidence.removeAll())
        title = recorded.header.title
        let views = reader.finish()
        self.views = views
        self.remarks = remarks
        self.differences = differences
        var streams: [String] = []
        pings = shown.enumerated().map { index, timed in
            var ping = SessionPing(timed.ping, number: index + 1, time: timed.time)
            let stream = ping.text("stream")
            if !streams.contains(stream) { streams.append(stream) }
            ping.instance = (streams.firstIndex(of: stream) ?? -1) + 1
            let view = views.first {
                $0.view == ping.view && $0.instance == ping.instance && $0.watermark == nil
            }
            ping.given = view.map { $0.keys.union(appInfo) }
            return ping
        }
    }

    private init(_ all: SessionExplanation, view: Int) {
        title = all.title
        views = all.views.filter { $0.view == view }
        pings = all.pings.filter { $0.view == view }
        remarks = all.remarks
        differences = all.differences
    }

    /// The numbers of the views that are explained, in ascending order.
    package var numbers: [Int] { Set(views.map(\.view)).sorted() }

    /// The explanation of the views with a number, in any instance, and of their pings.
    package func only(view: Int) -> SessionExplanation { SessionExplanation(self, view: view) }

    /// Lines of JSON: views with their segments and what happened, pings, remarks, and last a summary.
    package var json: [JSONObject] {
        let summary: JSONObject = [
            "kind": "summary", "views": .int(Int64(views.count)), "pings": .int(Int64(pings.count)),
            "remarks": .int(Int64(remarks.count)), "differences": .int(Int64(differences)),
            "credited_minutes": .int(Int64(views.reduce(0) { $0 + $1.minutes })),
        ]
        return views.flatMap(\.json) + pings.map(\.json) + remarks.map(\.json) + [summary]
    }
}
