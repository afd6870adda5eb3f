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
        guard bytes.count <= 11, let found = byKey[key(of: bytes)] else { return nil }
        return found.lowered.elementsEqual(bytes.lazy.map(SeenAddress.lowered)) ? found.name : nil
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

    private static let byKey: [UInt64: (name: SeenName, lowered: [UInt8])] = {
        let all = allCases.map { name in (name, texts[name.place].utf8.map(SeenAddress.lowered)) }
        return Dictionary(all.map { (key(of: $0.1[...]), $0) }) { first, _ in first }
    }()

    /// A number for a short name; names of more than eight bytes are told apart by the comparison.
    private static func key(of bytes: ArraySlice<UInt8>) -> UInt64 {
        var key = UInt64(bytes.count)
        for byte in bytes { key = key &* 0x100_0000_01B3 ^ UInt64(SeenAddress.lowered(byte)) }
        return key
    }
}
