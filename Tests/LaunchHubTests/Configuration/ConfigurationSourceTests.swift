// SPDX-License-Identifier: Apache-2.0

import Foundation
import LaunchHub
import Testing

struct ConfigurationSourceTests {
    @Test(arguments: [
        ("http://127.0.0.1:80/base", "http://127.0.0.1:80/base/p/launch-1.json"),
        ("http://127.0.0.1:80/base/", "http://127.0.0.1:80/base/p/launch-1.json"),
        ("https://localhost", "https://localhost/p/launch-1.json"),
        ("HTTPS://localhost/", "HTTPS://localhost/p/launch-1.json"),
        ("http://localhost/base?token=1", "http://localhost/base/p/launch-1.json?token=1"),
        ("file:///var/My%20Files", "file:///var/My%20Files/p/launch-1.json"),
        ("file:///var/base/", "file:///var/base/p/launch-1.json"),
    ])
    func appIdIsAppendedToTheBase(_ base: String, _ expected: String) throws {
        let source = try ConfigurationSource(baseURL: try #require(URL(string: base)))
        #expect(source.url(for: try AppIdentifier("p/launch-1")).absoluteString == expected)
    }

    @Test(arguments: [
        "ftp://localhost/x", "relative/path", "http:///nohost", "data:text/plain,x", "https:",
        "http://configurations.example/", "http://127.0.0.1.example/", "http://localhost.example:80/x",
    ])
    func otherAddressesAreRefused(_ base: String) throws {
        let url = try #require(URL(string: base))
        let error = #expect(throws: ConfigurationError.self) { try ConfigurationSource(baseURL: url) }
        guard case .invalidBaseURL(let text, _) = error?.reason else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(text == base)
    }

    @Test func httpToOtherMachinesIsForThoseWhoAllowItByName() throws {
        let url = try #require(URL(string: "http://configurations.example/"))
        let source = try ConfigurationSource(baseURL: url, allowsInsecure: true)
        #expect(source.baseURL == url)
        #expect(source.allowsInsecure)
    }
}
