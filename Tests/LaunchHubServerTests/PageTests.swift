// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubServer
import NielsenAppApi
import Testing

@Suite(.timeLimit(.minutes(10)))
struct PageTests {
    @Test func theIndexPageLoadsNothingFromElsewhere() async throws {
        let page = try await TestServer().get("/")
        #expect(page.status == 200)
        #expect(page.headers["Content-Type"] == "text/html; charset=utf-8")
        #expect(page.headers["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
        #expect(page.text.contains("prefers-color-scheme: dark"))
        #expect(!page.text.contains("http://"))
        #expect(!page.text.contains("https://"))
        // What clients send must not become markup.
        #expect(!page.text.contains("innerHTML"))
    }

    @Test func thePageIsToldWhatIsServed() async throws {
        let extra = Route("GET", "/bridge/script.js", "a script") { _ in ServerResponse(status: 200) }
        let server = try TestServer(routes: [extra, Route("GET", "/unlisted") { _ in ServerResponse(status: 200) }])
        server.faults.add(Fault(status: 503))
        _ = try await server.get("/cgi-bin/gn")
        let state = try await server.get("/api/status").json
        #expect(state["routes"]?[0] == ["method": "GET", "pattern": "/bridge/script.js", "summary": "a script"])
        let patterns = state["routes"]?.arrayValue?.compactMap { $0["pattern"]?.stringValue } ?? []
        #expect(patterns.contains("/cgi-bin/*"))
        #expect(!patterns.contains("/unlisted"))
        #expect(state["faults"]?[0]?["met"] == 1)
        #expect(state["pings"] == 0)
    }

    @Test func theOptOutPageHasTheDocumentedLinks() async throws {
        let page = try await TestServer().get("/optout/ios/us/en/optout.html")
        #expect(page.status == 200)
        for link in ["nielsenappsdk://1", "nielsenappsdk://0", "nielsen://close"] {
            #expect(page.text.contains("href=\"\(link)\""))
        }
        #expect(page.text.contains("ios / us / en"))
    }

    @Test func theBuiltInOptOutAddressesLeadToThePage() async throws {
        var configuration = NielsenConfiguration()
        let templates = [configuration.optOutURLTemplate, configuration.optOutLegacyURLTemplate]
        for template in templates {
            configuration.optOutURLTemplate = template
            let api = try NielsenAppApi.make(
                appInfo: ["appid": "P00000000-0000-0000-0000-000000000001"],
                environment: NielsenEnvironment(configuration: configuration)
            )
            let address = try #require(URL(string: api.optOutURL), "\(template)")
            #expect(address.host == "127.0.0.1")
            #expect(address.port == Int(Server.Configuration.usualPort))
            let page = try await TestServer().get(address.path + (address.query.map { "?\($0)" } ?? ""))
            #expect(page.status == 200)
            #expect(page.text.contains("nielsenappsdk://1"))
        }
    }

    @Test func aPathCannotPutMarkupIntoTheOptOutPage() async throws {
        let page = try await TestServer().get("/optout/%3Cscript%3E/%22%26/en/optout.html")
        #expect(page.text.contains("&lt;script&gt; / &quot;&amp; / en"))
        #expect(!page.text.contains("<script>"))
    }
}
