// SPDX-License-Identifier: Apache-2.0

// Stands in for the framework of the same name where that does not exist: the documented names that the adapters use,
// and nothing else. Nothing but the tests of the adapters is ever built against it.

/// A view.
@MainActor
public protocol View {
    /// What it is made of.
    associatedtype Body: View
    /// What it is made of.
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    /// Nothing.
    public var body: Never { fatalError("there is nothing to show") }
}

/// Makes views of what a block says.
@resultBuilder
public enum ViewBuilder {
    /// Of one view.
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

/// Changes a view.
@MainActor
public protocol ViewModifier {
    /// The changed view.
    associatedtype Body: View
    /// What is changed.
    typealias Content = ModifierContent
    /// Changes a view.
    @ViewBuilder func body(content: Content) -> Body
}

/// What is changed.
public struct ModifierContent: View {
    /// Nothing.
    public typealias Body = Never
    /// Nothing.
    public var body: Never { fatalError("there is nothing to show") }
}

/// A view that was changed.
public struct Modified: View {
    /// Nothing.
    public typealias Body = Never
    /// Nothing.
    public var body: Never { fatalError("there is nothing to show") }
}

/// What a view says of its coming and going; used on the main thread alone.
@MainActor
public enum Shown {
    /// Appears, or changes.
    public static var task: (@MainActor () async -> Void)?
    /// Disappears.
    public static var disappear: (@MainActor () -> Void)?
}

extension View {
    /// Changes this view.
    public func modifier(_ modifier: some ViewModifier) -> some View {
        _ = modifier.body(content: ModifierContent())
        return Modified()
    }

    /// Does something when the view appears and when a value changes.
    public func task(id value: some Equatable, _ action: @escaping @MainActor () async -> Void) -> some View {
        Shown.task = action
        return Modified()
    }

    /// Does something when the view disappears.
    public func onDisappear(perform action: @escaping @MainActor () -> Void) -> some View {
        Shown.disappear = action
        return Modified()
    }
}

/// A value that lasts as long as its view is shown.
@MainActor
@propertyWrapper
public struct State<Value> {
    private final class Box {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    private let box: Box

    /// Makes one.
    public init(wrappedValue: Value) { box = Box(wrappedValue) }

    /// The value.
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }
}
