// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

struct HubLogTests {
    @Test func eachCallLogsAtItsLevel() {
        let sink = RecordingSink()
        let log = HubLog(level: .verbose, sink: sink)
        log.error("a", "1")
        log.warning("b", "2")
        log.debug("c", "3")
        log.verbose("d", "4")
        log.level = .warning
        log.debug("e", "5")
        log.warning("f", "6")
        #expect(
            sink.records.map { "\($0.level) \($0.tag) \($0.message)" } == [
                "ERROR a 1", "WARNING b 2", "DEBUG c 3", "VERBOSE d 4", "WARNING f 6",
            ]
        )
        // A text that nobody reads is not made.
        let made = Locked(0)
        func text() -> String {
            made.withLock { $0 += 1 }
            return ""
        }
        log.verbose("g", text())
        log.error("h", text())
        #expect(made.withLock { $0 } == 1)
        let other = RecordingSink()
        log.sink = other
        log.error("i", "7")
        #expect(other.records == [LogRecord(level: .error, tag: "i", message: "7")])
        #expect(HubLog().level == .error && HubLog.disabled.level == .error)
    }
}
