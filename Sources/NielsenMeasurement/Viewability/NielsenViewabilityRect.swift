// SPDX-License-Identifier: Apache-2.0

/// A rectangle in points.
///
/// Any value is accepted. A negative width or height extends to the other side of the origin, as in Core Graphics; a
/// rectangle with NaN is empty; infinite edges are off-screen.
public struct NielsenViewabilityRect: Sendable, Hashable {
    /// The left edge, in points.
    public var x: Double
    /// The upper edge, in points.
    public var y: Double
    /// The width, in points.
    public var width: Double
    /// The height, in points.
    public var height: Double

    /// Makes a rectangle.
    ///
    /// - Parameters:
    ///   - x: The left edge, in points.
    ///   - y: The upper edge, in points.
    ///   - width: The width, in points.
    ///   - height: The height, in points.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// A rectangle given by its edges, all of them finite.
struct ViewabilityBounds: Sendable, Hashable {
    var minX: Double
    var minY: Double
    var maxX: Double
    var maxY: Double

    /// No screen extends this far, and areas of this order are exact enough.
    private static let limit = 1e9

    static let empty = ViewabilityBounds(minX: 0, minY: 0, maxX: 0, maxY: 0)
    static let everything = ViewabilityBounds(minX: 0 - limit, minY: 0 - limit, maxX: limit, maxY: limit)

    var isEmpty: Bool { minX >= maxX || minY >= maxY }

    var area: Double { isEmpty ? 0 : (maxX - minX) * (maxY - minY) }

    func intersection(_ other: ViewabilityBounds) -> ViewabilityBounds {
        let common = ViewabilityBounds(
            minX: max(minX, other.minX),
            minY: max(minY, other.minY),
            maxX: min(maxX, other.maxX),
            maxY: min(maxY, other.maxY)
        )
        return common.isEmpty ? .empty : common
    }

    /// Clamps a number to the range in which sums and areas are finite.
    private static func bounded(_ value: Double, _ limit: Double) -> Double {
        min(max(value, -limit), limit)  // in range: a fraction
    }
}

extension ViewabilityBounds {
    init(_ rect: NielsenViewabilityRect) {
        guard !rect.x.isNaN, !rect.y.isNaN, !rect.width.isNaN, !rect.height.isNaN else {
            self = .empty
            return
        }
        let x = Self.bounded(rect.x, Self.limit)
        let y = Self.bounded(rect.y, Self.limit)
        let farX = Self.bounded(x + Self.bounded(rect.width, 2 * Self.limit), Self.limit)
        let farY = Self.bounded(y + Self.bounded(rect.height, 2 * Self.limit), Self.limit)
        self.init(minX: min(x, farX), minY: min(y, farY), maxX: max(x, farX), maxY: max(y, farY))
    }
}
