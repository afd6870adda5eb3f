// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A value of a consequence in whose texts tokens are replaced when the rule applies.
///
/// What has no tokens is kept as it is and costs nothing then.
indirect enum RuleTemplate: Sendable {
    /// A part of a text.
    enum Piece: Sendable {
        case plain(String)
        case token(RuleToken)
    }

    case constant(JSONValue)
    case text([Piece])
    case list([RuleTemplate])
    case object([(name: String, value: RuleTemplate)])

    /// Reads a value; it is nested no deeper than the file was allowed to be.
    ///
    /// - Parameter value: The value as it stands in the file.
    /// - Throws: ``RuleFault`` if a token has no key.
    init(_ value: JSONValue) throws(RuleFault) {
        switch value {
        case .null, .bool, .int, .double:
            self = .constant(value)
        case .string(let text):
            self = try Self.pieces(of: text).map(RuleTemplate.text) ?? .constant(value)
        case .array(let elements):
            var list: [RuleTemplate] = []
            for (index, element) in elements.enumerated() {
                do throws(RuleFault) {
                    list.append(try RuleTemplate(element))
                } catch {
                    throw error.below([.element(index)])
                }
            }
            self = list.contains { !$0.isConstant } ? .list(list) : .constant(value)
        case .object(let members):
            var object: [(name: String, value: RuleTemplate)] = []
            for member in members {
                do throws(RuleFault) {
                    object.append((member.key, try RuleTemplate(member.value)))
                } catch {
                    throw error.below([.member(member.key)])
                }
            }
            self = object.contains { !$0.value.isConstant } ? .object(object) : .constant(value)
        }
    }

    /// Whether there is no token in it.
    var isConstant: Bool {
        guard case .constant = self else { return false }
        return true
    }

    /// Splits a text at its tokens.
    ///
    /// - Returns: Nil where there is no token.
    private static func pieces(of text: String) throws(RuleFault) -> [Piece]? {
        let bytes = text.utf8
        var pieces: [Piece] = []
        var plainStart = bytes.startIndex
        var place = bytes.startIndex
        while let open = mark("{", "%", in: bytes, from: place), let close = mark("%", "}", in: bytes, from: open.end) {
            if plainStart < open.start { pieces.append(.plain(String(text[plainStart..<open.start]))) }
            pieces.append(.token(try RuleToken(text[open.end..<close.start])))
            plainStart = close.end
            place = close.end
        }
        guard !pieces.isEmpty else { return nil }
        if plainStart < bytes.endIndex { pieces.append(.plain(String(text[plainStart...]))) }
        return pieces
    }

    private static func mark(
        _ first: Unicode.Scalar,
        _ second: Unicode.Scalar,
        in bytes: String.UTF8View,
        from start: String.Index
    ) -> (start: String.Index, end: String.Index)? {
        var place = start
        while let found = bytes[place...].firstIndex(of: UInt8(ascii: first)) {
            let next = bytes.index(after: found)
            if next < bytes.endIndex, bytes[next] == UInt8(ascii: second) { return (found, bytes.index(after: next)) }
            place = next
        }
        return nil
    }
}
