// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

/// Each character of ASCII is equal to itself in the other case and to nothing else, wherever it stands in a name.
struct FoldedByteTests {
    @Test(arguments: [("", ""), ("1234567", ""), ("12345678", "abc"), ("", "1234567"), ("abc", "xyz1234567")])
    func aCharacterIsEqualToItsOtherCaseAlone(_ before: String, _ after: String) {
        let characters = (UInt8(0)..<0x80).map { String(UnicodeScalar($0)) }
        let names = characters.map { FoldedName(before + $0 + after) }
        let hashes = names.map(\.hashValue)
        var wrong: [String] = []
        for left in characters.indices {
            for right in characters.indices {
                let isOne = characters[left].lowercased() == characters[right].lowercased()
                if (names[left] == names[right]) != isOne || (hashes[left] == hashes[right]) != isOne {
                    wrong.append("\(left) \(right)")
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func namesThatDifferInOneCharacterHaveTwoHashes() {
        for count in 1...33 {
            let name = [UInt8](repeating: 0x6D, count: count)
            var hashes: Set<Int> = [FoldedName(String(decoding: name, as: UTF8.self)).hashValue]
            for place in name.indices {
                var other = name
                other[place] = 0x6E
                hashes.insert(FoldedName(String(decoding: other, as: UTF8.self)).hashValue)
            }
            #expect(hashes.count == count + 1, "\(count)")
        }
    }

    @Test func aNameShowsItsSpelling() {
        let name: FoldedName = "Com.Example"
        #expect("\(name)" == "Com.Example" && name.folded == "com.example" && !name.isEmpty)
        #expect(FoldedName("").isEmpty)
    }
}
