// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A step of the sample player with the faults that apply to it.
struct FaultyStep {
    var planned: SessionRunner.Planned
    /// The names by which faults know it.
    let names: Set<String>
    var faults = PlayerFaults()

    init(_ planned: SessionRunner.Planned, names: [String] = []) {
        self.planned = planned
        let name = planned.call?.name ?? planned.command?.track?.event ?? ""
        self.names = Set(names + [name])
    }

    /// A step of the events flow; nil for what only classic calls and their logs have.
    ///
    /// What happens to the process and to the device itself is in every flow.
    static func event(_ planned: SessionRunner.Planned) -> FaultyStep? {
        guard let call = planned.call else { return FaultyStep(planned) }
        return call.isLifecycle && ["kill", "clock"].contains(call.name) ? FaultyStep(planned) : nil
    }

    /// Returns the steps with their faults.
    ///
    /// - Parameter steps: The steps of a correct app, in order of time.
    /// - Returns: The steps, in order of time.
    static func plan(_ steps: [FaultyStep]) -> [SessionRunner.Planned] {
        let origin = steps.lazy.compactMap { $0.position }.first ?? 0
        var wrong: [FaultyStep] = []
        for step in steps where step.names.isDisjoint(with: step.faults.omit) {
            var step = step
            step.changeUnit(since: origin)
            let late = step.names.compactMap { step.faults.late[$0] }.max() ?? 0
            step.planned.time += late * 1000
            wrong.append(step)
        }
        wrong = repeated(wrong)
        wrong = ordered(stablySorted(wrong))
        return wrong.map(\.planned)
    }

    private static func stablySorted(_ steps: [FaultyStep]) -> [FaultyStep] {
        steps.enumerated().sorted { left, right in
            (left.element.planned.time, left.offset) < (right.element.planned.time, right.offset)
        }.map(\.element)
    }

    // MARK: - Calls that come once more

    private static func repeated(_ steps: [FaultyStep]) -> [FaultyStep] {
        guard steps.contains(where: { !$0.faults.twice.isEmpty }) else { return steps }
        var latest: [String: FaultyStep] = [:]
        var all: [FaultyStep] = []
        for step in steps {
            for name in step.names { latest[name] = step }
            let again = step.faults.twice.filter { step.names.contains($0.value) && !step.names.contains($0.key) }
                .keys.sorted().compactMap { name in copy(of: name, latest[name], at: step) }
            // What comes with a position comes before it: that is where it does harm.
            all += step.position != nil ? again + [step] : [step] + again
        }
        return all
    }

    /// A call once more at the time of a step; nil for one that has no arguments to repeat yet.
    private static func copy(of name: String, _ last: FaultyStep?, at step: FaultyStep) -> FaultyStep? {
        if var last {
            last.planned.time = step.planned.time
            return last
        }
        guard ["play", "stop", "end", "staticEnd"].contains(name), let call = step.planned.call else { return nil }
        let again = SessionCall(instance: call.instance, name: name)
        return FaultyStep(.init(time: step.planned.time, call: again))
    }

    // MARK: - Order

    /// Puts calls of the same moment in the order that the faults name.
    private static func ordered(_ steps: [FaultyStep]) -> [FaultyStep] {
        var steps = steps
        var start = 0
        while start < steps.count {
            let end = steps[start...].firstIndex { $0.planned.time != steps[start].planned.time } ?? steps.count
            let order = steps[start].faults.order
            let places = (start..<end).filter { rank(steps[$0], order) != nil }
            let sorted = places.map { steps[$0] }.enumerated().sorted { left, right in
                (rank(left.element, order) ?? 0, left.offset) < (rank(right.element, order) ?? 0, right.offset)
            }
            for (place, step) in zip(places, sorted) { steps[place] = step.element }
            start = end
        }
        return steps
    }

    private static func rank(_ step: FaultyStep, _ order: [String]) -> Int? {
        order.firstIndex { step.names.contains($0) }
    }

    // MARK: - Positions

    /// The position of a playhead.
    private var position: Int64? {
        if let call = planned.call { return call.name == "playheadPosition" ? call.arguments.first?.intValue : nil }
        return planned.command?.track?.playhead.flatMap(Int64.init)
    }

    /// Expresses the position in the unit that the faults name.
    ///
    /// - Parameter origin: The first position of the session.
    private mutating func changeUnit(since origin: Int64) {
        guard faults.playheadUnit != .seconds, let position else { return }
        let value: JSONValue
        switch faults.playheadUnit {
        case .seconds: return
        case .milliseconds: value = .int(position.multipliedReportingOverflow(by: 1000).partialValue)
        case .fraction: value = .double(Double(position) + 0.25)
        case .negative: value = .int(position % 100_000 - 100_000)
        case .epoch: value = .int(position < Self.epoch ? Self.epoch + position : position)
        case .position: value = .int(position - origin)
        }
        if planned.call != nil {
            planned.call?.arguments = [value]
        } else if var data = planned.command?.data["data"]?.objectValue {
            data["playheadPosition"] = .string(value.jsonText)
            planned.command?.data["data"] = .object(data)
        }
    }

    /// 2 March 2026, 20:00 UTC, at which sessions in virtual time begin.
    private static let epoch = SessionHeader.defaultStart / 1000
}
