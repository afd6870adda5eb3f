// SPDX-License-Identifier: Apache-2.0

import ACPCoreBase
import Foundation
import HubServices
import LaunchHub
package import NielsenAppApi
import NielsenAppSDKExtension

/// A hub and the extension on a clock that stands still between steps; what is measured and sent is kept in memory.
///
/// Identifiers, chance and time come from the session's header, so that the same steps give the same results, records
/// and pings each time and in both flows.
package final class SessionStage: Sendable {
    /// Whose mirrored calls the api flow makes.
    package enum Callee: Sendable, Hashable {
        /// Those of a service of this stage; any number of stages may be at work at once.
        case service
        /// The documented static methods. They belong to the process, so one stage at a time may use them.
        case staticMethods
    }

    /// The header of the session that is played, with its flow.
    package let header: SessionHeader

    private let flow: SessionFlow
    private let callee: Callee
    let clock: ManualClock
    let hub: EventHub
    private let service: NielsenInstanceService
    private let calls: any MirroredCalls
    private let records: RecordInbox
    private let pings: PingInbox
    private let inbox = NoticeInbox()
    private let names: InstanceNames
    /// The events to the extension that rules caused and no step has taken.
    let caused = Locked<[SessionCommand]>([])
    private let steps = Locked(0)
    private let instances: Locked<[(name: String?, instance: TrackerInstance)]>
    /// The clock of the device, whose time of day may be set.
    private let deviceClock: StageClock
    /// What killed processes leave; nil for a session in which none is killed.
    private let left: LeftViews?
    /// The instances that are used without the extension.
    private let classic: ClassicInstances
    private let witness: (any SessionWitness)?

    /// Makes a stage; nothing runs until ``start()``.
    ///
    /// - Parameters:
    ///   - header: Title, start, seed and configuration; its flow is set to the one that is used.
    ///   - isClassic: Whether there are only calls of instances that are used without the extension.
    ///   - flow: The flow that commands take.
    ///   - callee: Whose mirrored calls the api flow makes.
    ///   - pings: Where the pings go, besides into the steps.
    ///   - witness: What prepares the hub and watches it; nil for nothing.
    ///   - evidence: What keeps records, pings and remarks for an explanation; nil for nothing.
    ///   - isKilled: Whether a process is killed in the session, so that open views have to be kept.
    package init(
        header: SessionHeader,
        isClassic: Bool = false,
        flow: SessionFlow,
        callee: Callee = .service,
        pings: any NielsenPingSink = NoPings(),
        witness: (any SessionWitness)? = nil,
        evidence: CreditEvidence? = nil,
        isKilled: Bool = false
    ) {
        var header = header
        header.flow = isClassic ? PlayerFlow.classic.rawValue : flow.rawValue
        self.header = header
        self.flow = flow
        self.callee = callee
        self.witness = witness
        let clock = ManualClock(date: Date(timeIntervalSince1970: Double(header.start) / 1000))
        let random = Locked(SeededGenerator(seed: header.seed ?? 1))
        let names = InstanceNames()
        let instances = Locked<[(name: String?, instance: TrackerInstance)]>([])
        self.pings = PingInbox(forward: pings, evidence)
        deviceClock = StageClock(clock)
        left = isKilled ? LeftViews(self.pings) : nil
        records = RecordInbox(evidence)
        var environment = NielsenEnvironment(
            clock: deviceClock,
            store: InMemoryKeyValueStore(),
            sink: records,
            pings: left ?? self.pings
        ) {
            random.withLock { $0.next() }
        }
        environment.configuration.thresholds.keepsCreditJournal = evidence != nil
        classic = ClassicInstances(environment, inbox) { evidence?.add(.remark($0, at: clock.now)) }
        hub = EventHub(clock: deviceClock, log: .disabled)
        hub.configuration.update(header.configuration)
        service = NielsenInstanceService(
            settings: .init(environment: environment),
            makeIdentifier: { names.next() },
            factory: { [inbox] configuration, environment, report in
                let instance = try TrackerInstance.make(configuration, environment: environment) { told in
                    // Counted on its way out, so that a session knows how many notices its listener has yet to receive.
                    switch told {
                    case .notice: inbox.expect()
                    case .remark(let remark): evidence?.add(.remark(remark, at: clock.now))
                    }
                    report(told)
                }
                instances.withLock { $0.append((environment.hostedIdentifier, instance)) }
                return instance
            }
        )
        calls = callee == .service ? service : StaticCalls()
        self.clock = clock
        self.names = names
        self.instances = instances
        witness?.prepare(hub)
    }

    /// Registers the listener and the extension and starts the hub.
    ///
    /// - Throws: `HubError`, which no fresh hub gives a reason for.
    package func start() async throws {
        if flow == .api, callee == .staticMethods {
            NielsenAppSDKExtensionHost.use(service, on: hub)
            NielsenAppSDKExtension.registerListener { [inbox] in inbox.hear($0) }
            try ACPCore.registerExtension(NielsenAppSDKExtension.self)
        } else {
            hub.listen(type: NielsenSDKNotice.type, source: NielsenSDKNotice.source, name: "session") { [inbox] in
                NielsenSDKNotice($0).map(inbox.hear)
            }
            try service.register(with: hub)
        }
        await hub.start()
    }

    /// Lets time pass and carries out the next step.
    ///
    /// - Parameter planned: The step, no earlier than the one before.
    /// - Returns: The step with all its results.
    /// - Throws: `CancellationError` where the task is cancelled.
    package func perform(_ planned: SessionRunner.Planned) async throws -> SessionStep {
        try Task.checkCancellation()
        let number = steps.withLock { steps in
            steps += 1
            return steps
        }
        clock.advance(to: .zero + .milliseconds(planned.time))
        names.prepare(planned.identifier)
        let result: JSONObject?
        if Self.beginsProcess(planned.command, planned.call) { left?.sendLeft() }
        if let command = planned.command { result = await answer(to: command, inStep: number) } else { result = nil }
        if let call = planned.call { perform(call) }
        let notices = await inbox.removeAll()
        return SessionStep(
            number: number,
            time: planned.time,
            command: planned.command,
            call: planned.call,
            result: result,
            records: records.kept.removeAll().map(\.json),
            pings: pings.kept.removeAll().map(\.json),
            notices: notices.map(\.data)
        )
    }

    /// Whether a step makes an instance, as the first thing that a process does.
    private static func beginsProcess(_ command: SessionCommand?, _ call: SessionCall?) -> Bool {
        switch command.flatMap({ DocumentedCall(event: $0.name) }) {
        case .instantiateLocal, .instantiateRemote: true
        default: call?.name == "appInfo"
        }
    }

    private func perform(_ call: SessionCall) {
        switch call.name {
        case "kill" where call.isLifecycle:
            let hosted = instances.withLock { $0.last { $0.name == call.instance }?.instance }
            let streams = [hosted?.abandon(), classic.kill(call.instance)]
            for case let stream? in streams { left?.end(stream) }
        case "clock" where call.isLifecycle: deviceClock.change(by: call.arguments.first?.doubleValue ?? 0)
        default: classic.perform(call)
        }
    }

    /// Ends the hub.
    package func shutDown() async {
        classic.shutDown()
        await hub.shutDown(deadline: .seconds(60))
    }

    /// The credit of every asset as the SDK reports it, instance by instance.
    package var credits: [NielsenCredit] {
        instances.withLock { $0 }.flatMap(\.instance.credits) + classic.credits
    }

    private func answer(to command: SessionCommand, inStep number: Int) async -> JSONObject? {
        if flow == .api, let result = calls.perform(command) {
            do {
                return try JSONObject(untyped: result)
            } catch {
                return ["outcome": .string("a result that JSON cannot hold: \(error)")]
            }
        }
        // What no call can say is sent as an event in both flows.
        let event: Event
        do {
            event = try Event(
                name: command.name,
                type: command.address?.type ?? NielsenInstanceEvent.type,
                source: command.address?.source ?? NielsenInstanceEvent.source,
                data: command.data
            )
        } catch {
            return ["outcome": .string("not sent: \(error)")]
        }
        witness?.asks(with: event, inStep: number)
        guard command.address == nil else {
            // Nobody answers it. What rules make of it belongs to this step.
            hub.dispatch(event)
            await hub.idle
            return nil
        }
        switch await hub.request(event) {
        case .response(let response): return response.data
        case .timeout: return ["outcome": "timeout"]
        case .noListener: return ["outcome": "no listener"]
        case .cancelled: return ["outcome": "cancelled"]
        case .hubShutDown: return ["outcome": "hub shut down"]
        }
    }
}

/// Where pings go that nobody needs besides the steps.
package struct NoPings: NielsenPingSink {
    package init() {}

    package func send(_ ping: NielsenPing) {}
}

extension Locked {
    /// Removes and returns all elements.
    func removeAll<Element: Sendable>() -> [Element] where Value == [Element] {
        withLock { elements in
            defer { elements = [] }
            return elements
        }
    }
}

/// Keeps what is measured until a step takes it.
private final class RecordInbox: NielsenMeasurementSink {
    let kept = Locked<[NielsenMeasurementRecord]>([])
    private let evidence: CreditEvidence?

    init(_ evidence: CreditEvidence?) {
        self.evidence = evidence
    }

    func measured(_ record: NielsenMeasurementRecord) {
        evidence?.add(.record(record))
        kept.withLock { $0.append(record) }
    }
}

/// Keeps the pings that are made until a step takes them, and passes them on.
private final class PingInbox: NielsenPingSink {
    let kept = Locked<[NielsenPing]>([])
    private let forward: any NielsenPingSink
    private let evidence: CreditEvidence?

    init(forward: any NielsenPingSink, _ evidence: CreditEvidence?) {
        self.forward = forward
        self.evidence = evidence
    }

    func send(_ ping: NielsenPing) throws {
        evidence?.add(.ping(ping))
        kept.withLock { $0.append(ping) }
        try forward.send(ping)
    }

    func attach(
        stream: String,
        configuration: NielsenConfiguration,
        report: @escaping @Sendable (NielsenError) -> Void
    ) {
        forward.attach(stream: stream, configuration: configuration, report: report)
    }

    func detach(stream: String) {
        forward.detach(stream: stream)
    }
}

/// Names instances in the order in which they are made, or as a recording says.
private final class InstanceNames: Sendable {
    private let state = Locked<(count: Int, prepared: String?)>((0, nil))

    func prepare(_ identifier: String?) {
        state.withLock { $0.prepared = identifier }
    }

    func next() -> String {
        state.withLock { state in
            state.count += 1
            defer { state.prepared = nil }
            return state.prepared ?? "instance-\(state.count)"
        }
    }
}
