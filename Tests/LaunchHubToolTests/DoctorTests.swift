// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import LaunchHub
    import LaunchHubServer
    import NielsenAppApi
    import TestSupport
    import Testing

    @testable import LaunchHubTool

    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct DoctorTests {
        /// What `doctor` says of a subject, and the exit code.
        private func doctor(_ words: String..., port: Int = 0) throws -> (code: Int32, rows: [JSONObject]) {
            let run = try Executable.run(["doctor", "--json", "--port", "\(port)"] + words)
            #expect(run.error.isEmpty)
            let rows = try run.output.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
            let problems = rows.count { $0["status"] == "problem" }
            #expect(rows.last?["problems"]?.intValue == Int64(problems))
            #expect(run.code == (problems == 0 ? 0 : 1))
            #expect(rows.allSatisfy { ($0["kind"] == "finding") == ($0["status"] == "problem") })
            #expect(rows.allSatisfy { $0["status"] != "problem" || $0["cure"]?.stringValue?.isEmpty == false })
            return (run.code, rows)
        }

        private func messages(_ rows: [JSONObject], _ subject: String, _ status: String) -> [String] {
            rows.filter { $0["subject"]?.stringValue == subject && $0["status"]?.stringValue == status }
                .compactMap { $0["message"]?.stringValue }
        }

        @Test func aFolderOfAnAppThatWorksHasNoProblem() throws {
            let app = try QueuedApp()
            let (code, rows) = try doctor(app.path)
            #expect(code == 0, "\(rows)")
            #expect(messages(rows, "folder", "good") == ["\(app.path) belongs to its owner alone and can be written"])
            #expect(messages(rows, "pings", "good").first?.hasPrefix("2 wait, the oldest since ") == true)
            #expect(messages(rows, "privacy", "remark").contains { $0.hasPrefix("the user has opted out") })
            #expect(messages(rows, "clock", "good").count == 1)
            #expect(messages(rows, "port", "good").count == 1)
        }

        @Test func withoutAFolderThePortAndTheClockAreLookedAt() throws {
            let (code, rows) = try doctor()
            #expect(code == 0)
            #expect(Set(rows.compactMap { $0["subject"]?.stringValue }) == ["port", "clock"])
            let text = try Executable.run(["doctor", "--port", "0"])
            #expect(text.output.hasSuffix("\nNo problem.\n"))
            #expect(text.error.contains("no folder of an app was looked at"))
        }

        @Test func whatWasSetAsideIsAProblemWithTheCollectorsAnswer() throws {
            let app = try QueuedApp(aside: 2)
            let (code, rows) = try doctor(app.path)
            #expect(code == 1)
            #expect(messages(rows, "pings", "problem") == ["2 set aside because a collector refused them"])
            #expect(messages(rows, "answers", "problem") == ["2 refused: \(QueuedApp.reason)"])
            let text = try Executable.run(["doctor", app.path, "--port", "0"]).output
            #expect(text.hasSuffix("\n2 problems.\n"))
            #expect(text.contains("problem  answers  2 refused: \(QueuedApp.reason)\n"))
        }

        @Test func whatFailedBeforeAndWaitsIsRemarkedOn() throws {
            let app = try QueuedApp()
            let database = try RawDatabase(app.folder.file("pings.sqlite"))
            #expect(try messages(doctor(app.path).rows, "answers", "good").count == 1)
            try database.run("UPDATE hit SET attempts = 3 WHERE row = 1")
            // The first of January 2100, in microseconds.
            try database.run("INSERT OR REPLACE INTO stream VALUES ('other', NULL, 0, 4102444800000000)")
            let (code, rows) = try doctor(app.path)
            #expect(code == 0)
            let found = messages(rows, "answers", "remark")
            #expect(found.contains("1 of those that wait failed before, 3 times at most"))
            #expect(found.contains { $0.hasSuffix(": the next try is at 2100-01-01 00:00:00 UTC") }, "\(found)")
            #expect(messages(rows, "answers", "good").isEmpty)
        }

        @Test func rightsOfOthersAreAProblem() throws {
            let app = try QueuedApp()
            let file = app.folder.file("nielsen.json").path
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
            #expect(try messages(doctor(app.path).rows, "folder", "problem") == ["others may use \(file) (644)"])
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: app.path)
            let found = try messages(doctor(app.path).rows, "folder", "problem")
            #expect(found == ["others may use \(app.path) (755) and 1 more"])
        }

        @Test func damageIsAProblem() throws {
            let app = try QueuedApp()
            for name in ["nielsen.json", "nielsen.copy.json"] { try Data().write(to: app.folder.file(name)) }
            try Data().write(to: app.folder.file("hub.json.damaged"))
            try RawDatabase(app.folder.file("pings.sqlite")).run("UPDATE hit SET payload = 'x' WHERE row = 1")
            let (code, rows) = try doctor(app.path)
            #expect(code == 1)
            #expect(messages(rows, "privacy", "problem").count == 1)
            #expect(messages(rows, "folder", "problem").contains { $0.hasSuffix("damaged: hub.json.damaged") })
            #expect(messages(rows, "pings", "problem") == ["damaged: 1"])
            try Data("no database".utf8).write(to: app.folder.file("pings.sqlite"))
            #expect(try messages(doctor(app.path).rows, "pings", "problem").count == 1)
        }

        @Test(arguments: [("optedin", "good"), ("optedout", "remark"), ("optunknown", "remark")])
        func thePrivacyStatusIsSaid(_ value: String, _ status: String) throws {
            let app = try QueuedApp()
            var options = ConfigurationOptions()
            options.keep(in: app.folder.url)
            let hub = EventHub(options: HubOptions(configuration: options), log: .disabled)
            hub.configuration.privacyStatus = HubPrivacyStatus(configurationValue: value)
            #expect(
                try messages(doctor(app.path).rows, "privacy", status).contains {
                    $0.hasPrefix("op") || $0.hasPrefix("un")
                }
            )
        }

        @Test func aPortThatIsTakenIsAProblemUnlessOurServerHasIt() async throws {
            let socket = try TakenPort()
            let (code, rows) = try doctor(port: Int(socket.port))
            #expect(code == 1)
            let found = messages(rows, "port", "problem")
            #expect(found.first?.contains(":\(socket.port): ") == true, "\(found)")
        }

        // MARK: - The clock and long waits, at other times than now

        @Test func aClockThatIsWrongIsAProblem() throws {
            let app = try QueuedApp()
            let early = Date(timeIntervalSince1970: 1_000_000)
            #expect(ClockDiagnosis(now: early, url: nil).findings.map(\.status) == [.problem])
            let now = Date()
            #expect(ClockDiagnosis(now: now, url: app.folder.url).findings.map(\.status) == [.good])
            let before = now.addingTimeInterval(-3_600)
            #expect(ClockDiagnosis(now: before, url: app.folder.url).findings.map(\.status) == [.problem])
        }

        @Test(arguments: [(3_600, Diagnosis.Status.good), (86_300, .good), (86_500, .problem)])
        func aPingThatWaitsForDaysIsAProblem(_ seconds: Int, _ status: Diagnosis.Status) throws {
            let app = try QueuedApp()
            let now = Date().addingTimeInterval(TimeInterval(seconds))
            #expect(QueueDiagnosis(url: app.folder.url, now: now).findings.first?.status == status)
        }
    }

    /// A port at which something listens that is no server of ours.
    private final class TakenPort {
        let port: UInt16
        private let descriptor: Int32

        init() throws {
            #if canImport(Glibc)
                descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            #else
                descriptor = socket(AF_INET, SOCK_STREAM, 0)
            #endif
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let (descriptor, bound) = (descriptor, size)
            let result = withUnsafeMutablePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(descriptor, address, bound) == 0 && listen(descriptor, 1) == 0
                        && getsockname(descriptor, address, &size) == 0
                }
            }
            try #require(result)
            port = UInt16(bigEndian: address.sin_port)
        }

        deinit { close(descriptor) }
    }
#endif
