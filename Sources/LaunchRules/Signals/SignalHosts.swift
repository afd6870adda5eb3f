// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The hosts that rules may have the app send to, and the schemes that they may have it open: what the configuration lists
/// under ``key``.
///
/// An entry is a host (`collector.example.com`), a host with a port (`127.0.0.1:8080`), all hosts below a domain
/// (`*.example.com`), or a scheme (`myapp:`). No host is allowed unless it is listed.
struct SignalHosts: Sendable, Equatable {
    /// The key of the configuration.
    static let key = "rules.hosts"

    /// Hosts, with a port or without one.
    private var hosts: Set<String> = []
    /// Domains with a dot in front.
    private var domains: [String] = []
    private var schemes: Set<String> = []
    /// The entries that are not valid.
    private(set) var unusable: [String] = []

    /// Reads the value of the configuration: a list of texts, or one text.
    init(_ value: JSONValue?) {
        switch value {
        case nil, .null: break
        case .string(let text): add(text)
        case .array(let values):
            for value in values {
                if let text = value.stringValue { add(text) } else { unusable.append(value.jsonText) }
            }
        case .some(let other): unusable.append(other.jsonText)
        }
    }

    private mutating func add(_ text: String) {
        let entry = text.lowercased()
        if entry.hasSuffix(":"), Self.isScheme(entry.dropLast()) {
            schemes.insert(String(entry.dropLast()))
        } else if entry.hasPrefix("*."), entry.dropFirst(2).contains("."), Self.isHost(entry.dropFirst(2)) {
            domains.append(String(entry.dropFirst()))
        } else if let (host, port) = Self.hostAndPort(entry) {
            hosts.insert(port.map { "\(host):\($0)" } ?? host)
        } else {
            unusable.append(text)
        }
    }

    /// Returns why nothing may be sent to an address, or nil if it may.
    func refusal(of url: URL) -> String? {
        guard let host = Self.plainHost(url.host ?? "") else { return "it names no host in plain ASCII" }
        if hosts.contains(host) || domains.contains(where: host.hasSuffix) { return nil }
        if let port = url.port, hosts.contains("\(host):\(port)") { return nil }
        return "the configuration does not allow \(host); add it to the list \"\(Self.key)\""
    }

    /// Returns why an address with a scheme other than `http` and `https` may not be opened, or nil if it may.
    func refusal(ofScheme scheme: String) -> String? {
        if schemes.contains(scheme.lowercased()) { return nil }
        return "the configuration does not allow the scheme \(scheme); add \"\(scheme):\" to the list \"\(Self.key)\""
    }

    private static func hostAndPort(_ text: String) -> (host: String, port: UInt16?)? {
        if let host = plainHost(text) { return (host, nil) }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]),
            let host = plainHost(String(text[..<colon]))
        else { return nil }
        return (host, port)
    }

    /// Returns a host in the one form in which hosts are compared, without brackets and the dot of the root.
    private static func plainHost(_ text: String) -> String? {
        var host = Substring(text.lowercased())
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
            return !host.isEmpty && host.allSatisfy { isPlain($0, or: ":.") } ? String(host) : nil
        }
        // What Foundation returns of an address in brackets.
        if host.count(where: { $0 == ":" }) > 1 { return plainHost("[\(host)]") }
        if host.last == "." { host = host.dropLast() }
        return isHost(host) ? String(host) : nil
    }

    private static func isHost(_ text: Substring) -> Bool {
        !text.isEmpty && text.first != "." && text.last != "." && text.allSatisfy { isPlain($0, or: "-.") }
    }

    private static func isScheme(_ text: Substring) -> Bool {
        !text.isEmpty && !["http", "https"].contains(text) && text.allSatisfy { isPlain($0, or: "-.+") }
    }

    /// Whether a character is a digit or a small letter of ASCII, or one of some others.
    private static func isPlain(_ character: Character, or others: String) -> Bool {
        others.contains(character) || character.isASCII && (character.isLowercase || character.isNumber)
    }
}
