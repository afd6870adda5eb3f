// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import HubServices
import NielsenAppApi
import Testing

struct AppInfoTests {
    private let bench = Bench()

    private func refusal(_ appInfo: Any) -> NielsenError? {
        do throws(NielsenError) {
            _ = try NielsenAppApi.make(appInfo: appInfo, environment: bench.environment())
            return nil
        } catch {
            return error
        }
    }

    @Test func withoutAnAppidItIs1007() {
        for wrong in [[:], ["appId": ""], ["appid": ""], ["appid": "  "]] {
            #expect(refusal(wrong)?.appApiErrorCode == .emptyAppId, "\(wrong)")
            #expect(refusal(wrong)?.key == "appid")
        }
        #expect(refusal(["appid": 5])?.code == 1007)
        #expect(refusal(["appid": ""])?.rule == "APPID_EMPTY")
    }

    @Test func whatIsNoObjectIs1008() {
        for wrong: Any in ["P", "[]", "", 5, ["appid"]] {
            #expect(refusal(wrong)?.code == 1008, "\(wrong)")
            #expect(refusal(wrong)?.rule == "APPINFO_NOT_JSON_OBJECT")
        }
    }

    /// Two published plugins pass these, and end the app where they receive no instance.
    @Test(arguments: [
        "PE392366B-F2C1-4BC4-AB62-A7DAFDC51E2A" as any Sendable, ["appId": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51E2A"],
        #"{"appId": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51E2A"}"#, ["APPID": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51E2A"],
    ])
    func theFormsOfPublishedPluginsAreTakenWithAWarning(_ appInfo: any Sendable) throws {
        let environment = bench.environment()
        environment.log.level = .error
        let api = try NielsenAppApi.make(appInfo: appInfo, environment: environment)
        #expect(api.optOutURL.contains("PE392366B-F2C1-4BC4-AB62-A7DAFDC51E2A"))
        #expect(bench.lines.records.count == 1)
        #expect(api.lastErrorDict == nil)
    }

    /// Under a wrong id nobody sees what was measured.
    @Test(arguments: ["P123", "PE392366B-F2C1-4BC4-AB62-A7DAFDC51XXX", "PXXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"])
    func aWrongIDIsOneLineAtEveryLevel(_ appid: String) throws {
        for level in LogLevel.allCases {
            let bench = Bench()
            let environment = bench.environment()
            environment.log.level = level
            _ = try NielsenAppApi.make(appInfo: ["appid": appid], environment: environment)
            #expect(bench.lines.records.filter { $0.level <= .warning && $0.message.contains("APPID_") }.count == 1)
        }
    }

    @Test func nothingIs1004() {
        #expect(refusal(String?.none as Any)?.code == 1004)
    }

    @Test func theFailableFormGivesNilAndLogsWhy() {
        #expect(NielsenAppApi(appInfo: ["appid": ""], delegate: nil, environment: bench.environment()) == nil)
        #expect(NielsenEventTracker(appInfo: "x", delegate: nil, environment: bench.environment()) == nil)
        #expect(bench.logged("1007 AppApiEmptyAppId"))
        #expect(bench.hearing.events.isEmpty)
    }

    @Test(arguments: [
        ("APPID_NOT_GUID", "P123"),
        ("APPID_T_PREFIX", "TE392366B-F2C1-4BC4-AB62-A7DAFDC51XXX"),
        ("APPID_PREFIX_MISSING", "E392366B-F2C1-4BC4-AB62-A7DAFDC51XXX"),
        ("APPID_PREFIX_MISSING", "QE392366B-F2C1-4BC4-AB62-A7DAFDC51XXX"),
    ])
    func anOddAppidWarnsOnly(_ rule: String, _ appid: String) throws {
        _ = try bench.makeApi(["appid": appid])
        #expect(bench.logged(rule))
        #expect(bench.hearing.errors.isEmpty)
    }

    @Test func aGoodAppidWarnsOfNothing() throws {
        _ = try bench.makeApi()
        #expect(!bench.lines.records.contains { $0.level <= .warning })
    }

    @Test func anUnknownSfcodeIsError17AndMeasurementGoesOn() throws {
        let api = try bench.makeApi(["appid": "P", "sfcode": "moon"])
        #expect(bench.hearing.errors == [17])
        #expect(bench.hearing.events == [2001])
        #expect(api.state == .idle)
    }

    @Test func theKnownSfcodesAreConfigured() throws {
        _ = try bench.makeApi(["appid": "P", "sfcode": "moon"]) { $0.acceptedSfcodes = ["moon"] }
        #expect(bench.hearing.errors.isEmpty)
    }

    @Test(arguments: [(300, []), (301, [18])])
    func hashedIdentifiersHaveALimit(_ length: Int, _ errors: [Int]) throws {
        _ = try bench.makeApi(["appid": "P", "hem_sha256": String(repeating: "a", count: length)])
        #expect(bench.hearing.errors == errors)
        // What is too long is cut nowhere and sent nowhere.
        #expect((bench.sink.records.first?.metadata["hem_sha256"] == nil) == !errors.isEmpty)
    }

    @Test func emptyNamesAndValuesThatAreNoStringsAreReported() throws {
        _ = try bench.makeApi(["appid": "P", "appname": "", "appversion": "", "debug": true] as [String: Any])
        #expect(Set(bench.hearing.errors) == [1, 1005, 1006])
    }

    @Test func debugWritesWhateverTheLevelIs() throws {
        let environment = bench.environment()
        environment.log.level = .error
        let api = try NielsenAppApi.make(appInfo: ["appid": "P", "nol_devDebug": "DEBUG"], environment: environment)
        #expect(api.debug)
        api.stop()
        #expect(bench.logged("stop is not expected"))
        api.debug = false
        api.end()
        #expect(!bench.logged("end is not expected"))
    }

    @Test(arguments: [
        ("DEBUG", LogLevel.verbose), ("INFO", .verbose), ("i", .verbose), ("d", .verbose), ("loud", .verbose),
        ("WARN", .warning),
        ("w", .warning), ("ERROR", .error), ("E", .error), ("", .error),
    ])
    func devDebugAsksForLinesUpToItsLevel(_ value: String, _ highest: LogLevel) throws {
        let environment = bench.environment()
        environment.log.level = .error
        let api = try NielsenAppApi.make(appInfo: ["appid": "P", "nol_devDebug": value], environment: environment)
        #expect(api.debug == (highest == .verbose))
        // A call, a remark that it is not expected, a warning that a title is long, an error that metadata is missing.
        api.stop()
        api.loadMetadata(["type": "content", "title": "A title of more than forty characters, S01E02"])
        #expect(Set(bench.lines.records.map(\.level)) == Set(LogLevel.allCases.filter { $0 <= highest }))
    }
}
