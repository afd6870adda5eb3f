// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHub

/// The codes and texts of the hub's errors, by which apps tell them apart.
struct HubErrorTests {
    private static let errors: [(HubError.Reason, HubErrorCode<HubError>, Bool, String)] = [
        (.badName, .badName, false, "the extension has no name; return a name such as \"com.example.extension\""),
        (
            .duplicateName("a"), .duplicateName, false,
            "an extension named \"a\" is registered already; names are compared without regard to case, and each "
                + "extension is registered once"
        ),
        (
            .badClass("A", needed: "B"), .badClass, false, "A cannot be registered; it must inherit from B"
        ),
        (
            .typeNotSupported, .typeNotSupported, false,
            "an empty event type cannot be listened to; name one, or use the wildcard"
        ),
        (
            .sourceNotSupported, .sourceNotSupported, false,
            "an empty event source cannot be listened to; name one, or use the wildcard"
        ),
        (.initializerFailed("a", "why"), .initializerFailed, false, "the initializer of extension \"a\" failed: why"),
        (
            .bootDeadlineExceeded("a", .seconds(2)), .bootDeadlineExceeded, false,
            "the initializer of extension \"a\" did not return within 2000 ms; the hub continues without it"
        ),
        (.notRegistered("a"), .notRegistered, false, "extension \"a\" is not registered"),
        (.shutDown, .shutDown, false, "the hub has been shut down; make a new one"),
        (.alreadySet(at: 7), .alreadySet, true, "a state was published at event 7 already; publish once an event"),
        (
            .olderThanNewest(7, newest: 8), .olderThanNewest, true,
            "event 7 is older than event 8, at which a state was published; publish in the order of events"
        ),
        (.noOwner("a"), .notRegistered, true, "extension \"a\" is not registered, so it has no state to publish"),
    ]

    @Test(arguments: errors.indices)
    func everyErrorHasItsCodeAndText(_ index: Int) {
        let (reason, code, isAboutState, text) = Self.errors[index]
        let error = HubError(reason)
        #expect(error.code == code)
        #expect(error.isAboutState == isAboutState)
        #expect(error.description == text)
        #expect(error.overrun == nil)
    }

    @Test func aStateThatJSONCannotHoldIsAnErrorAboutTheState() throws {
        let object: JSONObject = ["n": .double(.nan)]
        do {
            try object.validate()
            Issue.record("it was accepted")
        } catch {
            let refusal = HubError(.dataNotSupported(error))
            #expect(refusal.code == .dataNotSupported && refusal.isAboutState)
            #expect(refusal.description == "the state cannot be published: \(error)")
        }
    }

    private func overrun(_ kind: OverrunCall, of owner: String?, _ event: Event?, isRemoved: Bool = false) -> Overrun {
        Overrun(
            listener: "ear",
            extensionName: owner,
            kind: kind,
            event: event,
            budget: .milliseconds(100),
            strikes: 3,
            isRemoved: isRemoved
        )
    }

    @Test func anOverrunSaysWhoTookTooLongForWhat() throws {
        let advice = "for more than 100 ms; hand long work to a queue of its own and return at once."
        let event = try event("Some event")
        let cases: [(Overrun, String)] = [
            (overrun(.listener, of: "ext", event), "listener ear of ext has been hearing Some event \(advice)"),
            (overrun(.listener, of: nil, nil), "listener ear has been hearing an event \(advice)"),
            (overrun(.construction, of: "ear", nil), "listener ear has been being made \(advice)"),
            (overrun(.workInOrder, of: "ext", nil), "workInOrder of ear of ext has been running \(advice)"),
            (
                overrun(.tap, of: nil, nil, isRemoved: true),
                "tap of ear has been running \(advice) It is removed after 3 strikes."
            ),
        ]
        for (overrun, text) in cases {
            #expect(overrun.description == text)
            let error = HubError(.listenerOverran(overrun))
            #expect(error.code == .listenerOverran && !error.isAboutState)
            #expect(error.description == text)
            #expect(error.overrun?.strikes == 3)
        }
        #expect(
            cases[0].0.data == [
                "listener": "ear", "call": "listener", "budget_ms": 100.0, "strikes": 3, "removed": false,
                "description": .string(cases[0].1), "extension": "ext", "event_name": "Some event", "event_number": 0,
            ]
        )
        #expect(
            cases[4].0.data == [
                "listener": "ear", "call": "tap", "budget_ms": 100.0, "strikes": 3, "removed": true,
                "description": .string(cases[4].1),
            ]
        )
    }
}
