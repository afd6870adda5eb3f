// SPDX-License-Identifier: Apache-2.0

/// A scene of the screen at one moment, as plain numbers: the views of a window in painting order, and the volume of
/// the device.
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
    /// The screen of the device, of which the size is used.
    public var screen: NielsenViewabilityRect
    /// The bounds of the window with the player; nil if it is in none, in which case nothing of it is visible.
    public var window: NielsenViewabilityRect?
    /// The number of pixels per point; values that are not above zero count as 1.
    public var scale: Double
    /// The views of the window in painting order, the rearmost first.
    public var views: [NielsenViewabilityView]
    /// The volume of the device, clamped to 0 through 1.
    public var volume: Double
    /// Whether the device or the player is muted, whatever the volume.
    public var isMuted: Bool
    /// Whether the app is in the foreground; in the background nothing of it is visible.
    public var isForeground: Bool

    /// Makes a scene.
    ///
    /// - Parameters:
    ///   - screen: The screen of the device, in points.
    ///   - window: The bounds of the window with the player; nil if it is in none.
    ///   - scale: The number of pixels per point.
    ///   - views: The views of the window, the rearmost first.
    ///   - volume: The volume of the device, from 0 to 1.
    ///   - isMuted: Whether the device or the player is muted.
    ///   - isForeground: Whether the app is in the foreground.
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
    /// The tag of the view; nil if it has none.
    public var tag: String?
    /// The frame, in points of the window.
    public var frame: NielsenViewabilityRect
    /// The opacity of the view and all views inside it, clamped to 0 through 1.
    public var alpha: Double
    /// Whether the view and all views inside it are hidden.
    public var isHidden: Bool
    /// Whether views inside it are clipped to its edges.
    public var clips: Bool
    /// Whether the view itself paints something; a view that only shows the views inside it hides nothing by itself.
    public var paints: Bool
    /// The index in ``NielsenViewabilityScene/views`` of the view that contains it, or nil.
    ///
    /// A view follows the view that contains it. An index that is not before its own counts as nil.
    public var parent: Int?

    /// Makes a view.
    ///
    /// - Parameters:
    ///   - tag: The tag of the view.
    ///   - frame: The frame, in points of the window.
    ///   - alpha: The opacity of the view and all views inside it, from 0 to 1.
    ///   - isHidden: Whether the view and all views inside it are hidden.
    ///   - clips: Whether views inside it are clipped to its edges.
    ///   - paints: Whether the view itself paints something.
    ///   - parent: The index of the view that contains it.
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
