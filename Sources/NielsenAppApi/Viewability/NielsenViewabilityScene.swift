// SPDX-License-Identifier: Apache-2.0

/// What is on the screen at one moment, as plain numbers: the views of a window in the order in which they are painted,
/// and how loud the device is.
///
/// ```swift
/// let scene = NielsenViewabilityScene(
///     screen: NielsenViewabilityRect(x: 0, y: 0, width: 400, height: 800),
///     window: NielsenViewabilityRect(x: 0, y: 0, width: 400, height: 800),
///     views: [
///         NielsenViewabilityView(tag: "7", frame: NielsenViewabilityRect(x: 0, y: 0, width: 400, height: 200)),
///         NielsenViewabilityView(tag: "8", frame: NielsenViewabilityRect(x: 0, y: 0, width: 100, height: 200)),
///     ],
///     volume: 0.5
/// )
/// ```
///
/// All rectangles are in points and in the coordinates of the window.
public struct NielsenViewabilityScene: Sendable, Hashable {
    /// The device's screen; of interest is its size.
    public var screen: NielsenViewabilityRect
    /// The bounds of the window that the player is in; nil where it is in none, and then nothing of it can be seen.
    public var window: NielsenViewabilityRect?
    /// How many pixels a point has in each direction; what is not above zero counts as 1.
    public var scale: Double
    /// The views of the window in the order in which they are painted, the one behind all others first.
    public var views: [NielsenViewabilityView]
    /// How loud the device is, from 0 to 1; more and less are brought into this range.
    public var volume: Double
    /// True where nothing can be heard, whatever the volume is.
    public var isMuted: Bool
    /// False while the app is in the background, where nothing of it can be seen.
    public var isForeground: Bool

    /// Describes what is on the screen.
    ///
    /// - Parameters:
    ///   - screen: The device's screen, in points.
    ///   - window: The bounds of the window that the player is in; nil where it is in none.
    ///   - scale: How many pixels a point has in each direction.
    ///   - views: The views of the window, the one behind all others first.
    ///   - volume: How loud the device is, from 0 to 1.
    ///   - isMuted: True where nothing can be heard.
    ///   - isForeground: False while the app is in the background.
    public init(
        screen: NielsenViewabilityRect,
        window: NielsenViewabilityRect?,
        scale: Double = 1,
        views: [NielsenViewabilityView],
        volume: Double = 1,
        isMuted: Bool = false,
        isForeground: Bool = true
    ) {
        self.screen = screen
        self.window = window
        self.scale = scale
        self.views = views
        self.volume = volume
        self.isMuted = isMuted
        self.isForeground = isForeground
    }
}

/// A view of a ``NielsenViewabilityScene``.
public struct NielsenViewabilityView: Sendable, Hashable {
    /// What the view is called; nil where it has no tag.
    public var tag: String?
    /// Where it is, in points of the window.
    public var frame: NielsenViewabilityRect
    /// How opaque it and all views inside of it are, from 0 to 1; more and less are brought into this range.
    public var alpha: Double
    /// True where neither it nor any view inside of it is shown.
    public var isHidden: Bool
    /// True where views inside of it are cut off at its edges.
    public var clips: Bool
    /// False for a view that shows nothing but the views inside of it, and so hides nothing by itself.
    public var paints: Bool
    /// The place in ``NielsenViewabilityScene/views`` of the view that it is inside of; nil for none.
    ///
    /// A view comes after the one that it is inside of. A place that is not before its own counts as none.
    public var parent: Int?

    /// Describes a view.
    ///
    /// - Parameters:
    ///   - tag: What the view is called.
    ///   - frame: Where it is, in points of the window.
    ///   - alpha: How opaque it and all views inside of it are, from 0 to 1.
    ///   - isHidden: True where neither it nor any view inside of it is shown.
    ///   - clips: True where views inside of it are cut off at its edges.
    ///   - paints: False for a view that shows nothing but the views inside of it.
    ///   - parent: The place of the view that it is inside of.
    public init(
        tag: String? = nil,
        frame: NielsenViewabilityRect,
        alpha: Double = 1,
        isHidden: Bool = false,
        clips: Bool = false,
        paints: Bool = true,
        parent: Int? = nil
    ) {
        self.tag = tag
        self.frame = frame
        self.alpha = alpha
        self.isHidden = isHidden
        self.clips = clips
        self.paints = paints
        self.parent = parent
    }
}
