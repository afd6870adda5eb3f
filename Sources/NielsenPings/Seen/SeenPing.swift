// SPDX-License-Identifier: Apache-2.0

import NielsenModel

/// A ping as it was seen on its way: what its address says, whoever made it.
///
/// Names of parameters have no case and no order; values are decoded when they are asked for. It is made for long captures:
/// one pass over the bytes of the address, and nothing is copied.
///
/// ```swift
/// let ping = SeenPing("https://host/cgi-bin/gn?prd=dcr&rt=video&cr=4_00_99_D2_11000&c27=cln,100")
/// ping?.product             // .dcrVideo
/// ping?.credit?.minutes     // [6, 7]
/// ```
package struct SeenPing: Sendable {
    /// The kind of measurement, with the names of the public captures.
    package enum Product: String, Sendable, Hashable, CaseIterable {
        case dcrVideo = "dcr-video"
        case dcrStatic = "dcr-static"
        case dtvr
        case dar
        case config
        case session
        case emm
        case tsv
        case rawWatermark = "id3-raw"
        case error
        case audit
        case metadata
        case viewability
        case videoCensus = "videocensus"
        case siteCensus = "sitecensus"
        case survey
        case cloud
        case provider
        /// What a collector gets and none of the forms is.
        case other

        /// Whether it reports what was watched or read.
        package var isMeasurement: Bool {
            switch self {
            case .dcrVideo, .dcrStatic, .dtvr: true
            default: false
            }
        }
    }

    /// What was found in an address.
    ///
    /// Pings are sorted and grouped, so that a copy has to be cheap.
    private final class Contents: Sendable {
        let address: [UInt8]
        let product: Product
        let cadence: String
        let label: String
        let queryStart: Int
        /// For each name the place of its first value: two numbers, 0 for a parameter that is not there.
        let places: [UInt32]

        init(_ address: [UInt8], _ product: Product, _ cadence: String, _ frame: SeenAddress, _ places: [UInt32]) {
            self.address = address
            self.product = product
            self.cadence = cadence
            label = frame.label(of: address)
            queryStart = frame.queryStart
            self.places = places
        }
    }

    private let contents: Contents

    /// The address, or its path with the parameters.
    package var address: [UInt8] { contents.address }
    /// The kind of measurement.
    package var product: Product { contents.product }
    /// The occasion: `hello`, `goodbye`, `session`, `impression`, `view`, `duration`, `quarter-hour` and others.
    package var cadence: String { contents.cadence }
    /// The label of the host that tells the collector, without `secure-`; of an id match the session.
    package var label: String { contents.label }
    private var places: [UInt32] { contents.places }

    /// Reads an address; nil for the request of another host.
    ///
    /// - Parameters:
    ///   - address: An address, or a path with parameters.
    ///   - isKnown: Whether the request was made to a collector; otherwise its form has to show it.
    package init?(_ address: [UInt8], isKnown: Bool = false) {
        guard address.count < Self.longest else { return nil }
        let read = Self.read(address)
        guard read.isRecognized || isKnown else { return nil }
        contents = read.contents
    }

    /// Reads an address; nil for the request of another host.
    package init?(_ address: String, isKnown: Bool = false) {
        self.init(Array(address.utf8), isKnown: isKnown)
    }

    /// Reads an address that a collector has received, as far as it may be one of a ping.
    package init(collected address: String) {
        contents = Self.read(Array(address.utf8.prefix(Self.longest))).contents
    }

    /// The most bytes of an address: places in it are kept in 32 bits.
    private static let longest = 1 << 24

    private static func read(_ address: [UInt8]) -> (contents: Contents, isRecognized: Bool) {
        let frame = SeenAddress(address)
        let found = SeenAddress.parameters(of: address, from: frame.queryStart)
        let kind = SeenPingReader(frame, address, found).kind
        return (Contents(address, kind?.product ?? .other, kind?.cadence ?? "", frame, found), kind != nil)
    }

    // MARK: - Parameters

    /// The bytes of a parameter as in the address, without the word that names it; nil if it is not there.
    package func bytes(_ name: SeenName) -> ArraySlice<UInt8>? {
        SeenAddress.value(name, places, address)
    }

    /// Whether a parameter is there, if only with nothing in it.
    package func has(_ name: SeenName) -> Bool { places[name.place * 2] > 0 }

    /// The value of a parameter, decoded once and without the word that names it; nil if it is not there.
    package func text(_ name: SeenName) -> String? { bytes(name).map { SeenAddress.decoded($0) } }

    /// The value of a parameter that senders encode once or twice; nil if it is not there.
    package func plain(_ name: SeenName) -> String? {
        guard let text = text(name) else { return nil }
        return text.utf8.contains(UInt8(ascii: "%")) ? SeenAddress.decoded(Array(text.utf8)[...]) : text
    }

    /// The value of any parameter, by its name without regard to case, decoded like ``plain(_:)``.
    package func plain(named name: String) -> String? {
        if let known = SeenName.named(name) { return plain(known) }
        let wanted = Array(name.lowercased().utf8)
        var found: String?
        SeenAddress.forEachParameter(of: address, from: contents.queryStart) { name, value in
            guard found == nil, name.count == wanted.count else { return }
            guard zip(name, wanted).allSatisfy({ SeenAddress.lowered($0) == $1 }) else { return }
            let once = SeenAddress.decoded(SeenAddress.withoutWord(address[value], of: address[name.indices]))
            found = SeenAddress.decoded(Array(once.utf8)[...])
        }
        return found
    }

    /// The whole number in a parameter; nil if there is none.
    package func number(_ name: SeenName) -> Int64? { bytes(name).flatMap(SeenAddress.number) }

    /// Whether a parameter is there and has a value.
    package func isFilled(_ name: SeenName) -> Bool { bytes(name).map { !$0.isEmpty } ?? false }

    /// The parameters that identify a device or a person, and have a value.
    package var identifiers: [SeenName] { SeenName.identifiers.filter(isFilled) }

    /// Whether a value has the mark of a template or an ad server in it, which is replaced before a ping is sent.
    ///
    /// - Parameter brackets: Whether `[NAME]` is one, which titles may have.
    /// - Returns: Each such parameter with its value.
    package func placeholders(brackets: Bool) -> [String] {
        guard SeenAddress.mayHavePlaceholder(address[contents.queryStart...], brackets: brackets) else { return [] }
        var found: [String] = []
        SeenAddress.forEachParameter(of: address, from: contents.queryStart) { name, value in
            let text = SeenAddress.decoded(address[value])
            guard SeenAddress.hasPlaceholder(text, brackets: brackets) else { return }
            found.append("\(String(decoding: name, as: UTF8.self))=\(text.prefix(48))")
        }
        return found
    }

    /// Whether the address begins with `https`, or does not say: what a proxy has sent on to this machine says nothing.
    package var isSecure: Bool {
        guard address.count > 4, address[4] == UInt8(ascii: ":") else { return true }
        let start = String(decoding: address.prefix(20), as: UTF8.self).lowercased()
        guard start.hasPrefix("http:") else { return true }
        return ["127.", "localhost", "[::1]"].contains { start.dropFirst(7).hasPrefix($0) }
    }
}
