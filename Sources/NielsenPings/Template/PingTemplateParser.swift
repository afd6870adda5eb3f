// SPDX-License-Identifier: Apache-2.0

import Foundation
import NielsenModel

/// Turns a template's text into its flat program, by recursive descent with a limit of depth.
struct PingTemplateParser {
    static let maximumDepth = 32

    private let text: [UInt8]
    private let context: PingTemplate.Context
    private var place = 0
    private var depth = 0
    /// Whether the position is behind the question mark of the address.
    private var isInParameters = false
    private(set) var steps: [PingTemplate.Step] = []
    private(set) var constants: [UInt8] = []

    init(_ text: String, _ context: PingTemplate.Context) {
        self.text = Array(text.utf8)
        self.context = context
    }

    // MARK: - The text around expressions

    mutating func parse() throws(NielsenPingTemplateError) {
        var literal: [UInt8] = []
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "\\") where place + 1 < text.count:
                try check(text[place + 1], at: place + 1)
                literal.append(text[place + 1])
                place += 2
            case UInt8(ascii: "["):
                if steps.isEmpty, literal.suffix(3).elementsEqual("://".utf8), let host = ipv6Host {
                    literal += host
                    place += host.count
                    continue
                }
                write(&literal)
                try optional()
            case UInt8(ascii: "|") where peek(1) == UInt8(ascii: "!"):
                write(&literal)
                try mandatory()
            case UInt8(ascii: "]"):
                throw NielsenPingTemplateError(.unbalanced("]"), at: place)
            case UInt8(ascii: "!") where peek(1) == UInt8(ascii: "|"):
                throw NielsenPingTemplateError(.unbalanced("!|"), at: place)
            default:
                try check(byte, at: place)
                if byte == UInt8(ascii: "?") { isInParameters = true }
                literal.append(byte)
                place += 1
            }
        }
        write(&literal)
    }

    /// The IPv6 address of a host, with its brackets; no expression has a colon.
    private var ipv6Host: ArraySlice<UInt8>? {
        let rest = text[place...].prefix(Int(INET6_ADDRSTRLEN) + 1)
        guard context.isAddress, let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        var address = in6_addr()
        let words = String(decoding: text[place + 1..<end], as: UTF8.self)
        return inet_pton(AF_INET6, words, &address) == 1 ? text[place...end] : nil
    }

    /// Refuses what cannot stand in an address: systems escape it each in its own way, or take the address for none.
    private func check(_ byte: UInt8, at place: Int) throws(NielsenPingTemplateError) {
        guard context.isAddress else { return }
        let isLegal =
            switch byte {
            case UInt8(ascii: "%"): (1...2).allSatisfy { peek(at: place + $0).map(NielsenText.isHexadecimal) ?? false }
            case 0x21...0x7E: !"\"<>[\\]^`{|}".utf8.contains(byte)
            default: false
            }
        guard isLegal else { throw NielsenPingTemplateError(.notInAddress(Self.shown(byte)), at: place) }
    }

    private func peek(at place: Int) -> UInt8? { text.indices.contains(place) ? text[place] : nil }

    /// The characters that a value may contain: in a parameter none that begins another one.
    private var legal: PingBuffer.Legal { isInParameters ? .parameter : .anywhere }

    private mutating func write(_ literal: inout [UInt8]) {
        guard !literal.isEmpty else { return }
        steps.append(.constant(constant(literal)))
        literal.removeAll()
    }

    private mutating func constant(_ bytes: some Sequence<UInt8>) -> Range<Int> {
        let start = constants.count
        constants.append(contentsOf: bytes)
        return start..<constants.count
    }

    private mutating func optional() throws(NielsenPingTemplateError) {
        let start = place
        place += 1
        try expression(legal)
        guard scan("]") else { throw missingPartner("[", start) }
    }

    private mutating func mandatory() throws(NielsenPingTemplateError) {
        let start = place
        place += 2
        steps.append(.mark)
        try expression(legal)
        let name = text[start + 2..<place]
        guard peek() == UInt8(ascii: "!"), peek(1) == UInt8(ascii: "|") else { throw missingPartner("|!", start) }
        place += 2
        steps.append(.require(constant(name)))
    }

    /// What to say where a closing bracket is not found: it is missing, or something else stands there.
    private func missingPartner(_ bracket: String, _ start: Int) -> NielsenPingTemplateError {
        guard let byte = peek() else { return NielsenPingTemplateError(.unbalanced(bracket), at: start) }
        return NielsenPingTemplateError(.unexpected(Self.shown(byte)), at: place)
    }

    private static func shown(_ byte: UInt8) -> String {
        byte >= 0x20 && byte < 0x7F ? String(UnicodeScalar(byte)) : "byte \(byte)"
    }

    // MARK: - Expressions

    /// `first || second || …`: the first that is not empty.
    private mutating func expression(_ legal: PingBuffer.Legal) throws(NielsenPingTemplateError) {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw NielsenPingTemplateError(.tooDeep, at: place) }
        let start = steps.count
        try concatenation(legal)
        guard isAtAlternative else { return }
        insertMark(at: start)
        var leaves: [Int] = []
        while isAtAlternative {
            place += 2
            leaves.append(steps.count)
            steps.append(.leaveUnlessEmpty(to: 0))
            try concatenation(legal)
        }
        steps.append(.unmark)
        for leave in leaves { steps[leave] = .leaveUnlessEmpty(to: steps.count) }
    }

    private var isAtAlternative: Bool { peek() == UInt8(ascii: "|") && peek(1) == UInt8(ascii: "|") }

    /// Puts a mark before a step; jumps point to steps, so they move along.
    private mutating func insertMark(at start: Int) {
        steps.insert(.mark, at: start)
        for place in start..<steps.count {
            if case .leaveUnlessEmpty(let target) = steps[place] { steps[place] = .leaveUnlessEmpty(to: target + 1) }
        }
    }

    /// `first + second + …`: the ones that are not empty, with the delimiter between them.
    private mutating func concatenation(_ legal: PingBuffer.Legal) throws(NielsenPingTemplateError) {
        let start = steps.count
        try term(legal)
        guard peek() == UInt8(ascii: "+") else { return }
        insertMark(at: start)
        while scan("+") {
            steps.append(.delimiter)
            try term(legal)
            steps.append(.undelimiter)
        }
        steps.append(.unmark)
    }

    private mutating func term(_ legal: PingBuffer.Legal) throws(NielsenPingTemplateError) {
        switch peek() {
        case UInt8(ascii: "("): try encoded()
        case UInt8(ascii: "<"): try hash()
        case UInt8(ascii: "'"): try constantText()
        default: try name(legal)
        }
    }

    /// `(expression)`, percent-encoded; the most usual form, one name, is a single step.
    private mutating func encoded() throws(NielsenPingTemplateError) {
        let start = place
        place += 1
        let first = steps.count
        try expression(.everything)
        guard scan(")") else { throw missingPartner("(", start) }
        if steps.count == first + 1, case .value(let slot, .everything) = steps[first] {
            steps[first] = .value(slot: slot, .unreserved)
            return
        }
        insertMark(at: first)
        steps.append(.encode(.unreserved))
    }

    /// `<{operand}{operand}>`, the MD5 of seed and operands, and `.offset,length` for a part of its digits.
    private mutating func hash() throws(NielsenPingTemplateError) {
        let start = place
        place += 1
        let first = steps.count
        steps.append(.mark)
        if !context.hashSeed.isEmpty { steps.append(.constant(constant(context.hashSeed.utf8))) }
        guard peek() == UInt8(ascii: "{") else { throw missingPartner("<", start) }
        while peek() == UInt8(ascii: "{") {
            let operand = place
            place += 1
            try expression(.everything)
            guard scan("}") else { throw missingPartner("{", operand) }
        }
        guard scan(">") else { throw missingPartner("<", start) }
        steps.append(.function(.md5))
        guard scan(".") else { return }
        let offset = try number()
        guard scan(",") else { throw NielsenPingTemplateError(.malformedSlice, at: place) }
        let length = try number()
        insertMark(at: first)
        steps.append(.slice(offset: offset, length: length))
    }

    private mutating func number() throws(NielsenPingTemplateError) -> Int {
        let start = place
        var value = 0
        while let byte = peek(), NielsenText.isDigit(byte), place - start < 4 {
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            place += 1
        }
        guard place > start else { throw NielsenPingTemplateError(.malformedSlice, at: place) }
        return value
    }

    /// A constant, `'text'`.
    private mutating func constantText() throws(NielsenPingTemplateError) {
        let start = place
        place += 1
        while let byte = peek(), byte != UInt8(ascii: "'") { place += 1 }
        let content = text[start + 1..<place]
        guard scan("'") else { throw NielsenPingTemplateError(.unbalanced("'"), at: start) }
        steps.append(.constant(constant(content)))
    }

    /// A name, or a function of an expression.
    private mutating func name(_ legal: PingBuffer.Legal) throws(NielsenPingTemplateError) {
        let start = place
        while let byte = peek(), Self.isName(byte) { place += 1 }
        guard place > start else {
            if let byte = peek(), !Self.isClosing(byte) {
                throw NielsenPingTemplateError(.unexpected(Self.shown(byte)), at: place)
            }
            throw NielsenPingTemplateError(.emptyName, at: place)
        }
        let name = String(decoding: text[start..<place], as: UTF8.self)
        if peek() == UInt8(ascii: "(") { return try call(name, at: start, legal) }
        guard let slot = context.slot(name) else { throw NielsenPingTemplateError(.unknownName(name), at: start) }
        // Digits are not changed by encoding, but what is written around them may be moved or hashed.
        let isTop = depth == 1 && (legal == .anywhere || legal == .parameter)
        // What joins parameters to the client's own address, and what ends it, is no value of one.
        switch slot {
        case PingVariable.ocrJoin.slot: steps.append(.value(slot: slot, .anywhere))
        case PingVariable.ocrFragment.slot: steps.append(.value(slot: slot, .fragment))
        case PingVariable.sendTime.slot where isTop: steps.append(.sendTime)
        case PingVariable.retry.slot where isTop: steps.append(.retry)
        default: steps.append(.value(slot: slot, legal))
        }
    }

    private mutating func call(
        _ name: String,
        at start: Int,
        _ legal: PingBuffer.Legal
    ) throws(NielsenPingTemplateError) {
        guard let function = PingFunction(rawValue: name) else {
            throw NielsenPingTemplateError(.unknownFunction(name), at: start)
        }
        let bracket = place
        place += 1
        steps.append(.mark)
        let cleans = (legal == .anywhere || legal == .parameter) && function.algorithm == nil
        if cleans { steps.append(.mark) }
        try expression(.everything)
        guard scan(")") else { throw missingPartner("(", bracket) }
        steps.append(.function(function))
        if cleans { steps.append(.encode(legal)) }
    }

    private static func isName(_ byte: UInt8) -> Bool {
        NielsenText.isDigit(byte) || NielsenText.isLetter(byte) || byte == UInt8(ascii: "_")
    }

    private static func isClosing(_ byte: UInt8) -> Bool {
        "])}>|!+".utf8.contains(byte)
    }

    // MARK: - Bytes

    private func peek(_ ahead: Int = 0) -> UInt8? {
        place + ahead < text.count ? text[place + ahead] : nil
    }

    private mutating func scan(_ character: Unicode.Scalar) -> Bool {
        guard let byte = peek(), UInt32(byte) == character.value else { return false }
        place += 1
        return true
    }
}
