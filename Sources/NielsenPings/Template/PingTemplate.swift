// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A ping's address with places for values, parsed once and rendered often.
///
/// ```
/// http://127.0.0.1:8642/cgi-bin/gn?prd=dcr&ci=|!nol_clientid!|&tl=[(nol_title)]&asn=[(nol_section||'defChnAsset')]
/// ```
///
/// The grammar is in the article <doc:PingTemplates>.
struct PingTemplate: Sendable, Hashable {
    /// One step of the flat program.
    ///
    /// Steps work on the bytes written so far and on a stack of positions in them.
    enum Step: Sendable, Hashable {
        /// Writes a part of the constants.
        case constant(Range<Int>)
        /// Writes a name's value.
        case value(slot: Int, PingBuffer.Legal)
        /// Writes the second at which the ping is sent; known only then, so its place is remembered.
        case sendTime
        /// Writes how often sending has failed; known only then, too.
        case retry
        /// Puts the position on the stack.
        case mark
        /// Pops a position.
        case unmark
        /// Pops a position, and encodes what was written since.
        case encode(PingBuffer.Legal)
        /// Pops a position, and replaces what was written since.
        case function(PingFunction)
        /// Pops a position, and keeps a part of what was written since.
        case slice(offset: Int, length: Int)
        /// Before a further operand of `+`: writes the delimiter where an operand before was not empty.
        case delimiter
        /// After a further operand of `+`: takes the delimiter back where the operand was empty.
        case undelimiter
        /// After an operand of `||`: leaves where it was not empty, taking a position.
        case leaveUnlessEmpty(to: Int)
        /// Pops a position; if nothing was written since, fails with an error that names a part of the constants.
        case require(Range<Int>)
    }

    let steps: [Step]
    private let constants: [UInt8]
    private let delimiter: [UInt8]

    /// The parameters of parsing.
    struct Context {
        /// The slot of a name, nil where the name is unknown.
        var slot: (String) -> Int?
        /// The text that `+` puts between two operands; `nol_sdkDelimiter`.
        var delimiter = "_"
        /// The text that is hashed before the operands of `<…>`; `nol_md5Seed`.
        var hashSeed = ""
        /// Whether the text around expressions has to be one that an address can hold.
        var isAddress = false
    }

    /// Parses a template.
    ///
    /// - Parameters:
    ///   - text: The template.
    ///   - context: The names that it may use, the delimiter and the hash seed.
    /// - Throws: `NielsenPingTemplateError`, which says what is wrong and where.
    init(_ text: String, _ context: Context) throws(NielsenPingTemplateError) {
        var parser = PingTemplateParser(text, context)
        try parser.parse()
        steps = parser.steps
        constants = parser.constants
        delimiter = Array(context.delimiter.utf8)
    }

    /// Renders the template behind what the buffer holds.
    ///
    /// - Parameters:
    ///   - values: The value of each slot.
    ///   - marks: Space for positions; empty before and after.
    ///   - buffer: Gets the bytes.
    /// - Returns: The positions of what is only known when the ping is sent.
    /// - Throws: `NielsenMissingPingValue`; the buffer then holds a part.
    func render(
        _ values: [NielsenPingValue],
        marks: inout [Int],
        into buffer: inout PingBuffer
    ) throws(NielsenMissingPingValue) -> PingPlaces {
        marks.removeAll(keepingCapacity: true)
        var places = PingPlaces()
        var place = 0
        while place < steps.count {
            let step = steps[place]
            place += 1
            switch step {
            case .constant(let range): buffer.append(constants[range])
            case .value(let slot, let legal): buffer.append(values[slot], legal)
            case .sendTime:
                places.sendTime = buffer.count
                buffer.append(values[PingVariable.sendTime.slot], .everything)
            case .retry:
                places.retry = buffer.count
                buffer.append(.integer(0), .everything)
            case .mark: marks.append(buffer.count)
            case .unmark: marks.removeLast()
            case .encode(let legal): buffer.encode(from: marks.removeLast(), legal)
            case .function(let function): apply(function, from: marks.removeLast(), &buffer)
            case .slice(let offset, let length):
                buffer.slice(from: marks.removeLast(), offset: offset, length: length)
            case .delimiter:
                let first = marks[marks.count - 1]
                marks.append(buffer.count)
                if buffer.count > first { buffer.append(delimiter[...]) }
            case .undelimiter:
                let before = marks.removeLast()
                let hasDelimiter = before > marks[marks.count - 1]
                if hasDelimiter, buffer.count == before + delimiter.count { buffer.truncate(to: before) }
            case .leaveUnlessEmpty(let target):
                guard buffer.count > marks[marks.count - 1] else { continue }
                marks.removeLast()
                place = target
            case .require(let name):
                guard buffer.count > marks.removeLast() else {
                    throw NielsenMissingPingValue(name: String(decoding: constants[name], as: UTF8.self))
                }
            }
        }
        return places
    }

    private func apply(_ function: PingFunction, from start: Int, _ buffer: inout PingBuffer) {
        if let algorithm = function.algorithm {
            buffer.hash(from: start, algorithm)
        } else {
            buffer.changeCase(from: start, toUpper: function == .upper)
        }
    }
}

/// A function that a template may call: `sha256(nol_deviceId)`.
enum PingFunction: String, Sendable, Hashable, CaseIterable {
    case lower
    case upper
    case md5
    case sha1
    case sha256

    /// The hash function; nil for the functions on letters.
    var algorithm: HashAlgorithm? {
        switch self {
        case .lower, .upper: nil
        case .md5: .md5
        case .sha1: .sha1
        case .sha256: .sha256
        }
    }
}

/// The places in a ping's address, in bytes, of values that are only known when the ping is sent.
struct PingPlaces: Sendable, Hashable {
    /// The ten digits of the time of sending.
    var sendTime: Int?
    /// The digit for the number of failed tries.
    var retry: Int?

    /// The places within a part of the address, counted from the beginning of the part.
    func within(_ range: Range<Int>) -> PingPlaces {
        func inside(_ place: Int?) -> Int? {
            place.flatMap { range.contains($0) ? $0 - range.lowerBound : nil }
        }
        return PingPlaces(sendTime: inside(sendTime), retry: inside(retry))
    }

    /// Adds the places of a part that begins at a position.
    mutating func add(_ part: PingPlaces, from start: Int) {
        if let place = part.sendTime { sendTime = start + place }
        if let place = part.retry { retry = start + place }
    }

    var isEmpty: Bool { sendTime == nil && retry == nil }
}
