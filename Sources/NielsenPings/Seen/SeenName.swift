// SPDX-License-Identifier: Apache-2.0

/// A parameter of pings that something depends on.
package enum SeenName: UInt8, Sendable, Hashable, CaseIterable {
    case prd, st, rt, at, ci, ch, ca, cr, asn, tl, cg, ai, adid, sd, ad, dd, hrd, wkd, enc, uoo, rnd, r, ja, retry
    case c1, c3, c6, c7, c8, c9, c10, c12, c13, c14, c15, c16, c26, c27, c29, c30, c32, c33, c34
    case c51, c52, c53, c54, c57, c58, c59, c61, c62, c64, c68, c76, c77
    case davty, evdata, aqhflg, am, ce, pc, ts, cc, si, tp, id3, ty, lat, lon, cai
    case apid, sfcode, sdkv, bldv, nuid, devid, devtypid, pli, channame, pingtype, createtm, message, uid2
    case sessionID, sendTime, fpID, fpCreated, fpAccessed, veID, uid2Token, hemSHA256, hemSHA1, hemMD5, hemUnknown

    /// The name as senders write it.
    package var text: String { Self.texts[place] }

    var place: Int { Int(rawValue) }

    /// The parameters that distinguish devices or persons.
    package static let identifiers: [SeenName] = [
        .c9, .c1, .fpID, .veID, .uid2, .uid2Token, .hemSHA256, .hemSHA1, .hemMD5, .hemUnknown, .devid, .nuid,
    ]

    /// Returns the parameter with a name, without regard to case.
    package static func named(_ name: String) -> SeenName? {
        let bytes = Array(name.utf8)
        return named(bytes[...])
    }

    static func named(_ bytes: ArraySlice<UInt8>) -> SeenName? {
        guard bytes.count <= 11 else { return nil }
        var slot = slot(of: bytes)
        while let name = slots[slot] {
            let text = loweredTexts[name.place]
            if text.count == bytes.count, zip(bytes, text).allSatisfy({ SeenAddress.lowered($0) == $1 }) { return name }
            slot = (slot + 1) & lastSlot
        }
        return nil
    }

    private static let texts: [String] = allCases.map { name in
        switch name {
        case .sessionID: "sessionId"
        case .fpID: "fp_id"
        case .fpCreated: "fp_cr_tm"
        case .fpAccessed: "fp_acc_tm"
        case .veID: "ve_id"
        case .uid2Token: "uid2_token"
        case .hemSHA256: "hem_sha256"
        case .hemSHA1: "hem_sha1"
        case .hemMD5: "hem_md5"
        case .hemUnknown: "hem_unknown"
        default: "\(name)"
        }
    }

    private static let loweredTexts = texts.map { $0.utf8.map(SeenAddress.lowered) }

    /// A table of hashes, in which a name lies in the first free slot from its own on; four in five are empty.
    private static let slots: [SeenName?] = {
        var slots = [SeenName?](repeating: nil, count: lastSlot + 1)
        for name in allCases {
            var slot = slot(of: loweredTexts[name.place][...])
            while slots[slot] != nil { slot = (slot + 1) & lastSlot }
            slots[slot] = name
        }
        return slots
    }()

    private static let lastSlot = 511

    private static func slot(of name: ArraySlice<UInt8>) -> Int {
        var hash = UInt32(name.count)
        for byte in name { hash = hash &* 0x0100_0193 ^ UInt32(SeenAddress.lowered(byte)) }
        return Int(hash ^ hash >> 16) & lastSlot
    }
}
