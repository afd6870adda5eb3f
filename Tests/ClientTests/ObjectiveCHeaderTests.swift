// SPDX-License-Identifier: Apache-2.0

import ACPCore
import Foundation
import NielsenAppApi
import Testing

/// The headers for Objective-C repeat what Swift does not give it; both must say the same.
struct ObjectiveCHeaderTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static func header(_ product: String) throws -> String {
        try text("Sources/ObjectiveCHeaders/include/\(product)/\(product).h")
    }

    /// The constants of an enumeration of a header.
    private static func constants(of name: String, in header: String) throws -> [String: UInt] {
        let found = try #require(header.range(of: ", \(name)) {"))
        let body = try #require(header[found.upperBound...].split(separator: "}").first)
        return Dictionary(
            uniqueKeysWithValues: body.matches(of: /(\w+) = (\d+)/).map { (String($0.1), UInt($0.2) ?? 0) }
        )
    }

    @Test func theCodesOfMeasurementAreThoseOfSwift() throws {
        let header = try Self.header("NielsenAppApi")
        let log = LogCode.allCases.map { ($0.documentedName, UInt($0.rawValue)) }
        let errors = AppApiErrorCode.allCases.map { ($0.documentedName, UInt($0.rawValue)) }
        let events = AppApiEventCode.allCases.map { ($0.documentedName, UInt($0.rawValue)) }
        for (name, expected) in [("LogCode", log), ("AppApiErrorCode", errors), ("AppApiEventCode", events)] {
            #expect(try Self.constants(of: name, in: header) == Dictionary(uniqueKeysWithValues: expected))
        }
    }

    @Test func theErrorsOfTheHostAreThoseOfSwift() throws {
        let header = try Self.header("ACPCore")
        for (name, value) in try Self.constants(of: "ACPExtensionError", in: header) {
            #expect(ACPExtensionError(rawValue: value).map { "\($0)" } == name)
        }
        for (name, value) in try Self.constants(of: "ACPError", in: header) {
            let swift = try #require(ACPError(rawValue: value))
            #expect("ACPError\(swift)".lowercased() == name.lowercased())
        }
        #expect(header.contains("ACPErrorDomain __attribute__((unused)) = @\"\(ACPErrorDomain)\""))
        #expect(header.contains("ACPExtensionErrorDomain __attribute__((unused)) = @\"\(ACPExtensionErrorDomain)\""))
        #expect(ACPExtensionError(rawValue: 8) == nil)
        #expect(try Self.constants(of: "ACPExtensionError", in: header).count == 8)
        #expect(try Self.constants(of: "ACPError", in: header).count == 4)
    }

    @Test func theTextsAreThoseOfSwift() throws {
        let swift = try Self.text("Sources/NielsenAppApi/API/TrackEventParam.swift")
            .matches(of: /public let (\w+) = "(.*)"/).map { "\($0.1)=\($0.2)" }
        let header = try Self.header("NielsenAppApi").matches(of: /TEXT\((\w+), @"(.*)"\)/).map { "\($0.1)=\($0.2)" }
        #expect(Set(header) == Set(swift + ["kNielsenWebClose=\(kNielsenWebClose)"]))
        #expect(header.count == Set(header).count)
    }
}
