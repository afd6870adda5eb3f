// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenTestSupport
import Testing

@testable import NielsenAppApi

/// Devices are numbered, so that of two that arrive in another order the later one holds.
struct DeviceNumberTests {
    private func device(_ name: String) -> NielsenDevice {
        var device = NielsenDevice()
        device.name = name
        return device
    }

    @Test func devicesAreNumberedFromOne() {
        let feed = NielsenDeviceFeed()
        let told = Locked<[String]>([])
        func subscribe(_ name: String, while isThere: Bool = true) {
            feed.subscribe { device, version in
                told.withLock { $0.append("\(name) \(device.name) \(version)") }
                return isThere
            }
        }
        subscribe("a")
        #expect(told.withLock { $0 } == [])
        #expect(feed.current == nil)
        feed.send(device("one"))
        subscribe("b", while: false)
        #expect(told.withLock { $0 } == ["a one 1", "b one 1"])
        told.withLock { $0 = [] }
        feed.send(device("two"))
        #expect(told.withLock { $0.sorted() } == ["a two 2", "b two 2"])
        told.withLock { $0 = [] }
        // Whoever has said that it is gone is not told any more.
        feed.send(device("three"))
        #expect(told.withLock { $0 } == ["a three 3"])
        #expect(feed.current?.name == "three")
    }

    @Test func everyDeviceReachesAnInstance() throws {
        let bench = Bench()
        let environment = bench.environment()
        let api = try NielsenAppApi.make(appInfo: Bench.appInfo, environment: environment)
        for name in ["one", "two", "three"] {
            environment.deviceFeed.send(device(name))
            #expect(api.instance.guarded.withLock { $0.device.name } == name)
        }
        api.shutdown()
        environment.deviceFeed.send(device("four"))
        #expect(api.instance.guarded.withLock { $0.device.name } == "three")
    }
}
