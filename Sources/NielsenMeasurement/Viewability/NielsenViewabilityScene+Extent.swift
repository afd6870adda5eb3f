// SPDX-License-Identifier: Apache-2.0

/// The visible extent of a view.
package struct NielsenViewabilityExtent: Sendable, Hashable {
    /// The area of the visible part of the view, in square points.
    package let visible: Double
    /// The area of the whole view, in square points.
    package let total: Double

    /// The visible part, in percent from 0 to 100; 0 for a view without an area.
    package var percent: Double { total > 0 ? min(100, max(0, visible / total * 100)) : 0 }
}

extension NielsenViewabilityScene {
    /// A view whose alpha is not above this value is not shown.
    private static let leastAlpha = 0.01

    /// The properties that a view inherits from the views that contain it, with its own share.
    private struct Inherited {
        var alpha = 1.0
        /// The rectangle to which contained views are clipped.
        var clip = ViewabilityBounds.everything
        /// Whether this is the target, a friendly view, or inside one of them.
        var isFriendly = false
    }

    /// Measures the visible part of a view exactly.
    ///
    /// The rectangle of the view is clipped to the window and to the clipping views that contain it. The parts covered
    /// by views that are painted later are removed, if those views are not friendly, paint something, and are at least
    /// as opaque as given. Views inside the target or inside friendly views hide nothing. The first view with the tag
    /// is measured.
    ///
    /// - Parameters:
    ///   - target: The view to measure, and the views that hide nothing of it.
    ///   - opaquePercent: The alpha, in percent, from which a view hides what is behind it; values below 1 count as 1.
    /// - Returns: The extent, or nil if no view has the tag.
    package func extent(of target: NielsenViewabilityTarget, opaquePercent: Int = 50) -> NielsenViewabilityExtent? {
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

    /// Returns a value clamped to 0 through 1; NaN counts as 0.
    static func unit(_ value: Double) -> Double {
        value >= 1 ? 1 : value > 0 ? value : 0
    }
}
