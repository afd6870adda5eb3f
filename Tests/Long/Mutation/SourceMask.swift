// SPDX-License-Identifier: Apache-2.0

/// Which characters of a Swift file are code: comments and the text of literals are not.
struct SourceMask {
    /// The file's lines, with everything that is not code as blanks, so that places stay the same.
    private(set) var lines: [String] = []

    private enum Within: Equatable {
        case code
        case comment(depth: Int)
        case text(hashes: Int, isLong: Bool)
    }

    init(_ source: String) {
        var within = Within.code
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            lines.append(String(Self.mask(Array(line), &within)))
            // Only long literals and comments go on behind a line's end.
            if case .text(_, isLong: false) = within { within = .code }
        }
    }

    private static func mask(_ line: [Character], _ within: inout Within) -> [Character] {
        var masked = line
        var place = 0
        func has(_ text: String, at place: Int) -> Bool {
            let text = Array(text)
            return place + text.count <= line.count && Array(line[place..<place + text.count]) == text
        }
        func blank(_ count: Int) {
            for index in place..<min(place + count, line.count) { masked[index] = " " }
            place += count
        }
        while place < line.count {
            switch within {
            case .comment(let depth):
                if has("*/", at: place) {
                    within = depth == 1 ? .code : .comment(depth: depth - 1)
                    blank(2)
                } else if has("/*", at: place) {
                    within = .comment(depth: depth + 1)
                    blank(2)
                } else {
                    blank(1)
                }
            case .text(let hashes, let isLong):
                let end = (isLong ? "\"\"\"" : "\"") + String(repeating: "#", count: hashes)
                if has(end, at: place) {
                    within = .code
                    blank(end.count)
                } else if hashes == 0, line[place] == "\\" {
                    blank(2)
                } else {
                    blank(1)
                }
            case .code:
                var hashes = 0
                while place + hashes < line.count, line[place + hashes] == "#" { hashes += 1 }
                if has("//", at: place) {
                    blank(line.count - place)
                } else if has("/*", at: place) {
                    within = .comment(depth: 1)
                    blank(2)
                } else if has("(/", at: place), !has("(/*", at: place),
                    let end = line[(place + 2)...].firstIndex(of: "/"), end > place + 2
                {
                    // A regular expression, as an argument; a switch in it would change what it matches.
                    place += 1
                    blank(end + 1 - place)
                } else if has("\"\"\"", at: place + hashes) {
                    within = .text(hashes: hashes, isLong: true)
                    blank(hashes + 3)
                } else if has("\"", at: place + hashes) {
                    within = .text(hashes: hashes, isLong: false)
                    blank(hashes + 1)
                } else {
                    place += max(1, hashes)
                }
            }
        }
        return masked
    }
}
