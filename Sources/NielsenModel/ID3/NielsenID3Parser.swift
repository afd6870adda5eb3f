// SPDX-License-Identifier: Apache-2.0

/// A parser of watermark payloads that reads their bytes once, because a stream has one every few seconds.
enum NielsenID3Parser {
    private static let host = "www.nielsen.com"
    /// No payload is nearly as long; longer text is not examined.
    private static let longest = 4096

    private enum ByteClass {
        static let field: UInt8 = 1
        static let space: UInt8 = 2
        static let slash: UInt8 = 4
    }

    /// The fields that each byte may be part of.
    private static let classes: [UInt8] = (0...255).map { (byte: UInt8) -> UInt8 in
        if NielsenText.isDigit(byte) || NielsenText.isLetter(byte) || "-_=".utf8.contains(byte) {
            return ByteClass.field
        }
        if byte == UInt8(ascii: "/") { return ByteClass.slash }
        return byte == 0x20 || (0x09...0x0d).contains(byte) ? ByteClass.space : 0
    }

    /// Reads a payload.
    ///
    /// - Parameters:
    ///   - payload: The text.
    ///   - report: Receives what is wrong with it.
    /// - Returns: The fields, or nil if the payload cannot be read, in which case the reason was reported.
    static func parse(_ payload: String, _ report: (NielsenValidationIssue) -> Void) -> NielsenID3Tag? {
        guard payload.utf8.count <= longest else {
            report(NielsenValidationIssue(.id3Oversized, detail: String(payload.utf8.count)))
            return nil
        }
        var payload = payload
        // Apps that decode the bytes of a frame pass the zero that ends its text.
        while payload.utf8.last == 0 { payload.unicodeScalars.removeLast() }
        let hasWhitespace = NielsenText.withBytes(payload) { bytes in
            classes.withUnsafeBufferPointer { classes in
                bytes.contains { classes[Int($0)] & ByteClass.space != 0 || $0 >= 0x80 }
            }
        }
        guard hasWhitespace else { return parse(compact: payload, report) }
        let compact = String(payload.unicodeScalars.filter { !$0.properties.isWhitespace })
        let tag = parse(compact: compact, report)
        if compact.utf8.count != payload.utf8.count { report(NielsenValidationIssue(.id3Whitespace)) }
        return tag
    }

    private static func parse(compact payload: String, _ report: (NielsenValidationIssue) -> Void) -> NielsenID3Tag? {
        let scan = NielsenText.withBytes(payload, scan)
        guard scan.hasHost else {
            report(NielsenValidationIssue(.id3Prefix))
            return nil
        }
        guard scan.count == 6 else {
            report(NielsenValidationIssue(.id3SegmentCount, detail: String(scan.count + 1)))
            reportLength(payload, report)
            return nil
        }
        let offsets = check(payload, scan, report)
        reportLength(payload, report)
        guard let offsets else { return nil }
        let slashes = NielsenID3Slashes(
            first: scan.slashes.0,
            second: scan.slashes.1,
            third: scan.slashes.2,
            fourth: scan.slashes.3
        )
        let tag = NielsenID3Tag(payload: payload, slashes: slashes, offsets: offsets)
        if tag.hasNullProgramContentID { report(NielsenValidationIssue(.id3NullContentID, key: "PC CID")) }
        if tag.hasNullFinalDistributorID { report(NielsenValidationIssue(.id3NullContentID, key: "FD CID")) }
        return tag
    }

    private static func reportLength(_ payload: String, _ report: (NielsenValidationIssue) -> Void) {
        let length = payload.utf8.count
        guard length != NielsenID3Tag.usualLength else { return }
        report(NielsenValidationIssue(.id3Length, detail: String(length)))
    }

    // MARK: - Walking

    /// The result of one pass: the slashes, and for each field whether all of its bytes are allowed.
    private struct Scan {
        var hasHost = false
        var count = 0
        var slashes = (0, 0, 0, 0, 0, 0)
        /// One bit for each field with a byte that no field allows.
        var spoiled = 0
        var length = 0
    }

    private static func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> Scan {
        var scan = Scan()
        scan.length = bytes.count
        let length = host.utf8.count
        guard bytes.count >= length, bytes[..<length].elementsEqual(host.utf8) else { return scan }
        scan.hasHost = bytes.count == length || bytes[length] == UInt8(ascii: "/")
        classes.withUnsafeBufferPointer { classes in
            for place in length..<bytes.count {
                let kind = classes[Int(bytes[place])]
                if kind == ByteClass.field { continue }
                guard kind == ByteClass.slash else {
                    scan.spoiled |= 1 << min(scan.count, 7)
                    continue
                }
                switch scan.count {
                case 0: scan.slashes.0 = place
                case 1: scan.slashes.1 = place
                case 2: scan.slashes.2 = place
                case 3: scan.slashes.3 = place
                case 4: scan.slashes.4 = place
                case 5: scan.slashes.5 = place
                default: break
                }
                scan.count += 1
            }
        }
        return scan
    }

    /// Checks the fields of a payload with seven fields; returns the two offsets, or nil if a field is wrong.
    private static func check(
        _ payload: String,
        _ scan: Scan,
        _ report: (NielsenValidationIssue) -> Void
    ) -> (Int, Int)? {
        let slashes = scan.slashes
        var isRight = checkIdentifier("PC CID", slashes.0 + 1..<slashes.1, scan.spoiled & 2 != 0, report)
        isRight = checkIdentifier("FD CID", slashes.1 + 1..<slashes.2, scan.spoiled & 4 != 0, report) && isRight
        isRight = checkIdentifier("watermark", slashes.2 + 1..<slashes.3, scan.spoiled & 8 != 0, report) && isRight
        let first = number(payload, slashes.3 + 1..<slashes.4, digits: 5)
        let second = number(payload, slashes.4 + 1..<slashes.5, digits: 5)
        if first == nil {
            let value = text(payload, slashes.3 + 1..<slashes.4)
            report(NielsenValidationIssue(.id3Offset, key: "PC offset", value: value))
        }
        if second == nil {
            let value = text(payload, slashes.4 + 1..<slashes.5)
            report(NielsenValidationIssue(.id3Offset, key: "FD offset", value: value))
        }
        if number(payload, slashes.5 + 1..<scan.length, digits: 2) == nil {
            let value = text(payload, slashes.5 + 1..<scan.length)
            report(NielsenValidationIssue(.id3Breakout, key: "breakout", value: value))
            isRight = false
        }
        guard isRight, let first, let second else { return nil }
        return (first, second)
    }

    private static func checkIdentifier(
        _ name: String,
        _ range: Range<Int>,
        _ isSpoiled: Bool,
        _ report: (NielsenValidationIssue) -> Void
    ) -> Bool {
        if range.isEmpty {
            report(NielsenValidationIssue(.id3Field, key: name, detail: "empty"))
        } else if isSpoiled {
            report(NielsenValidationIssue(.id3Field, key: name, detail: "not URL-safe base64"))
        }
        return !range.isEmpty && !isSpoiled
    }

    private static func number(_ payload: String, _ range: Range<Int>, digits: Int) -> Int? {
        guard range.count == digits else { return nil }
        return NielsenText.withBytes(payload) { bytes in
            var value = 0
            for byte in bytes[range] {
                guard NielsenText.isDigit(byte) else { return nil }
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
            }
            return value
        }
    }

    private static func text(_ payload: String, _ range: Range<Int>) -> String {
        String(decoding: payload.utf8.dropFirst(range.lowerBound).prefix(min(range.count, 64)), as: UTF8.self)
    }
}
