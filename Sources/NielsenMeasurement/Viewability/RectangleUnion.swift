// SPDX-License-Identifier: Apache-2.0

/// The exact area of a union of rectangles.
///
/// A line sweeps from left to right over the edges. A tree over the distinct y values stores how much of the line is
/// inside rectangles, so that n rectangles cost n log n, however they overlap.
struct RectangleUnion {
    /// An event of the sweep: the left or right edge of a rectangle.
    private struct Edge {
        let x: Double
        /// The first and the last of the gaps between y values that the edge spans.
        let first: Int
        let last: Int
        let change: Int
    }

    private let levels: [Double]
    private let edges: [Edge]
    /// The number of rectangles that cover the whole part of the line of each node.
    private var counts: [Int]
    /// The covered length of the part of the line of each node.
    private var covered: [Double]

    /// Returns the area that rectangles cover together.
    static func area(_ rectangles: [ViewabilityBounds]) -> Double {
        guard let first = rectangles.first else { return 0 }
        guard rectangles.count > 1 else { return first.area }
        var union = RectangleUnion(rectangles)
        return union.sweep()
    }

    private init(_ rectangles: [ViewabilityBounds]) {
        var levels: [Double] = []
        levels.reserveCapacity(2 * rectangles.count)
        for rectangle in rectangles where !rectangle.isEmpty {
            levels.append(rectangle.minY)
            levels.append(rectangle.maxY)
        }
        levels.sort()
        var distinct = 0
        for level in levels where distinct == 0 || levels[distinct - 1] != level {
            levels[distinct] = level
            distinct += 1
        }
        levels.removeLast(levels.count - distinct)
        var edges: [Edge] = []
        edges.reserveCapacity(2 * rectangles.count)
        for rectangle in rectangles where !rectangle.isEmpty {
            let first = Self.index(of: rectangle.minY, in: levels)
            let last = Self.index(of: rectangle.maxY, in: levels) - 1
            edges.append(Edge(x: rectangle.minX, first: first, last: last, change: 1))
            edges.append(Edge(x: rectangle.maxX, first: first, last: last, change: -1))
        }
        edges.sort { $0.x < $1.x }
        self.levels = levels
        self.edges = edges
        counts = Array(repeating: 0, count: 4 * max(1, levels.count))
        covered = Array(repeating: 0, count: 4 * max(1, levels.count))
    }

    private static func index(of level: Double, in levels: [Double]) -> Int {
        var low = 0
        var high = levels.count
        while low < high {
            let middle = (low + high) / 2
            if levels[middle] < level { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func sweep() -> Double {
        var area = 0.0
        var x = edges.first?.x ?? 0
        for edge in edges {
            if edge.x > x {
                area += covered[1] * (edge.x - x)
                x = edge.x
            }
            change(edge, node: 1, low: 0, high: levels.count - 2)
        }
        return area
    }

    /// Adds or removes an edge below a node that represents the gaps from `low` to `high`.
    private mutating func change(_ edge: Edge, node: Int, low: Int, high: Int) {
        if edge.first <= low, high <= edge.last {
            counts[node] += edge.change
        } else {
            let middle = (low + high) / 2
            if edge.first <= middle { change(edge, node: 2 * node, low: low, high: middle) }
            if edge.last > middle { change(edge, node: 2 * node + 1, low: middle + 1, high: high) }
        }
        if counts[node] > 0 {
            covered[node] = levels[high + 1] - levels[low]
        } else {
            covered[node] = low == high ? 0 : covered[2 * node] + covered[2 * node + 1]
        }
    }
}
