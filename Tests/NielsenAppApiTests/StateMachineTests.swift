// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi
import Testing

struct StateMachineTests {
    private typealias Input = NielsenStateMachine.Input
    private typealias Cell = NielsenStateMachine.Transition

    /// The table of "iOS SDK API Reference"; what is not listed is a dash in the document: ignored, the state stays.
    private static let table: [NielsenState: [Input: Cell]] = [
        .initial: [
            .initialized: Cell(.idle, .accept),
            .initializationFailed: Cell(.disabled, .accept),
        ],
        .idle: [
            .play: Cell(.processing, .accept),
            .loadMetadata: Cell(.processing, .accept),
            .disable: Cell(.disabled, .accept),
            .loadStatic: Cell(.idle, .accept),
            .staticEnd: Cell(.idle, .accept),
            .updateOTT: Cell(.idle, .accept),
            .userOptOut: Cell(.idle, .accept),
        ],
        .processing: [
            .play: Cell(.processing, .acceptAfterStop),
            .loadMetadata: Cell(.processing, .accept),
            .playheadPosition: Cell(.processing, .accept),
            .sendID3: Cell(.processing, .accept),
            .stop: Cell(.idle, .accept),
            .end: Cell(.idle, .accept),
            .disable: Cell(.disabled, .acceptAfterStop),
            .loadStatic: Cell(.processing, .accept),
            .staticEnd: Cell(.processing, .accept),
            .updateOTT: Cell(.processing, .accept),
            .userOptOut: Cell(.processing, .accept),
        ],
        .disabled: [
            .enable: Cell(.idle, .accept),
            .userOptOut: Cell(.disabled, .accept),
        ],
    ]

    @Test(arguments: NielsenState.allCases, NielsenStateMachine.Input.allCases)
    func everyCellIsAsDocumented(state: NielsenState, input: NielsenStateMachine.Input) {
        let expected = Self.table[state]?[input] ?? Cell(state, .ignore)
        #expect(NielsenStateMachine.transition(from: state, on: input) == expected)
        var machine = NielsenStateMachine(state: state)
        #expect(machine.handle(input) == expected.verdict)
        #expect(machine.state == expected.next)
    }

    @Test func theMachineStartsUninitialized() {
        #expect(NielsenStateMachine().state == .initial)
    }
}
