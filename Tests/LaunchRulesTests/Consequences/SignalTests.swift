// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import LaunchRules
import TestSupport
import Testing

/// Consequences that send requests and open addresses.
@Suite struct SignalTests {
    @Test func aPostbackSendsWhatTheRuleSays() throws {
        let bench = SignalBench()
        try bench.rule(
            "pb",
            [
                "templateurl": "https://collector.example/hit?t={%urlenc(title)%}",
                "templatebody": "{\"t\": \"{%title%}\"}",
                "timeout": 5,
            ]
        )
        try bench.trigger(["title": "A & B"])
        let request = try #require(bench.servers.requests.first)
        #expect(bench.servers.requests.count == 1)
        #expect(request.method == .post)
        #expect(request.url.absoluteString == "https://collector.example/hit?t=A%20%26%20B")
        #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == #"{"t": "A & B"}"#)
        #expect(request.headers["Content-Type"] == "application/json")
        #expect(request.limits.timeout == .seconds(5))
        #expect(request.limits.redirects == 0)
        #expect(bench.signals.summary() == (0, 0, 1))
    }

    @Test func withoutABodyItIsAGetRequestWithTwoSeconds() throws {
        let bench = SignalBench()
        try bench.rule("pb", ["templateurl": "https://collector.example/", "templatebody": ""])
        try bench.trigger()
        let request = try #require(bench.servers.requests.first)
        #expect(request.method == .get)
        #expect(request.body == nil)
        #expect(request.limits.timeout == .seconds(2))
    }

    @Test(
        arguments: [
            (body: "a=1&b=2", given: nil, "application/x-www-form-urlencoded"),
            (body: "[1]", given: nil, "application/json"),
            (body: "[1]", given: "text/plain", "text/plain"),
        ] as [(String, String?, String)]
    )
    func theBodyDecidesItsTypeUnlessTheRuleDoes(_ body: String, _ given: String?, _ expected: String) throws {
        let bench = SignalBench()
        var detail: JSONObject = ["templateurl": "https://collector.example/", "templatebody": .string(body)]
        if let given { detail["contenttype"] = .string(given) }
        try bench.rule("pb", detail)
        try bench.trigger()
        #expect(bench.servers.requests.first?.headers["Content-Type"] == expected)
    }

    /// Each line: what the configuration lists, where the rule sends, and what the warning says; nil if it is sent.
    @Test(
        arguments: [
            ([], "https://collector.example/", "add it to the list \"rules.hosts\""),
            (["collector.example"], "https://collector.example/", nil),
            (["Collector.Example."], "https://COLLECTOR.example/", nil),
            (["collector.example"], "https://other.example/", "does not allow other.example"),
            (["collector.example"], "https://collector.example.evil.example/", "does not allow"),
            (["collector.example"], "https://collector.example@evil.example/", "user name"),
            (["collector.example"], "https://evil.example\\@collector.example/", "beyond ASCII"),
            (["*.example.org"], "https://a.b.example.org/", nil),
            (["*.example.org"], "https://example.org/", "does not allow example.org"),
            (["*.example.org"], "https://aexample.org/", "does not allow aexample.org"),
            (["*"], "https://collector.example/", "does not allow"),
            (["collector.example:8443"], "https://collector.example:8443/", nil),
            (["collector.example:8443"], "https://collector.example/", "does not allow"),
            (["collector.example"], "http://collector.example/", "can be read and changed on its way"),
            (["127.0.0.1"], "http://127.0.0.1:8642/hit", nil),
            (["[::1]"], "http://[::1]:8642/hit", nil),
            (["collector.example"], "ftp://collector.example/", "https: address"),
            (["collector.example"], "collector.example/hit", "not an address with a scheme"),
            (["collector.example"], "https://collector.example/a b", "{%urlenc(key)%}"),
            (["collector.example"], "", "no \"templateurl\""),
        ] as [([JSONValue], String, String?)]
    )
    func requestsGoToAllowedHostsAlone(_ hosts: [JSONValue], _ url: String, _ warning: String?) throws {
        let bench = SignalBench(hosts: .array(hosts))
        try bench.rule("pb", ["templateurl": .string(url)])
        try bench.trigger()
        #expect(bench.servers.requests.count == (warning == nil ? 1 : 0))
        if let warning {
            #expect(bench.warnings.contains { $0.contains(warning) }, "\(bench.warnings)")
            #expect(bench.signals.summary().waiting == 0)
        } else {
            #expect(bench.warnings == [])
        }
    }

    @Test func personalDataIsSentByHTTPSAlone() throws {
        let bench = SignalBench(hosts: ["127.0.0.1"])
        try bench.rule("pii", ["templateurl": "http://127.0.0.1/{%id%}"])
        try bench.trigger(["id": 1])
        #expect(bench.servers.requests.isEmpty)
        #expect(bench.warnings.first?.contains("https: alone") == true)
        try bench.rule("pii", ["templateurl": "https://127.0.0.1/{%id%}"])
        try bench.trigger(["id": 1])
        #expect(bench.servers.requests.map(\.url.absoluteString) == ["https://127.0.0.1/1"])
    }

    @Test(
        arguments: [
            ["templateurl": "https://collector.example/", "templatebody": ["a": 1]],
            ["templateurl": 5],
            ["templateurl": "https://collector.example/", "timeout": "soon"],
            ["templateurl": "https://collector.example/", "templatebody": "x", "contenttype": "a\r\nX-Evil: 1"],
        ] as [JSONObject]
    )
    func aDetailThatCannotBeUsedIsRefusedWithAReason(_ detail: JSONObject) throws {
        let bench = SignalBench()
        try bench.rule("pb", detail)
        try bench.trigger()
        try bench.trigger()
        #expect(bench.servers.requests.isEmpty)
        // Once, however often it fails.
        #expect(bench.warnings.count == 1)
        #expect(bench.warnings.first?.contains("consequence \"c\" (pb) is not carried out") == true)
    }

    @Test func withAnUnknownStatusRequestsWaitAndOptedOutTheyAreGone() throws {
        let bench = SignalBench(privacy: nil)
        try bench.rule("pb", ["templateurl": "https://collector.example/{%n%}"])
        try bench.trigger(["n": 1])
        #expect(bench.servers.requests.isEmpty)
        #expect(bench.signals.summary().waiting == 1)
        bench.test.hub.configuration.privacyStatus = .optedIn
        bench.settle()
        #expect(bench.servers.requests.count == 1)

        bench.test.hub.configuration.privacyStatus = .unknown
        try bench.trigger(["n": 2])
        #expect(bench.signals.summary().waiting == 1)
        bench.test.hub.configuration.privacyStatus = .optedOut
        #expect(bench.signals.summary().waiting == 0)
        try bench.trigger(["n": 3])
        bench.test.hub.configuration.privacyStatus = .optedIn
        try bench.trigger(["n": 4])
        #expect(bench.servers.requests.map(\.url.path) == ["/1", "/4"])
    }

    @Test func aRequestIsTriedUnderOneKeyUntilItsHostAnswers() throws {
        let bench = SignalBench()
        try bench.rule("pb", ["templateurl": "https://collector.example/{%n%}"])
        bench.servers.answer(.success(503))
        try bench.trigger(["n": 1])
        bench.servers.answer(.failure(.connection("no network")))
        bench.advance(by: .seconds(3_600))
        #expect(bench.signals.summary().waiting == 1)
        bench.servers.answer(.success(204))
        try bench.trigger(["n": 2])
        bench.advance(by: .seconds(7_200))
        let requests = bench.servers.requests
        #expect(requests.count > 3)
        #expect(requests.map(\.url.path).filter { $0 == "/2" }.count == 1)
        #expect(requests.last?.url.path == "/2")
        #expect(Set(requests.map { $0.headers["Idempotency-Key"] }).count == 2)
        #expect(bench.signals.summary() == (0, 0, 2))
    }

    @Test func whatAHostRefusesForHoursIsSetAsideAndCanBeSentAgain() throws {
        let bench = SignalBench()
        try bench.rule("pb", ["templateurl": "https://collector.example/"])
        bench.servers.answer(.success(404))
        try bench.trigger()
        #expect(bench.signals.summary() == (1, 0, 0))
        #expect(bench.signals.waitingReasons()["collector.example"]?.contains("status 404") == true)
        for _ in 0..<24 { bench.advance(by: .seconds(3_600)) }
        #expect(bench.servers.requests.count >= 10)
        #expect(bench.signals.summary() == (0, 1, 0))
        #expect(bench.warnings == ["a request to collector.example was set aside: status 404"])
        bench.servers.answer(.success(200))
        #expect(bench.signals.resendSetAside() == 1)
        bench.settle()
        #expect(bench.signals.summary() == (0, 0, 1))
        #expect(Set(bench.servers.requests.map { $0.headers["Idempotency-Key"] }).count == 1)
    }

    /// Without a network it is a week, and with answers that ask for patience it is ten of them within six hours or more.
    @Test(arguments: [(.failure(.connection("no network")), 0), (.success(503), 1)] as [(Result<Int, HTTPError>, Int)])
    func aRequestIsNotTriedForEver(_ answer: Result<Int, HTTPError>, _ setAside: Int) throws {
        let bench = SignalBench()
        try bench.rule("pb", ["templateurl": "https://collector.example/"])
        bench.servers.answer(answer)
        try bench.trigger()
        for _ in 0..<8 * 24 { bench.advance(by: .seconds(3_600)) }
        #expect(bench.signals.summary() == (0, setAside, 0))
    }

    @Test func ofMoreThanAThousandRequestsTheOldestGo() throws {
        let bench = SignalBench(privacy: nil)
        try bench.rule("pb", ["templateurl": "https://collector.example/{%n%}"])
        for number in 0...1_000 {
            try bench.test.dispatch("Step", type: "one", source: "com.example.app", data: ["n": .int(Int64(number))])
        }
        bench.settle()
        #expect(bench.signals.summary() == (1_000, 0, 0))
        #expect(bench.warnings.first?.contains("more wait than are kept") == true)
    }

    @Test(
        arguments: [
            .success(302), .failure(.tooManyRedirects(limit: 0)), .failure(.bodyTooLarge(limit: 1)),
        ] as [Result<Int, HTTPError>]
    )
    func aRedirectIsNotFollowedAndABodyIsNotNeeded(_ answer: Result<Int, HTTPError>) throws {
        let bench = SignalBench()
        bench.servers.answer(answer)
        try bench.rule("pb", ["templateurl": "https://collector.example/"])
        try bench.trigger()
        #expect(bench.signals.summary() == (0, 0, 1))
    }

    @Test func whatWaitsIsSentByTheNextLaunchUnderTheSameKeyIfItsHostIsStillAllowed() throws {
        let folder = try TemporaryFolder()
        let servers = SignalBench.Servers()
        servers.answer(.failure(.connection("no network")))
        do {
            let bench = SignalBench(folder: folder.url, servers: servers)
            try bench.rule("pb", ["templateurl": "https://collector.example/"])
            try bench.trigger()
            #expect(bench.signals.summary().waiting == 1)
        }
        #expect(servers.requests.count == 1)
        servers.answer(.success(200))
        do {
            let bench = SignalBench(hosts: [], folder: folder.url, servers: servers)
            bench.advance(by: .seconds(7_200))
            #expect(servers.requests.count == 1)
            #expect(bench.signals.summary().waiting == 1)
            bench.test.hub.configuration.update(["rules.hosts": ["collector.example"]])
            // A busy disk costs tries of its own.
            for _ in 0..<20 where bench.signals.summary().sent == 0 { bench.advance(by: .seconds(7_200)) }
            #expect(servers.requests.count == 2)
            #expect(bench.signals.summary() == (0, 0, 1))
        }
        #expect(Set(servers.requests.map { $0.headers["Idempotency-Key"] }).count == 1)
    }

    @Test func anAddressIsOpenedWhereItIsAllowedAndTheUserHasAgreed() throws {
        let bench = SignalBench(hosts: ["www.example", "player:"])
        func opens(_ url: String) throws -> Bool {
            bench.opened.removeAll()
            try bench.rule("url", ["url": .string(url)])
            try bench.trigger()
            return bench.opened.elements.map(\.absoluteString) == [url]
        }
        #expect(try opens("https://www.example/a"))
        #expect(try opens("player://show/7"))
        #expect(try !opens("https://other.example/"))
        #expect(try !opens("tel:123"))
        #expect(try !opens("javascript:alert(1)"))
        bench.test.hub.configuration.privacyStatus = .unknown
        #expect(try !opens("player://show/8"))
        bench.test.hub.configuration.privacyStatus = .optedOut
        #expect(try !opens("player://show/9"))
        #expect(bench.warnings.count == 4, "\(bench.warnings)")
        #expect(bench.servers.requests.isEmpty)
    }

    @Test func nothingIsSentUnlessSomebodyAskedForIt() throws {
        let servers = SignalBench.Servers()
        let options = ConfigurationOptions(store: InMemoryKeyValueStore(), client: { servers })
        let test = TestHub(options: HubOptions(configuration: options))
        let listener = test.listener(type: "com.adobe.eventType.rulesEngine")
        test.hub.configuration.update(["rules.hosts": ["collector.example"]])
        test.hub.configuration.privacyStatus = .optedIn
        test.hub.rules.replace(
            with: try LaunchRuleSet([
                "rules": [
                    [
                        "condition": [
                            "type": "matcher", "definition": ["key": "~type", "matcher": "eq", "values": ["one"]],
                        ],
                        "consequences": [
                            ["id": "c", "type": "pb", "detail": ["templateurl": "https://collector.example/"]]
                        ],
                    ]
                ]
            ])
        )
        test.start()
        try test.dispatch("Step", type: "one", source: "com.example.app")
        #expect(listener.events.count == 1)
        #expect(servers.requests.isEmpty)
    }

    @Test func askingTwiceSendsOnce() throws {
        let bench = SignalBench()
        let again = bench.test.hub.rules.sendSignals()
        #expect(again === bench.signals)
        try bench.rule("pb", ["templateurl": "https://collector.example/"])
        try bench.trigger()
        try bench.trigger()
        #expect(bench.servers.requests.count == 2)
        #expect(Set(bench.servers.requests.map { $0.headers["Idempotency-Key"] }).count == 2)
    }
}
