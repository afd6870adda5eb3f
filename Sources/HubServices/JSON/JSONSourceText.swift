// SPDX-License-Identifier: Apache-2.0

/// A JSON text in which the place of any of its values can be found, for messages about what is wrong in a document.
package struct JSONSourceText: Sendable {
    /// One step from a value to a value in it.
    package enum Step: Sendable, Hashable {
        /// To the member of an object.
        case member(String)
        /// To the element of an array.
        case element(Int)
    }

    /// A place in a text.
    package struct Place: Sendable, Hashable {
        /// The line, from 1.
        package let line: Int
        /// The byte in the line, from 1.
        package let column: Int
    }

    /// The value of the text.
    package let value: JSONValue
    private let bytes: [UInt8]
    private let maximumDepth: Int

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - bytes: JSON text in UTF-8.
    ///   - maximumDepth: The deepest nesting; a few hundred levels are safe on every thread.
    /// - Throws: ``JSONFault``, which describes the first fault and its position.
    package init(_ bytes: [UInt8], maximumDepth: Int = JSONValue.maximumDepth) throws(JSONFault) {
        value = try bytes.withUnsafeBufferPointer { bytes throws(JSONFault) in
            try JSONReader.read(bytes, maximumDepth: maximumDepth)
        }
        self.bytes = bytes
        self.maximumDepth = maximumDepth
    }

    /// Returns where values begin, in one pass through the text, however many are asked for.
    ///
    /// - Parameter paths: The ways to the values.
    /// - Returns: A place for each path; that of the last value on the way that exists where the whole way does not.
    package func places(of paths: [[Step]]) -> [Place] {
        let root = Branch()
        for (index, path) in paths.enumerated() { root.add(path[...], index) }
        var offsets = [Int](repeating: 0, count: paths.count)
        bytes.withUnsafeBufferPointer { bytes in
            guard var reader = JSONReader(at: bytes, maximumDepth: maximumDepth) else { return }
            // The text was read before: nothing can stop the reader.
            try? reader.walk(root, depth: 0, &offsets)
        }
        return places(at: offsets)
    }

    private func places(at offsets: [Int]) -> [Place] {
        var places = [Place](repeating: Place(line: 1, column: 1), count: offsets.count)
        var (line, lineStart, offset) = (1, 0, 0)
        for index in offsets.indices.sorted(by: { offsets[$0] < offsets[$1] }) {
            while offset < offsets[index] {
                if bytes[offset] == UInt8(ascii: "\n") { (line, lineStart) = (line + 1, offset + 1) }
                offset += 1
            }
            places[index] = Place(line: line, column: offset - lineStart + 1)
        }
        return places
    }
}

/// The ways that are asked for, from one value on.
private final class Branch {
    var below: [JSONSourceText.Step: Branch] = [:]
    /// The paths that end here or pass through here.
    var paths: [Int] = []

    func add(_ path: ArraySlice<JSONSourceText.Step>, _ index: Int) {
        var branch = self
        branch.paths.append(index)
        for step in path {
            let next = branch.below[step] ?? Branch()
            branch.below[step] = next
            next.paths.append(index)
            branch = next
        }
    }
}

extension JSONReader {
    /// Notes where the values begin that branches lead to.
    fileprivate mutating func walk(_ branch: Branch, depth: Int, _ offsets: inout [Int]) throws(JSONFault) {
        skipSpace()
        for path in branch.paths { offsets[path] = place }
        guard !branch.below.isEmpty else {
            _ = try value(depth: depth)
            return
        }
        switch next {
        case UInt8(ascii: "{"): try walkMembers(branch, depth, &offsets)
        case UInt8(ascii: "["): try walkElements(branch, depth, &offsets)
        default: _ = try value(depth: depth)
        }
    }

    private mutating func walkMembers(_ branch: Branch, _ depth: Int, _ offsets: inout [Int]) throws(JSONFault) {
        try enter(depth)
        guard !scan("}") else { return }
        repeat {
            skipSpace()
            let name = try text()
            skipSpace()
            guard scan(":") else { throw fault("a colon") }
            try walk(to: branch.below[.member(name)], depth, &offsets)
            skipSpace()
        } while scan(",")
        _ = scan("}")
    }

    private mutating func walkElements(_ branch: Branch, _ depth: Int, _ offsets: inout [Int]) throws(JSONFault) {
        try enter(depth)
        guard !scan("]") else { return }
        var index = 0
        repeat {
            try walk(to: branch.below[.element(index)], depth, &offsets)
            index += 1
            skipSpace()
        } while scan(",")
        _ = scan("]")
    }

    private mutating func walk(to branch: Branch?, _ depth: Int, _ offsets: inout [Int]) throws(JSONFault) {
        if let branch {
            try walk(branch, depth: depth + 1, &offsets)
        } else {
            _ = try value(depth: depth + 1)
        }
    }
}
