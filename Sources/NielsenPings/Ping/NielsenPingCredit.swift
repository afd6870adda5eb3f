// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenMeasurement

/// The credit of one ping, with its view or run of watermarks.
package struct NielsenPingCredit: Sendable, Hashable {
    /// The number of the view within the instance, from 1; 0 for watermarks outside any view.
    package var view: Int
    /// The content identifier of the watermarks with its side, `FD_…` or `PC_…`; nil if no watermark is credited.
    package var watermark: String?
    /// The number of the run of watermarks within the instance, from 1; 0 if no watermark is credited.
    package var run: Int
    /// The numbers of the credited segments: minutes, with the published thresholds.
    package var segments: [Int64]
    /// The number of seconds played since the previous ping.
    package var seconds: Int
    /// Whether the view or run has ended.
    package var isEnd: Bool
    /// What was done with the watermarks since the previous ping; nil unless accounts keep a journal.
    package var journal: CreditJournal?

    /// Makes a credit.
    ///
    /// - Parameters:
    ///   - view: The number of the view within the instance.
    ///   - watermark: The content identifier of the watermarks with its side.
    ///   - run: The number of the run of watermarks within the instance.
    ///   - segments: The numbers of the credited segments.
    ///   - seconds: The number of seconds played since the previous ping.
    ///   - isEnd: Whether the view or run has ended.
    package init(
        view: Int,
        watermark: String? = nil,
        run: Int = 0,
        segments: [Int64] = [],
        seconds: Int = 0,
        isEnd: Bool = false
    ) {
        self.view = view
        self.watermark = watermark
        self.run = run
        self.segments = segments
        self.seconds = seconds
        self.isEnd = isEnd
    }
}

extension NielsenPingCredit {
    /// Reads the credit out of the JSON of a ping; nil where the ping credits nothing to anything.
    package init?(_ json: JSONObject) {
        guard let view = json["view"]?.intValue.flatMap({ Int(exactly: $0) }) else { return nil }
        self.init(
            view: view,
            watermark: json["watermark"]?.stringValue,
            run: json["run"]?.intValue.flatMap { Int(exactly: $0) } ?? 0,
            segments: (json["segments"]?.arrayValue ?? []).compactMap(\.intValue),
            seconds: json["seconds"]?.intValue.flatMap { Int(exactly: $0) } ?? 0,
            isEnd: json["ended"]?.boolValue ?? false
        )
    }

    /// Adds the credit to the JSON of a ping.
    func write(to object: inout JSONObject) {
        object["view"] = .int(Int64(view))
        object["segments"] = .array(segments.map(JSONValue.int))
        object["seconds"] = .int(Int64(seconds))
        object["ended"] = .bool(isEnd)
        guard let watermark else { return }
        object["watermark"] = .string(watermark)
        object["run"] = .int(Int64(run))
    }
}
