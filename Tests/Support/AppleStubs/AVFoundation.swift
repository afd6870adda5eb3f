// SPDX-License-Identifier: Apache-2.0

// Stands in for the framework of the same name where that does not exist: the documented names that the adapters use,
// and nothing else. Nothing but the tests of the adapters is ever built against it.

@_exported public import CoreMedia
public import Dispatch
public import Foundation

// MARK: - Audio session

// swift-format-ignore: AlwaysUseLowerCamelCase
/// A key of a notification.
public let AVAudioSessionInterruptionTypeKey = "1"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// A key of a notification.
public let AVAudioSessionInterruptionOptionKey = "2"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// A key of a notification.
public let AVAudioSessionRouteChangeReasonKey = "3"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// A key of a notification.
public let AVAudioSessionRouteChangePreviousRouteKey = "4"

/// The app's use of sound.
open class AVAudioSession: NSObject {
    /// A kind of port.
    public struct Port: RawRepresentable, Hashable, Sendable {
        /// Its name.
        public let rawValue: String

        /// Makes a kind.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// With a cable.
        public static let headphones = Port(rawValue: "Headphones")
        /// Without one.
        public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
        /// Without one.
        public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
        /// Without one.
        public static let bluetoothLE = Port(rawValue: "BluetoothLE")
    }

    /// Whether an interruption begins.
    public enum InterruptionType: UInt, Sendable {
        /// It ended.
        case ended
        /// It began.
        case began
    }

    /// What is to be done at the end of an interruption.
    public struct InterruptionOptions: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Makes options.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Go on.
        public static let shouldResume = InterruptionOptions(rawValue: 1)
    }

    /// Why a route changed.
    public enum RouteChangeReason: UInt, Sendable {
        /// Nobody knows.
        case unknown
        /// A device came.
        case newDeviceAvailable
        /// A device went.
        case oldDeviceUnavailable
    }

    /// An interruption began or ended.
    public class var interruptionNotification: Notification.Name {
        Notification.Name("AVAudioSessionInterruption")
    }
    /// The route changed.
    public class var routeChangeNotification: Notification.Name {
        Notification.Name("AVAudioSessionRouteChange")
    }

    /// What stands in for the one of the process.
    ///
    /// Set before anything else runs, so no two threads meet here.
    public nonisolated(unsafe) static var standIn = AVAudioSession()
    /// The one of the process.
    public class func sharedInstance() -> AVAudioSession { standIn }
    /// How loud it is.
    open var outputVolume: Float { 1 }
    /// Where sound goes.
    open var currentRoute: AVAudioSessionRouteDescription { AVAudioSessionRouteDescription() }
}

/// Where sound goes.
open class AVAudioSessionRouteDescription: NSObject {
    /// The ports.
    open var outputs: [AVAudioSessionPortDescription] { [] }
}

/// A port.
open class AVAudioSessionPortDescription: NSObject {
    /// Its kind.
    open var portType: AVAudioSession.Port { .headphones }
    /// Its name.
    open var portName: String { "" }
    /// Its identifier.
    open var uid: String { "" }
}

// MARK: - Player

/// A player.
@MainActor
open class AVPlayer: NSObject {
    /// Whether it plays.
    public enum TimeControlStatus: Int, Sendable {
        /// Paused.
        case paused
        /// Waiting for data.
        case waitingToPlayAtSpecifiedRate
        /// Playing.
        case playing
    }

    /// Who observes properties.
    public let observations = Observations()
    /// Whether it plays.
    open var timeControlStatus: TimeControlStatus { .paused }
    /// What it plays.
    open var currentItem: AVPlayerItem? { nil }
    /// Where it is.
    open func currentTime() -> CMTime { CMTime(value: 0, timescale: 1) }

    /// Calls back while time goes by.
    open func addPeriodicTimeObserver(
        forInterval interval: CMTime,
        queue: DispatchQueue?,
        using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any { 0 }

    /// Ends that.
    open func removeTimeObserver(_ observer: Any) {}
}

/// An observation that ends with this object.
///
/// Its own system has it in Foundation.
public final class NSKeyValueObservation {
    private let end: () -> Void

    init(_ end: @escaping () -> Void) { self.end = end }

    deinit { end() }

    /// Ends it.
    public func invalidate() { end() }
}

/// What changed.
public struct NSKeyValueObservedChange<Value> {}

/// Who observes properties; used on the main thread alone.
@MainActor
public final class Observations {
    private var hear: [Int: @Sendable () -> Void] = [:]
    private var next = 0

    nonisolated init() {}

    /// How many there are.
    public var count: Int { hear.count }
    /// Tells everybody.
    public func tell() { for hear in hear.values { hear() } }
    /// Tells everybody on another thread.
    public func tellElsewhere() {
        let hear = Array(hear.values)
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            for hear in hear { hear() }
            done.signal()
        }
        done.wait()
    }

    fileprivate func add(_ hear: @escaping @Sendable () -> Void) -> Int {
        next += 1
        self.hear[next] = hear
        return next
    }

    fileprivate func remove(_ key: Int) { hear[key] = nil }
}

extension AVPlayer {
    /// Observes a property.
    public func observe<Value>(
        _ keyPath: KeyPath<AVPlayer, Value>,
        changeHandler: @escaping @Sendable (AVPlayer, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let observations = observations
        let key = observations.add { [unowned self] in changeHandler(self, NSKeyValueObservedChange()) }
        return NSKeyValueObservation { MainActor.assumeIsolated { observations.remove(key) } }
    }
}

/// What a player plays.
@MainActor
open class AVPlayerItem: NSObject {
    /// Whether it can be played.
    public enum Status: Int, Sendable {
        /// Not known yet.
        case unknown
        /// It can.
        case readyToPlay
        /// It cannot.
        case failed
    }

    /// Whether it can be played.
    open var status: Status { .unknown }
    /// The date of its position, where it has dates.
    open func currentDate() -> Date? { nil }
    /// Adds an output.
    open func add(_ output: AVPlayerItemOutput) {}
    /// Removes an output.
    open func remove(_ output: AVPlayerItemOutput) {}
}

/// A track of an item.
open class AVPlayerItemTrack: NSObject {}

/// Something that comes out of an item.
open class AVPlayerItemOutput: NSObject {}

/// Timed metadata of an item.
open class AVPlayerItemMetadataOutput: AVPlayerItemOutput {
    /// Makes an output.
    public init(identifiers: [String]?) {}
    /// Sets the receiver.
    open func setDelegate(_ delegate: (any AVPlayerItemMetadataOutputPushDelegate)?, queue: DispatchQueue?) {}
}

/// Hears of timed metadata.
///
/// Its method may be left out there; here it may not, so that one that is spelled wrongly is found.
public protocol AVPlayerItemMetadataOutputPushDelegate: NSObjectProtocol {
    /// Metadata came.
    func metadataOutput(
        _ output: AVPlayerItemMetadataOutput,
        didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
        from track: AVPlayerItemTrack?
    )
}

/// Metadata of one time.
open class AVTimedMetadataGroup: NSObject {
    /// The items.
    open var items: [AVMetadataItem] { [] }
}

/// A key of what else is known of an item.
public struct AVMetadataExtraAttributeKey: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String

    /// Makes a key.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The owner of a private frame.
    public static let info = AVMetadataExtraAttributeKey(rawValue: "info")
}

/// One piece of metadata.
open class AVMetadataItem: NSObject {
    /// Its key.
    open var key: (any NSCopying & NSObjectProtocol)? { nil }
    /// What else is known.
    open var extraAttributes: [AVMetadataExtraAttributeKey: Any]? { nil }
}
