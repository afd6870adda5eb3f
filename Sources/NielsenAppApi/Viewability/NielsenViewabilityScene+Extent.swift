// SPDX-License-Identifier: Apache-2.0

/// How much of a view can be seen.
public struct NielsenViewabilityExtent: Sendable, Hashable {
    /// The area of the view that can be seen, in square points.
    public let visible: Double
    /// The area of the whole view, in square points.
    public let total: Double

    /// The part that can be seen, in percent from 0 to 100; 0 for a view without an area.
    public var percent: Double { total > 0 ? min(100, max(0, visible / total * 100)) : 0 }
}

extension NielsenViewabilityScene {
    /// A view whose alpha is not above this is not shown.
    private static let leastAlpha = 0.01

    /// What a view has from the views that it is inside of, with its own share.
    private struct Inherited {
        var alpha = 1.0
        /// What views inside of it are cut off at.
        var clip = ViewabilityBounds.everything
        /// True for the target, for friendly views, and for everything inside of them.
        var isFriendly = false
    }

    /// Measures how much of a view can be seen, exactly.
    ///
    /// The view's rectangle is cut by the window and by the clipping views that it is inside of. What views that are
    /// painted later hide of it is taken away: views that are not friendly, paint something, and are at least as opaque
    /// as given. Views inside of the target or of friendly views hide nothing. The first view with the tag is meant.
    ///
    /// - Parameters:
    ///   - target: Which view is measured, and which views hide nothing of it.
    ///   - opaquePercent: From which alpha, in percent, a view hides what is behind it; what is below 1 counts as 1.
    /// - Returns: nil where no view has the tag.
    public func extent(of target: NielsenViewabilityTarget, opaquePercent: Int = 50) -> NielsenViewabilityExtent? {
        guard let place = views.firstIndex(where: { $0.tag == target.viewTag }) else { return nil }
        let needed = Double(max(1, opaquePercent)) / 100
        var inherited: [Inherited] = []
        inherited.reserveCapacity(views.count)
        let frame = ViewabilityBounds(views[place].frame)
        var seen = ViewabilityBounds.empty
        var hiding: [ViewabilityBounds] = []
        for (index, view) in views.enumerated() {
            let outer = view.parent.flatMap { inherited.indices.contains($0) ? inherited[$0] : nil } ?? Inherited()
            let own = share(of: view, in: outer, target, isTarget: index == place)
            inherited.append(own)
            if index == place {
                seen = visiblePart(of: frame, alpha: own.alpha, clip: outer.clip)
            } else if index > place, !own.isFriendly, view.paints, own.alpha >= needed, !seen.isEmpty {
                let hidden = ViewabilityBounds(view.frame).intersection(outer.clip).intersection(seen)
                if !hidden.isEmpty { hiding.append(hidden) }
            }
        }
        return NielsenViewabilityExtent(visible: max(0, seen.area - RectangleUnion.area(hiding)), total: frame.area)
    }

    private func share(
        of view: NielsenViewabilityView,
        in outer: Inherited,
        _ target: NielsenViewabilityTarget,
        isTarget: Bool
    ) -> Inherited {
        var own = outer
        own.alpha = view.isHidden ? 0 : outer.alpha * Self.unit(view.alpha)
        if view.clips { own.clip = outer.clip.intersection(ViewabilityBounds(view.frame)) }
        if isTarget || view.tag.map(target.friendlyObstructions.contains) == true { own.isFriendly = true }
        return own
    }

    private func visiblePart(of frame: ViewabilityBounds, alpha: Double, clip: ViewabilityBounds) -> ViewabilityBounds {
        guard isForeground, let window, alpha > Self.leastAlpha else { return .empty }
        return frame.intersection(ViewabilityBounds(window)).intersection(clip)
    }

    /// A value brought into the range from 0 to 1; what is no number counts as 0.
    static func unit(_ value: Double) -> Double {
        value >= 1 ? 1 : value > 0 ? value : 0
    }
}
