// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// Several extensions registered together, and what the hub says of them.
struct RegisterManyTests {
    private final class First: HubExtension {
        static let extensionName = "first"
        static let extensionVersion = "1.2.3"
        init(runtime: ExtensionRuntime) {}
    }

    private final class Second: HubExtension {
        static let extensionName = "second"
        init(runtime: ExtensionRuntime) {}
    }

    private final class Failing: HubExtension {
        static let extensionName = "failing"
        init(runtime: ExtensionRuntime) throws { throw TestFailure() }
    }

    private final class Nameless: HubExtension {
        static let extensionName = ""
        init(runtime: ExtensionRuntime) {}
    }

    @Test func theCompletionComesOnceWhenAllAreThere() throws {
        let test = TestHub()
        let ended = Recorder<[String]>()
        test.hub.register([First.self, Second.self]) { errors in ended.append(errors.map { "\($0)" }) }
        test.run()
        #expect(ended.isEmpty)
        test.start()
        #expect(ended.elements == [[]])
        #expect(test.hub.extensionNames == ["first", "second"])
    }

    @Test func thoseThatAreLeftOutAreNamedAndTheOthersAreThere() throws {
        let test = TestHub()
        test.start()
        let ended = Recorder<[String]>()
        test.hub.register([First.self, Failing.self, Nameless.self, First.self, Second.self]) { errors in
            ended.append(errors.map { "\($0)" })
        }
        test.run()
        let errors = try #require(ended.elements.first)
        #expect(ended.count == 1)
        #expect(errors.count == 3)
        #expect(errors.contains { $0.contains("failing") })
        #expect(errors.contains { $0.contains("first") })
        #expect(test.hub.extensionNames == ["first", "second"])
    }

    @Test func anEndBeforeTheStartIsReported() throws {
        let test = TestHub()
        let ended = Recorder<Int>()
        test.hub.register([First.self, Second.self]) { errors in ended.append(errors.count) }
        try test.hub.unregister("first")
        test.shutDown()
        #expect(ended.elements == [2])
    }
}
