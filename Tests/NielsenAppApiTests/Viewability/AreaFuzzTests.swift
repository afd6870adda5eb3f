// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// The exact area against a count of the squares of a grid.
///
/// All edges are on the grid, so both numbers are whole and must be equal. A row of the grid is a bit mask: bit x stands
/// for the square from x to x + 1.
struct AreaFuzzTests {
    private struct Cells {
        var x: Int
        var y: Int
        var width: Int
        var height: Int

        init(_ chance: inout SeededGenerator, _ size: Int) {
            // Some reach over the edges of the grid, some are empty.
            x = chance.below(size + 4) - 4
            y = chance.below(size + 4) - 4
            width = chance.below(size)
            height = chance.below(size)
        }

        var rect: NielsenViewabilityRect {
            NielsenViewabilityRect(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
        }

        /// The squares in a row of the grid.
        func mask(_ row: Int, _ size: Int) -> UInt64 {
            guard row >= y, row < y + height else { return 0 }
            let low = max(0, x)
            let high = min(size, x + width)
            guard low < high else { return 0 }
            return (high == 64 ? .max : (1 << UInt64(high)) - 1) & ~((1 << UInt64(low)) - 1)
        }
    }

    /// One set: a player inside of a clipping view, and covers of which some are friendly, faint, or clipped.
    private static func difference(_ chance: inout SeededGenerator, _ size: Int, covers: Int) -> String? {
        let clip = Cells(&chance, size)
        let player = Cells(&chance, size)
        var views = [
            NielsenViewabilityView(frame: clip.rect, clips: true),
            NielsenViewabilityView(tag: "p", frame: player.rect, parent: chance.below(4) == 0 ? 0 : nil),
        ]
        let isClipped = views[1].parent != nil
        var hiding: [(cells: Cells, isClipped: Bool)] = []
        for _ in 0..<covers {
            let cells = Cells(&chance, size)
            let kind = chance.below(8)
            views.append(
                NielsenViewabilityView(
                    tag: kind == 0 ? "f" : nil,
                    frame: cells.rect,
                    alpha: kind == 1 ? 0.25 : 1,
                    parent: kind == 2 ? 0 : nil
                )
            )
            if kind > 1 { hiding.append((cells, kind == 2)) }
        }
        var count = 0
        for row in 0..<size {
            let cut = clip.mask(row, size)
            var seen = player.mask(row, size)
            if isClipped { seen &= cut }
            for cover in hiding where seen != 0 {
                let mask = cover.cells.mask(row, size)
                seen &= ~(cover.isClipped ? mask & cut : mask)
            }
            count += seen.nonzeroBitCount
        }
        let window = NielsenViewabilityRect(x: 0, y: 0, width: Double(size), height: Double(size))
        let scene = NielsenViewabilityScene(screen: window, window: window, views: views)
        let extent = scene.extent(of: NielsenViewabilityTarget(viewTag: "p", friendlyObstructions: ["f"]))
        guard extent?.visible == Double(count), extent?.total == Double(player.width * player.height) else {
            return "\(count) squares counted, \(String(describing: extent)) in \(scene)"
        }
        return nil
    }

    @Test(arguments: [(size: 12, covers: 8, sets: 1_500), (size: 64, covers: 60, sets: 100)])
    func randomSetsHaveTheAreaOfTheirSquares(_ example: (size: Int, covers: Int, sets: Int)) {
        var chance = SeededGenerator(seed: 99)
        for set in 0..<example.sets {
            if let difference = Self.difference(&chance, example.size, covers: set % example.covers) {
                Issue.record("set \(set): \(difference)")
                return
            }
        }
    }
}
