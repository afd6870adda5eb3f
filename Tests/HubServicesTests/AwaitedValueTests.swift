// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

struct AwaitedValueTests {
    @Test func theValueOfTheCallbackIsReturned() async {
        let value: Int = await awaitedValue { resume in resume(7) }
        #expect(value == 7)
        let later: Int = await awaitedValue { resume in Task { resume(8) } }
        #expect(later == 8)
    }

    // Tests in processes of their own came with this version.
    #if (os(Linux) || os(macOS)) && compiler(>=6.2)
        /// The second value would have nobody to go to, and the task would be resumed in the middle of something else.
        @Test func aCallbackThatIsCalledTwiceEndsTheProcess() async {
            await #expect(processExitsWith: .failure) {
                let _: Int = await awaitedValue { resume in
                    resume(1)
                    resume(2)
                }
            }
        }
    #endif
}
