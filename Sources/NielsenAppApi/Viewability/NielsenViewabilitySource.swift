// SPDX-License-Identifier: Apache-2.0

/// Where it is seen what is on the screen.
///
/// An instance asks its source when `trackViewability` is called, when something begins to be played, and then at the
/// interval of the configuration for as long as it is played.
public protocol NielsenViewabilitySource: Sendable {
    /// Describes what is on the screen now.
    ///
    /// - Parameters:
    ///   - target: The view that matters. A source may leave out views that are painted before it and that it is not
    ///     inside of; it must not leave out what is painted after it.
    ///   - container: What `trackViewability` was given as `viewContainer`.
    ///   - answer: Takes the scene, or nil where there is no window to look at. Call it once, at once or later and on any
    ///     thread; it returns soon. No answer means that nothing has changed.
    func look(
        for target: NielsenViewabilityTarget,
        in container: NielsenViewabilityContainer,
        _ answer: @escaping @Sendable (NielsenViewabilityScene?) -> Void
    )
}

/// What `trackViewability` was given as `viewContainer`: a window, which is not kept alive.
public struct NielsenViewabilityContainer: Sendable {
    private let reference: WeakReference

    /// The object, nil where it is gone or was none. Use it only on the thread that its kind of object belongs to.
    public var object: AnyObject? { reference.object }

    /// Refers to an object; a value that is none leaves the container empty.
    ///
    /// - Parameter value: A window, or anything else that the source understands.
    public init(_ value: Any?) {
        // A value that is no object would be put into a box that nobody keeps.
        reference = WeakReference(value.flatMap { type(of: $0) is AnyClass ? $0 as AnyObject : nil })
    }
}
