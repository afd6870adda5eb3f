// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HubServices
import LaunchHub
import LaunchHubTesting

/// A hub whose schedule is drawn, and what it promises whatever the schedule: who receives what in which order, how
/// requests end, which state an event reads, and what interceptors make of events.
package struct HubModel: ModelCheck {
    /// What a listener wants to hear; nil is the wildcard.
    package struct Pattern: Sendable, Hashable, CustomStringConvertible {
        let type: Int?
        let source: Int?

        package var description: String { "\(type.map(String.init) ?? "*")/\(source.map(String.init) ?? "*")" }

        func matches(_ type: Int, _ source: Int) -> Bool {
            (self.type ?? type) == type && (self.source ?? source) == source
        }
    }

    package enum Step: Sendable, CustomStringConvertible {
        case register(Int, Pattern, answers: Bool)
        case unregister(Int)
        case listen(Pattern, Manner)
        case cancel(Int)
        case dispatch(type: Int, source: Int)
        case request(type: Int, source: Int)
        case cancelRequest(Int)
        case publish(Int)
        case intercept(Rule)
        case removeInterceptor
        case run
        case wait(Int)

        package var description: String {
            switch self {
            case .register(let number, let pattern, let answers):
                "register extension \(number) on \(pattern)\(answers ? ", which answers" : "")"
            case .unregister(let number): "unregister extension \(number)"
            case .listen(let pattern, let manner): "listen to \(pattern), \(manner)"
            case .cancel(let number): "cancel listener \(number)"
            case .dispatch(let type, let source): "dispatch \(type)/\(source)"
            case .request(let type, let source): "request \(type)/\(source)"
            case .cancelRequest(let number): "cancel request \(number)"
            case .publish(let number): "publish a state of extension \(number)"
            case .intercept(let rule): "intercept: \(rule)"
            case .removeInterceptor: "remove the first interceptor"
            case .run: "run"
            case .wait(let milliseconds): "\(milliseconds) ms go by"
            }
        }
    }

    package enum Manner: Sendable {
        case always
        case once
        /// Takes longer than its budget.
        case stuck
    }

    package enum Rule: Sendable {
        /// Drops events of type 0.
        case drop
        /// Makes events of type 1 ones of type 2.
        case replace
        /// Throws for every event, which leaves it as it was.
        case fail
    }

    package static let name = "hub"
    package static let stepsOfALife = 120
    private static let extensions = 4
    private static let kinds = 3

    package static func step(_ dice: inout SeededGenerator) -> Step {
        func pattern() -> Pattern {
            Pattern(
                type: dice.below(4) == 0 ? nil : dice.below(kinds),
                source: dice.below(3) == 0 ? nil : dice.below(kinds)
            )
        }
        switch dice.below(40) {
        case 0...2: return .register(dice.below(extensions), pattern(), answers: dice.below(2) == 0)
        case 3: return .unregister(dice.below(extensions))
        case 4...6:
            let manner = [Manner.always, .always, .once, .stuck][dice.below(4)]
            let pattern = pattern()
            // The hub has events of its own, which one that receives everything receives as well.
            return .listen(manner == .once ? Pattern(type: pattern.type ?? 0, source: pattern.source) : pattern, manner)
        case 7, 8: return .cancel(dice.below(12))
        case 9...20: return .dispatch(type: dice.below(kinds), source: dice.below(kinds))
        case 21...26: return .request(type: dice.below(kinds), source: dice.below(kinds))
        case 27: return .cancelRequest(dice.below(8))
        case 28...30: return .publish(dice.below(extensions))
        case 31: return .intercept([.drop, .replace, .fail][dice.below(3)])
        case 32: return .removeInterceptor
        case 33...37: return .run
        default: return .wait(dice.below(1_500))
        }
    }

    // MARK: - What is heard and what should be

    /// An event as a listener received it.
    private struct Heard: CustomStringConvertible {
        let number: Int
        let type: Int
        /// The state of the first extension that stood when the event was dispatched.
        var state: Int?
        /// Whether that extension was gone before the event was received for sure.
        var isStateGone = false

        var description: String { "\(number) of type \(type)\(state.map { " at state \($0)" } ?? "")" }

        /// An event before the first state reads that one, where it is there by then.
        func isAs(_ expected: Heard) -> Bool {
            number == expected.number && type == expected.type
                && (expected.isStateGone
                    || (expected.state == nil ? state.map { $0 > number } ?? true : state == expected.state))
        }
    }

    /// A listener and what it received.
    private final class Ear: Sendable {
        private let heard = Locked<[Heard]>([])
        private let numbers = Locked<[UInt64]>([])

        func hear(_ event: Event, state: SharedState?) {
            guard let number = event.data["number"]?.intValue,
                let type = HubModel.types.firstIndex(of: event.type)
            else { return }
            heard.withLock {
                $0.append(
                    Heard(number: Int(number), type: type, state: state?.values?["value"]?.intValue.map(Int.init))
                )
            }
            numbers.withLock { $0.append(event.number) }
        }

        var all: [Heard] { heard.withLock { $0 } }
        var isInOrder: Bool { numbers.withLock { zip($0, $0.dropFirst()).allSatisfy { $0 < $1 } } }
    }

    private struct Listener {
        let ear: Ear
        let pattern: Pattern
        let manner: Manner
        let token: HubToken?
        let answers: Bool
        var expected: [Heard] = []
        /// How many of them had to be received already when it was cancelled; nil while it is not.
        var least: Int?
        var isOpen: Bool { least == nil }
    }

    private struct Request {
        let outcome: Locked<[String]>
        let token: HubToken
        var allowed: Set<String>
        let began: Instant
        var isCancelled = false
    }

    private static let types: [EventType] = (0..<kinds).map { EventType("com.example.type\($0)") }
    private static let sources: [EventSource] = (0..<kinds).map { EventSource("com.example.source\($0)") }
    private static let timeout = Duration.seconds(1)

    private let test: TestHub
    private var count = 0
    private var listeners: [Listener] = []
    /// The listeners of extensions that are registered, as places in ``listeners``.
    private var registered: [Int: Int] = [:]
    private var states: [Int: Int] = [:]
    /// Whether an extension was registered and has not been made yet.
    private var isMaking = false
    private let runtimes = Locked<[Int: ExtensionRuntime]>([:])
    private var requests: [Request] = []
    private var rules: [(rule: Rule, token: HubToken)] = []

    package init(seed: UInt64) {
        test = TestHub(options: HubOptions(bootDeadline: .seconds(86_400), requestTimeout: Self.timeout), seed: seed)
        test.start()
    }

    package mutating func apply(_ step: Step) throws -> String? {
        switch step {
        case .register(let number, let pattern, let answers): return register(number, pattern, answers)
        case .unregister(let number):
            let isKnown = registered[number] != nil
            do throws(HubError) {
                try test.hub.unregister("extension \(number)")
                if !isKnown { return "nobody was unregistered" }
            } catch {
                return isKnown ? "unregistering was refused: \(error)" : nil
            }
            if let place = registered.removeValue(forKey: number) { end(place) }
            if number == 0 { forgetStates() }
            states[number] = nil
            runtimes.withLock { $0[number] = nil }
            loosenRequests()
        case .listen(let pattern, let manner): listen(pattern, manner)
        case .cancel(let number):
            let open = listeners.indices.filter { listeners[$0].isOpen && listeners[$0].token != nil }
            guard !open.isEmpty else { return nil }
            let place = open[number % open.count]
            listeners[place].token?.cancel()
            end(place)
            loosenRequests()
        case .dispatch(let type, let source):
            let event = try event(type, source)
            test.hub.dispatch(event)
            _ = expect(type, source)
        case .request(let type, let source): try request(type, source)
        case .cancelRequest(let number):
            guard !requests.isEmpty else { return nil }
            let place = number % requests.count
            requests[place].token.cancel()
            if requests[place].outcome.withLock({ $0.isEmpty }) { requests[place].allowed.insert("cancelled") }
            requests[place].isCancelled = true
        case .publish(let number): return publish(number)
        case .intercept(let rule):
            // What waits already may go either way.
            run()
            intercept(rule)
        case .removeInterceptor:
            run()
            guard !rules.isEmpty else { return nil }
            rules.removeFirst().token.cancel()
        case .run: run()
        case .wait(let milliseconds):
            run()
            test.advance(by: .milliseconds(milliseconds))
        }
        if case .run = step { return fault }
        return nil
    }

    private mutating func run() {
        test.run()
        isMaking = false
    }

    package mutating func finish() throws -> String? {
        run()
        if let fault { return fault }
        test.advance(by: Self.timeout + .milliseconds(1))
        if let fault = fault ?? unanswered { return fault }
        test.shutDown()
        registered = [:]
        // No listener receives what comes now.
        test.hub.dispatch(try event(0, 0))
        run()
        return fault
    }

    // MARK: - Steps

    private mutating func register(_ number: Int, _ pattern: Pattern, _ answers: Bool) -> String? {
        let isKnown = registered[number] != nil
        let ear = Ear()
        let (type, source) = (Self.type(pattern.type), Self.source(pattern.source))
        do throws(HubError) {
            try test.hub.register(name: "extension \(number)") { [runtimes] runtime in
                runtimes.withLock { $0[number] = runtime }
                runtime.listen(type: type, source: source) { event in
                    ear.hear(event, state: runtime.state(of: "extension 0", at: event))
                    // A listener to everything receives answers too.
                    if answers, event.data["number"] != nil {
                        try? runtime.respond(to: event, with: ["by": .int(Int64(number))])
                    }
                }
                return Callbacks()
            }
        } catch {
            if error.code == .duplicateName, isKnown { return nil }
            return "registering was refused: \(error)"
        }
        if isKnown { return "extension \(number) was registered twice" }
        listeners.append(Listener(ear: ear, pattern: pattern, manner: .always, token: nil, answers: answers))
        registered[number] = listeners.count - 1
        isMaking = true
        return nil
    }

    private final class Callbacks: ExtensionCallbacks {
        func unexpectedError(_ error: HubError) {}
    }

    private mutating func listen(_ pattern: Pattern, _ manner: Manner) {
        let ear = Ear()
        let clock = test.clock
        let token = test.hub.listen(
            type: Self.type(pattern.type),
            source: Self.source(pattern.source),
            once: manner == .once
        ) { (event: Event) in
            ear.hear(event, state: nil)
            if manner == .stuck { clock.advance(by: .milliseconds(150)) }
        }
        listeners.append(Listener(ear: ear, pattern: pattern, manner: manner, token: token, answers: false))
        guard manner == .stuck else { return }
        // What takes its time may also take that of a request whose answer is still to come.
        for place in requests.indices where requests[place].outcome.withLock({ $0.isEmpty }) {
            if requests[place].allowed.contains("response") { requests[place].allowed.formUnion(endingsOfDelay) }
        }
    }

    private static func type(_ number: Int?) -> EventType { number.map { types[$0] } ?? .wildcard }
    private static func source(_ number: Int?) -> EventSource { number.map { sources[$0] } ?? .wildcard }

    private mutating func event(_ type: Int, _ source: Int) throws -> Event {
        count += 1
        return try Event(
            name: "event \(count)",
            type: Self.types[type],
            source: Self.sources[source],
            data: ["number": .int(Int64(count))]
        )
    }

    /// Notes who has to hear the last event.
    ///
    /// - Returns: Whether anybody does, and whether anybody answers.
    private mutating func expect(_ type: Int, _ source: Int) -> (isHeard: Bool, isAnswered: Bool, isDropped: Bool) {
        var type = type
        for (rule, _) in rules {
            switch rule {
            case .drop where type == 0: return (false, false, true)
            case .replace where type == 1: type = 2
            case .drop, .replace, .fail: break
            }
        }
        var (isHeard, isAnswered) = (false, false)
        for place in listeners.indices where listeners[place].isOpen {
            guard listeners[place].pattern.matches(type, source) else { continue }
            if listeners[place].manner == .once, !listeners[place].expected.isEmpty { continue }
            isHeard = true
            if listeners[place].answers { isAnswered = true }
            let readsState = listeners[place].token == nil
            listeners[place].expected.append(Heard(number: count, type: type, state: readsState ? states[0] : nil))
        }
        return (isHeard, isAnswered, false)
    }

    private mutating func request(_ type: Int, _ source: Int) throws {
        let outcome = Locked<[String]>([])
        let began = test.clock.now
        let token = test.hub.request(try event(type, source)) { ended in
            outcome.withLock { $0.append(HubModel.text(of: ended)) }
        }
        let (isHeard, isAnswered, isDropped) = expect(type, source)
        var allowed: Set<String> = isAnswered ? ["response"] : isHeard ? ["timeout"] : ["no listener"]
        // What takes its time may take that of the request.
        if isAnswered, listeners.contains(where: { $0.isOpen && $0.manner == .stuck }) {
            allowed.formUnion(endingsOfDelay)
        }
        // A listener that receives once is gone then, and whether somebody who is being made will answer is not known.
        let isOnce = listeners.contains { $0.isOpen && $0.manner == .once }
        if !isAnswered, isOnce || isMaking, !isDropped { allowed.formUnion(["timeout", "no listener"]) }
        requests.append(Request(outcome: outcome, token: token, allowed: allowed, began: began))
    }

    /// How requests may end whose time is taken by others: nobody was late where who answers is still being made.
    private var endingsOfDelay: Set<String> { isMaking ? ["timeout", "no listener"] : ["timeout"] }

    private static func text(of outcome: RequestOutcome) -> String {
        switch outcome {
        case .response: "response"
        case .timeout: "timeout"
        case .noListener: "no listener"
        case .cancelled: "cancelled"
        case .hubShutDown: "shut down"
        }
    }

    private mutating func publish(_ number: Int) -> String? {
        guard registered[number] != nil, let runtime = runtimes.withLock({ $0[number] }) else { return nil }
        count += 1
        do throws(HubError) {
            try runtime.publishState(["value": .int(Int64(count))])
        } catch {
            return "publishing was refused: \(error)"
        }
        states[number] = count
        return nil
    }

    private mutating func intercept(_ rule: Rule) {
        struct Failure: Error {}
        let token = test.hub.intercept(name: "\(rule)") { event in
            switch rule {
            case .drop: return event.type == HubModel.types[0] && event.data["number"] != nil ? .drop : .pass
            case .replace:
                guard event.type == HubModel.types[1], event.data["number"] != nil else { return .pass }
                return .replace(
                    try Event(name: event.name, type: HubModel.types[2], source: event.source, data: event.data)
                )
            case .fail: throw Failure()
            }
        }
        rules.append((rule, token))
    }

    /// A listener receives nothing that it has not received by now, though it had a right to.
    private mutating func end(_ place: Int) {
        listeners[place].least = listeners[place].ear.all.count
    }

    private mutating func forgetStates() {
        for place in listeners.indices {
            for heard in listeners[place].expected.indices.dropFirst(listeners[place].ear.all.count) {
                listeners[place].expected[heard].isStateGone = true
            }
        }
    }

    /// Who would have answered a request may be gone before it receives it.
    private mutating func loosenRequests() {
        for place in requests.indices where requests[place].outcome.withLock({ $0.isEmpty }) {
            requests[place].allowed.formUnion(["response", "timeout", "no listener"])
        }
    }

    // MARK: - Looking

    private static func isAs(_ heard: [Heard], _ expected: ArraySlice<Heard>) -> Bool {
        heard.count == expected.count && zip(heard, expected).allSatisfy { $0.isAs($1) }
    }

    private var fault: String? {
        for (place, listener) in listeners.enumerated() {
            let heard = listener.ear.all
            if !listener.ear.isInOrder { return "listener \(place) hears events out of order" }
            if let least = listener.least {
                guard heard.count == least, Self.isAs(heard, listener.expected.prefix(least)) else {
                    return "listener \(place) was cancelled after \(least) events and heard \(heard)"
                }
            } else if !Self.isAs(heard, listener.expected[...]) {
                return "listener \(place) on \(listener.pattern) heard \(heard) and not \(listener.expected)"
            }
        }
        for (place, request) in requests.enumerated() {
            let outcomes = request.outcome.withLock { $0 }
            if outcomes.count > 1 { return "request \(place) ended \(outcomes)" }
            if let outcome = outcomes.first, !request.allowed.contains(outcome) {
                return "request \(place) ended with \(outcome) and not \(request.allowed.sorted())"
            }
        }
        if registered.keys.contains(where: { !test.hub.extensionNames.contains("extension \($0)") }) {
            return "the extensions are \(test.hub.extensionNames)"
        }
        return nil
    }

    private var unanswered: String? {
        requests.firstIndex { $0.outcome.withLock { $0.isEmpty } }.map { "request \($0) never ended" }
    }
}
