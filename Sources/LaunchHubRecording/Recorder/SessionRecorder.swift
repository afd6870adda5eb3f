// SPDX-License-Identifier: Apache-2.0

import Foundation
public import HubServices
public import LaunchHub
public import NielsenAppApi

/// A recorder of everything that happens in a hub, or in the SDK, as a session file.
///
/// One line attaches it:
///
/// ```swift
/// SessionRecorder.attach(to: .shared, writingTo: .file(folder.appending(path: "session.jsonl")))
/// ```
///
/// What it is attached to keeps it. ``stop()`` ends the recording. A program that does not stop it loses nothing either: the
/// `flush` of the extension and of instances, and the normal end of the process, write what is left. Recording happens on a thread of its own, and never holds up the app: where there is
/// more than its budget, lines are dropped, and the recording says how many. Every method may be called on any thread.
public final class SessionRecorder: Sendable {
    private let writer: RecordingWriter
    private let intake: RecordingIntake

    /// Makes a recorder that is attached to nothing.
    ///
    /// A destination that cannot be used is reported to the log and in ``problem``, and tried again.
    ///
    /// - Parameters:
    ///   - destination: The place that the lines go to.
    ///   - options: The title, the redaction and the budget.
    ///   - clock: The clock of what will be recorded.
    ///   - log: The log for problems of the destination.
    public init(
        writingTo destination: RecordingDestination,
        options: RecordingOptions = RecordingOptions(),
        clock: any HubClock = SystemClock(),
        log: HubLog = HubLog()
    ) {
        let chance = UInt64.random(in: .min ... .max)
        let sink: any LineSink =
            switch destination.kind {
            case .file(let url, let limit): RingFile(url, limit: limit)
            case .tool(let url):
                ToolConnection(url, name: "s" + String(chance, radix: 36), client: SystemHTTPClient())
            }
        writer = RecordingWriter(sink, options, clock: clock, log: log, salt: .random(in: .min ... .max))
        intake = writer.makeIntake()
    }

    // MARK: - In one line

    /// Makes a recorder and attaches it to a hub, its extensions and their SDK instances.
    ///
    /// - Parameters:
    ///   - hub: The hub, such as `.shared`, which `ACPCore` uses.
    ///   - destination: The place that the lines go to.
    ///   - options: The title, the redaction and the budget.
    /// - Returns: The recorder, which the hub keeps.
    @discardableResult
    public static func attach(
        to hub: EventHub,
        writingTo destination: RecordingDestination,
        options: RecordingOptions = RecordingOptions()
    ) -> SessionRecorder {
        let recorder = SessionRecorder(writingTo: destination, options: options, clock: hub.clock, log: hub.log)
        recorder.attach(to: hub)
        return recorder
    }

    /// Makes a recorder and attaches it to an SDK instance that the app uses itself.
    ///
    /// - Parameters:
    ///   - sdk: The instance.
    ///   - destination: The place that the lines go to.
    ///   - options: The title, the redaction and the budget.
    /// - Returns: The recorder, which the instance keeps.
    @discardableResult
    public static func attach(
        to sdk: NielsenAppApi,
        writingTo destination: RecordingDestination,
        options: RecordingOptions = RecordingOptions()
    ) -> SessionRecorder {
        let recorder = SessionRecorder(writingTo: destination, options: options, clock: sdk.clock)
        recorder.attach(to: sdk)
        return recorder
    }

    // MARK: - Attaching

    /// Attaches the recorder to a hub, its extensions and their SDK instances.
    ///
    /// - Parameter hub: The hub; one that it is attached to already is recorded once more.
    public func attach(to hub: EventHub) {
        let source = HubSource(hub, intake)
        writer.keep(source)
        source.attach()
        attach(ReportSource(hub.reports, intake))
        let configuration = hub.configuration.current
        guard !configuration.isEmpty else { return }
        _ = intake.put(.sdk) { _, time in
            (RecordedItem(time: time, content: .hubConfiguration(configuration)), 1_024)
        }
    }

    /// Attaches the recorder to an SDK instance with the classic API.
    ///
    /// The lines begin with how the instance was made.
    ///
    /// - Parameter sdk: The instance.
    public func attach(to sdk: NielsenAppApi) {
        attach(to: sdk.reports, after: sdk.openingReports)
    }

    /// Attaches the recorder to an SDK instance with the single call.
    ///
    /// The lines begin with how the instance was made.
    ///
    /// - Parameter tracker: The instance.
    public func attach(to tracker: NielsenEventTracker) {
        attach(to: tracker.reports, after: tracker.openingReports)
    }

    private func attach(to channel: ReportChannel, after opening: [NielsenInstanceReport.Content]) {
        attach(ReportSource(channel, name: writer.nextName(), intake), after: opening)
    }

    private func attach(_ source: ReportSource, after opening: [NielsenInstanceReport.Content] = []) {
        writer.keep(source)
        source.attach(after: opening)
    }

    // MARK: - Ending

    /// Writes everything that happened before the call, and synchronizes a file with the disk.
    ///
    /// It waits for the disk, and never for a server. An app calls it when it goes to the background.
    public func flush() {
        writer.flush()
    }

    /// Ends the recording with the line that says that it is complete.
    ///
    /// A recorder that was stopped records nothing any more.
    public func stop() {
        writer.stop()
    }

    // MARK: - Extent

    /// The number of lines that were written, or that wait to be sent.
    public var lineCount: Int { writer.counts.lines }

    /// The number of lines that were dropped.
    public var droppedLineCount: Int { writer.counts.dropped }

    /// The last problem of the destination, such as a disk that is full; nil if there was none.
    public var problem: String? { writer.problem }
}
