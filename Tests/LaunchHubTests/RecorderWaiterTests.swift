// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubTesting
import Testing

/// Several tasks that wait for one recorder.
struct RecorderWaiterTests {
    /// The first condition that holds must not end the wait that began first.
    @Test func eachWaitEndsWithItsOwnCondition() async {
        let recorder = Recorder<Int>()
        // A condition is asked as soon as its wait is known to the recorder.
        let asked = Recorder<Int>()
        let ended = Recorder<Int>()
        for number in 1...3 {
            Task {
                let holds = await recorder.waits { numbers in
                    asked.append(number)
                    return numbers.contains(number)
                }
                ended.append(holds ? number : -number)
            }
            #expect(await asked.waits { $0.contains(number) })
        }
        for (count, number) in [2, 3, 1].enumerated() {
            recorder.append(number)
            #expect(await ended.waits(for: count + 1))
        }
        #expect(ended.elements == [2, 3, 1])
    }

    @Test func whatAListenerForgetsDoesNotCount() throws {
        let listener = RecordingListener()
        listener.hear(try event("first"))
        listener.hear(try event("second"))
        #expect(listener.count == 2)
        listener.removeAll()
        #expect(listener.count == 0 && listener.events.isEmpty)
        listener.hear(try event("third"))
        #expect(listener.names == ["third"])
    }
}
