// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import Testing

/// What each error about a configuration says, and whether it is worthwhile to ask again.
struct ConfigurationErrorTests {
    private typealias Code = HubErrorCode<ConfigurationError>
    private static let appID = AppIdentifierError(.dotComponent("..", offset: 0), text: "../x")

    private static func status(_ status: Int) -> ConfigurationError.Reason {
        .httpStatus(status, url: "u", retryAfter: .seconds(7))
    }

    private static func errors() throws -> [(ConfigurationError.Reason, Code, isTransient: Bool, String)] {
        let failed = "u answered with status"
        return [
            (.invalidAppID(appID), .invalidAppID, false, appID.description),
            (
                .invalidBaseURL("x", detail: "why"), .invalidBaseURL, false,
                "configurations cannot be fetched from x: why"
            ),
            (
                .unreadableFile(path: "/x", detail: "gone"), .unreadableFile, false,
                "the configuration file /x cannot be read: gone"
            ),
            (
                .malformedJSON(location: "/x", detail: "why"), .malformedJSON, true,
                "the configuration at /x is not well-formed JSON: why"
            ),
            (
                .notAnObject(location: "/x", kind: "an array"), .notAnObject, true,
                #"the configuration at /x is an array; a JSON object such as {"key":"value"} is needed"#
            ),
            (
                .tooLarge(location: "/x", limit: 9), .tooLarge, false,
                "the configuration at /x is larger than the limit of 9 bytes; publish less or raise the limit"
            ),
            (
                .network(url: "u", .timedOut(after: .seconds(1))), .network, true,
                "u could not be fetched: \(HTTPError.timedOut(after: .seconds(1)))"
            ),
            (.network(url: "u", .cancelled), .network, false, "u could not be fetched: \(HTTPError.cancelled)"),
            (
                .empty(location: "u"), .empty, true,
                "the configuration at u is an empty object; publish the property's library once more"
            ),
            (
                .superseded(try AppIdentifier("p/a")), .superseded, false,
                "the configuration of p/a is not waited for any more: another app id or base was set meanwhile"
            ),
            (status(200), .httpStatus, false, "\(failed) 200; 200 with a JSON object is needed"),
            (status(304), .httpStatus, true, "\(failed) 304; 200 with a JSON object is needed"),
            (
                status(401), .httpStatus, false,
                "\(failed) 401; the server keeps it from the public; check its access rules"
            ),
            (
                status(403), .httpStatus, false,
                "\(failed) 403; the server keeps it from the public; check its access rules"
            ),
            (
                status(404), .httpStatus, false,
                "\(failed) 404; check the app id, and that its library was built and published"
            ),
            (
                status(410), .httpStatus, false,
                "\(failed) 410; check the app id, and that its library was built and published"
            ),
            (status(408), .httpStatus, true, "\(failed) 408; 200 with a JSON object is needed"),
            (status(425), .httpStatus, true, "\(failed) 425; 200 with a JSON object is needed"),
            (status(429), .httpStatus, true, "\(failed) 429; 200 with a JSON object is needed"),
            (status(499), .httpStatus, false, "\(failed) 499; 200 with a JSON object is needed"),
            (status(500), .httpStatus, true, "\(failed) 500; the server failed; it is asked again later"),
            (status(503), .httpStatus, true, "\(failed) 503; the server failed; it is asked again later"),
        ]
    }

    @Test func everyErrorHasItsCodeAndTextAndSaysWhetherToTryAgain() throws {
        for (reason, code, isTransient, text) in try Self.errors() {
            let error = ConfigurationError(reason)
            #expect(error.code == code)
            #expect(error.isTransient == isTransient, "\(reason)")
            #expect(error.description == text)
            #expect(error.retryAfter == (code == .httpStatus ? .seconds(7) : nil))
        }
    }

    /// Whoever waits asks for the same thing again, so the names of the errors stay apart.
    @Test func theCodesAreNamedAsTheyAreWritten() {
        let codes: [Code] = [
            .invalidAppID, .invalidBaseURL, .unreadableFile, .malformedJSON, .notAnObject, .tooLarge, .httpStatus,
            .network, .empty, .superseded,
        ]
        #expect(Set(codes).count == 10)
    }

    @Test func layersAreInTheOrderOfTheirWeight() {
        #expect(ConfigurationOrigin.allCases.sorted() == [.bundled, .cached, .remote, .programmatic])
        #expect(!(ConfigurationOrigin.cached < .cached))
    }

    @Test func whereTheEnvironmentNamesNoUsableAddressNobodyElseIsAsked() {
        let options = ConfigurationOptions.ofApp(
            variables: ["LAUNCH_HUB_CONFIGURATION_URL": "ftp://files.example/", "LAUNCH_HUB_FOLDER": ""]
        )
        #expect(options.sourceProblem?.code == .invalidBaseURL)
        let unset = ConfigurationOptions.ofApp(
            variables: ["LAUNCH_HUB_CONFIGURATION_URL": "", "LAUNCH_HUB_FOLDER": ""]
        )
        #expect(unset.sourceProblem == nil && unset.folder == nil)
    }
}
