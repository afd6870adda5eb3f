// SPDX-License-Identifier: Apache-2.0

/// Tells what a request is: by its path, its products, and the label of its host, in this order.
struct SeenPingReader {
    private let frame: SeenAddress
    private let address: [UInt8]
    private let places: [UInt32]
    private let path: ArraySlice<UInt8>

    init(_ frame: SeenAddress, _ address: [UInt8], _ places: [UInt32]) {
        self.frame = frame
        self.address = address
        self.places = places
        path = address[frame.hostEnd..<frame.pathEnd]
    }

    /// What it is; nil for what no collector gets.
    var kind: (product: SeenPing.Product, cadence: String)? {
        if ends("/cfg"), isCollectors || has(.apid) {
            return (.config, isTrue(.uoo) ? "goodbye" : "hello")
        }
        if ends("/tsv"), isCollectors || has(.id3) { return (.tsv, "lookup") }
        if ends("/trans"), isCollectors || has(.tp) { return (.rawWatermark, "raw") }
        if ends("/error"), isCollectors { return (.error, "error") }
        if isMatch { return (.emm, "match") }
        if let found = workflow { return found }
        if equals(.st, "mtvr") { return (.dtvr, occasion) }
        if ends("/m"), isCollectors, let found = tag { return found }
        if ends("/j"), isCollectors { return (.survey, "survey") }
        if contains("/nmapi/v2/") { return (.cloud, "event") }
        if contains("brandlift"), has(.sessionID) { return (.provider, "session") }
        return isCollectors ? (.other, "") : nil
    }

    /// The form that the parameter `prd` names.
    private var workflow: (product: SeenPing.Product, cadence: String)? {
        guard let prd = value(.prd) else { return nil }
        switch String(decoding: prd, as: UTF8.self).lowercased() {
        case "session": return (.session, "session")
        case "audit": return (.audit, audit)
        case "metadata": return (.metadata, "page")
        case "viewability": return (.viewability, "view")
        case "dcr":
            let isStatic = equals(.rt, "text") || value(.cr)?.count == 1
            return (isStatic ? .dcrStatic : .dcrVideo, occasion)
        default: return nil
        }
    }

    private var audit: String {
        switch value(.pingtype).flatMap(SeenAddress.number) {
        case 0: "session-start"
        case 1: "stream-start"
        case 2: "session-end"
        case 3: "stream-end"
        default: ""
        }
    }

    /// What goes to the path of tags.
    private var tag: (product: SeenPing.Product, cadence: String)? {
        let client = String(decoding: value(.ci) ?? [], as: UTF8.self).lowercased()
        let isCampaign = has(.am) && has(.ca) && has(.pc)
        if client.hasPrefix("nlsnci") || client.hasPrefix("ent") || isCampaign { return (.dar, "impression") }
        let title = String(decoding: (value(.tl) ?? []).prefix(5), as: UTF8.self).lowercased()
        let isCensus = SeenAddress.value(.c6, places, address) != nil && text(.c6).lowercased().hasPrefix("vc,")
        if title.hasPrefix("dav0-") || title.hasPrefix("dav2-") || isCensus {
            return (.videoCensus, title.hasPrefix("dav2") ? "end" : "start")
        }
        let isPage = has(.cg) || has(.cc) || has(.ts) || has(.si)
        return isPage ? (.siteCensus, "page") : nil
    }

    /// The occasion of a ping of a product: that of its credit, or what `at` says.
    private var occasion: String {
        if value(.aqhflg).map({ $0.first == UInt8(ascii: "1") }) ?? false { return "quarter-hour" }
        switch String(decoding: value(.at) ?? [], as: UTF8.self).lowercased() {
        case "start": return "impression"
        case "view": return letter == UInt8(ascii: "Q") ? "quarter-hour" : "view"
        case "sfview": return "small-view"
        case "timer": return "duration"
        default: break
        }
        switch letter {
        case UInt8(ascii: "I"): return "impression"
        case UInt8(ascii: "V"): return "view"
        case UInt8(ascii: "S"): return "small-view"
        case UInt8(ascii: "D"): return "duration"
        case UInt8(ascii: "Q"): return "quarter-hour"
        default: return ""
        }
    }

    private var letter: UInt8? {
        guard let parts = value(.cr)?.split(separator: UInt8(ascii: "_")) else { return nil }
        return parts.count > 3 ? parts[3].first : parts.first?.first
    }

    /// Whether the host tells an id match: a label that ends so, behind that of the session.
    private var isMatch: Bool {
        guard frame.hostEnd > 0, frame.queryStart == address.count else { return false }
        let labels = frame.labels(of: address)
        return labels.count > 2 && labels[1].hasSuffix("nuid")
    }

    private var isCollectors: Bool { contains("/cgi-bin/") }

    // MARK: - Bytes

    private func value(_ name: SeenName) -> ArraySlice<UInt8>? {
        SeenAddress.value(name, places, address)
    }

    private func has(_ name: SeenName) -> Bool { places[name.place * 2] > 0 }

    /// The value with the word that names it.
    private func text(_ name: SeenName) -> String {
        let place = name.place * 2
        return SeenAddress.decoded(address[Int(places[place])..<Int(places[place + 1])])
    }

    private func equals(_ name: SeenName, _ text: StaticString) -> Bool {
        value(name)?.isText(text) ?? false
    }

    private func isTrue(_ name: SeenName) -> Bool { equals(name, "true") || equals(name, "1") }

    private func ends(_ end: StaticString) -> Bool {
        path.count >= end.utf8CodeUnitCount && path.suffix(end.utf8CodeUnitCount).isText(end)
    }

    private func contains(_ part: StaticString) -> Bool {
        let count = part.utf8CodeUnitCount
        guard path.count >= count else { return false }
        return (path.startIndex...path.endIndex - count).contains { path[$0..<$0 + count].isText(part) }
    }
}

extension ArraySlice<UInt8> {
    /// Whether it is a text in lower case, whatever its own case is.
    fileprivate func isText(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { wanted in
            count == wanted.count && zip(self, wanted).allSatisfy { SeenAddress.lowered($0) == $1 }
        }
    }
}
