// SPDX-License-Identifier: Apache-2.0

/// A target for a figure.
enum Target {
    /// The figure itself is at most so much.
    case atMost(Double)
    /// The figure itself is at least so much.
    case atLeast(Double)
    /// The figure is at least so many times a yardstick; the last value is the measured ratio.
    case atLeastTimes(Double, of: String, is: Double)
    /// The figure is at most so many times a yardstick; the last value is the measured ratio.
    case atMostTimes(Double, of: String, is: Double)

    /// Whether a figure meets the target.
    func isMet(by value: Double) -> Bool {
        switch self {
        case .atMost(let limit): value <= limit
        case .atLeast(let limit): value >= limit
        case .atLeastTimes(let factor, _, let actual): actual >= factor
        case .atMostTimes(let factor, _, let actual): actual <= factor
        }
    }

    /// The target in words, without spaces at its ends.
    var description: String {
        switch self {
        case .atMost(let limit): "target <= \(Figure.text(limit))"
        case .atLeast(let limit): "target >= \(Figure.text(limit))"
        case .atLeastTimes(let factor, let name, let actual):
            "target >= \(Figure.text(factor)) x \(name), is \(Figure.text(actual)) x"
        case .atMostTimes(let factor, let name, let actual):
            "target <= \(Figure.text(factor)) x \(name), is \(Figure.text(actual)) x"
        }
    }
}

/// Numbers for people and for programs.
enum Figure {
    /// Three digits behind the point for small numbers, none for large ones.
    static func text(_ value: Double) -> String {
        guard value.isFinite else { return "nan" }
        let scale: Double = abs(value) < 10 ? 1_000 : abs(value) < 1_000 ? 10 : 1
        let rounded = (value * scale).rounded() / scale
        guard rounded == rounded.rounded(), abs(rounded) < 1e15 else { return "\(rounded)" }
        return "\(Int64(rounded))"
    }
}
