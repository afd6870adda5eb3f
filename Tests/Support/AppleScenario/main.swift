// SPDX-License-Identifier: Apache-2.0

// Drives the adapters with stand-ins of Apple's frameworks, and prints what results: one line a scene. It is built and
// run by the tests of the adapters, together with the adapters themselves.

internal import AVFoundation
internal import AVKit
import Foundation
import HubServices
import Network
import NielsenAppApi
import SwiftUI
import UIKit

// MARK: - Stand-ins

final class Port: AVAudioSessionPortDescription {
    let told: (String, String, String)
    init(_ type: String, _ name: String, _ uid: String) { told = (type, name, uid) }
    override var portType: AVAudioSession.Port { AVAudioSession.Port(rawValue: told.0) }
    override var portName: String { told.1 }
    override var uid: String { told.2 }
}

final class Route: AVAudioSessionRouteDescription {
    let ports: [Port]
    init(_ ports: [Port]) { self.ports = ports }
    override var outputs: [AVAudioSessionPortDescription] { ports }
}

final class Session: AVAudioSession {
    var route = Route([])
    override var currentRoute: AVAudioSessionRouteDescription { route }
}

final class Application: UIApplication {
    var state = UIApplication.State.active
    var isUnlocked = true
    var asked = 0
    var ended: [Int] = []
    override var applicationState: UIApplication.State { state }
    override var isProtectedDataAvailable: Bool { isUnlocked }
    override func beginBackgroundTask(
        withName name: String?,
        expirationHandler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        asked += 1
        return UIBackgroundTaskIdentifier(rawValue: asked)
    }
    override func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) { ended.append(identifier.rawValue) }
}

final class Scene: UIScene {
    override var activationState: ActivationState { .foregroundActive }
}

struct Page: SwiftUI.View {
    var body: Never { fatalError("there is nothing to show") }
}

final class Device: UIDevice {
    var vendor = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    var kind = UIUserInterfaceIdiom.tv
    override var systemVersion: String { "17.4.1" }
    override var model: String { "AppleTV14,1" }
    override var name: String { "Living room" }
    override var identifierForVendor: UUID? { vendor }
    override var userInterfaceIdiom: UIUserInterfaceIdiom { kind }
}

final class Item: AVPlayerItem {
    var outputs = 0
    var date: Date?
    override var status: Status { .readyToPlay }
    override func currentDate() -> Date? { date }
    override func add(_ output: AVPlayerItemOutput) { outputs += 1 }
    override func remove(_ output: AVPlayerItemOutput) { outputs -= 1 }
}

final class Player: AVPlayer {
    var status = TimeControlStatus.paused
    var playing: Item?
    var ticks: [Int: @Sendable (CMTime) -> Void] = [:]
    private var next = 0
    override var timeControlStatus: TimeControlStatus { status }
    override var currentItem: AVPlayerItem? { playing }
    var second: Int64 = 0
    override func currentTime() -> CMTime { CMTime(value: second, timescale: 1) }

    override func addPeriodicTimeObserver(
        forInterval interval: CMTime,
        queue: DispatchQueue?,
        using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
        next += 1
        ticks[next] = block
        return next
    }

    override func removeTimeObserver(_ observer: Any) {
        ticks[observer as? Int ?? 0] = nil
    }

    func tick(_ second: Int64) {
        for tick in ticks.values { tick(CMTime(value: second, timescale: 1)) }
    }
}

final class Tag: AVMetadataItem {
    let frame: (String, Any)
    init(_ key: String, _ info: Any) { frame = (key, info) }
    override var key: (any NSCopying & NSObjectProtocol)? { NSString(string: frame.0) }
    override var extraAttributes: [AVMetadataExtraAttributeKey: Any]? { [.info: frame.1] }
}

final class Group: AVTimedMetadataGroup {
    let tags: [Tag]
    init(_ tags: [Tag]) { self.tags = tags }
    override var items: [AVMetadataItem] { tags }
}

/// Hears of events; a class of its own, so that it is seen whether an adapter keeps it alive.
final class Receiver: NielsenLifecycleReceiver {
    let heard = Locked<[String]>([])
    func handle(_ event: NielsenLifecycleEvent) { heard.withLock { $0.append("\(event)") } }
    func take() -> String {
        heard.withLock { heard in
            defer { heard = [] }
            return heard.joined(separator: ", ")
        }
    }
}

// MARK: - Scenes

let lines = RecordingSink()
let sink = NielsenRecordingMeasurementSink()
let clock = ManualClock()
let environment = NielsenEnvironment(
    clock: clock,
    log: HubLog(level: .verbose, sink: lines),
    store: InMemoryKeyValueStore(),
    sink: sink
)
let center = NotificationCenter()
let session = Session()
AVAudioSession.standIn = session

func post(_ name: Notification.Name, _ info: [AnyHashable: Any] = [:], of object: AnyObject? = nil) {
    center.post(name: name, object: object, userInfo: info)
}

func makeApi() throws -> NielsenAppApi {
    let api = try NielsenAppApi.make(
        appInfo: ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000", "sfcode": "dcr"],
        environment: environment
    )
    api.play(["channelName": "News"])
    api.loadMetadata(["type": "content", "assetid": "a"])
    return api
}

@MainActor
func settle() async {
    for _ in 0..<20 { await Task.yield() }
}

/// What was called since it was asked last: the calls of the app, and those that were made because of an event.
var seen = 0
@MainActor
func calls() -> String {
    let all = lines.records
    defer { seen = all.count }
    return all[seen...].compactMap { record in
        if record.message.contains(" was called because of ") { return record.message }
        // A call is logged with its data behind its name.
        guard record.level == .verbose, let name = record.message.split(separator: " ").first else { return nil }
        return ["playheadPosition", "sendID3", "updateOTT"].contains(String(name)) ? String(name) : nil
    }.joined(separator: ", ")
}

// The app's life.
let application = Application()
let receiver = Receiver()
var life: NielsenAppLifecycleObserver? = NielsenAppLifecycleObserver(receiver, application: application, center: center)
post(UIApplication.didEnterBackgroundNotification)
post(UIApplication.willEnterForegroundNotification)
post(UIApplication.protectedDataWillBecomeUnavailableNotification)
post(UIApplication.protectedDataDidBecomeAvailableNotification)
post(UIApplication.willTerminateNotification)
print("life:", receiver.take())
print("time:", application.asked, application.ended.count)
life = nil
post(UIApplication.didEnterBackgroundNotification)
print("life let go:", receiver.take())
application.state = .background
life = NielsenAppLifecycleObserver(receiver, application: application, center: center)
print("life behind:", receiver.take())
life = nil

// One of two scenes.
application.state = .active
let scene = Scene()
life = NielsenAppLifecycleObserver(receiver, scene: scene, application: application, center: center)
post(UIScene.didEnterBackgroundNotification, of: Scene())
post(UIApplication.didEnterBackgroundNotification)
post(UIScene.didEnterBackgroundNotification, of: scene)
post(UIScene.willEnterForegroundNotification, of: scene)
post(UIScene.didDisconnectNotification, of: scene)
post(UIApplication.willTerminateNotification)
print("scene:", receiver.take())

// A process that starts before the first unlock.
application.isUnlocked = false
application.state = .background
life = NielsenAppLifecycleObserver(receiver, application: application, center: center)
post(UIApplication.protectedDataDidBecomeAvailableNotification)
print("locked:", receiver.take())
life = nil

// Picture in picture, which begins, ends, and does not begin.
let picture = NielsenPictureInPictureDelegate(receiver)
let controller = AVPictureInPictureController()
picture.pictureInPictureControllerWillStartPictureInPicture(controller)
picture.pictureInPictureControllerDidStopPictureInPicture(controller)
picture.pictureInPictureControllerWillStartPictureInPicture(controller)
picture.pictureInPictureController(controller, failedToStartPictureInPictureWithError: CocoaError(.featureUnsupported))
print("picture:", receiver.take())

// Nothing keeps a receiver alive.
var going: Receiver? = Receiver()
weak let gone = going
if let going { life = NielsenAppLifecycleObserver(going, application: application, center: center) }
let ears = going.map { NielsenAudioSessionObserver($0, center: center) { _ in } }
going = nil
post(UIApplication.didEnterBackgroundNotification)
print("receiver:", gone == nil && ears != nil ? "gone" : "kept")
life = nil

// The network, which also changes from one to another.
let monitor = NWPathMonitor()
var network: NielsenNetworkObserver? = NielsenNetworkObserver(receiver, monitor: monitor)
for status in [NWPath.Status.satisfied, .unsatisfied, .unsatisfied, .satisfied, .satisfied] {
    monitor.pathUpdateHandler?(NWPath(status: status))
}
print("network:", receiver.take(), monitor.isStarted)
network = nil
print("network let go:", monitor.isStarted)

// Interruptions.
var audio: NielsenAudioSessionObserver? = NielsenAudioSessionObserver(receiver, center: center) { _ in }
let interruption = AVAudioSession.interruptionNotification
post(interruption, [AVAudioSessionInterruptionTypeKey: UInt(1)])
post(interruption, [AVAudioSessionInterruptionTypeKey: UInt(0), AVAudioSessionInterruptionOptionKey: UInt(1)])
print("call:", receiver.take())
post(interruption, [AVAudioSessionInterruptionTypeKey: UInt(1)])
post(interruption, [AVAudioSessionInterruptionTypeKey: UInt(0)])
print("call without going on:", receiver.take())
post(interruption, [AVAudioSessionInterruptionTypeKey: "1"])
post(interruption)
print("call of nothing:", receiver.take())
let unplugged = AVAudioSession.RouteChangeReason.oldDeviceUnavailable.rawValue
for type in ["Headphones", "BluetoothA2DPOutput", "Speaker"] {
    post(
        AVAudioSession.routeChangeNotification,
        [
            AVAudioSessionRouteChangeReasonKey: unplugged,
            AVAudioSessionRouteChangePreviousRouteKey: Route([Port(type, type, type)]),
        ]
    )
    print("unplugged \(type):", receiver.take())
}
audio = nil
post(interruption, [AVAudioSessionInterruptionTypeKey: UInt(1)])
print("audio let go:", receiver.take())

// Connected devices.
do {
    let api = try makeApi()
    session.route = Route([Port("AirPlay", "AirPlay", "0eb63aae-5915-45f1-b0f7-0102a0e50d53")])
    audio = NielsenAudioSessionObserver(api, center: center)
    api.playheadPosition(0)
    print("route:", sink.records.last?.ott["ottType"] ?? "-")
    // The device goes away while the app does not run, so that nothing reports it.
    post(UIApplication.didEnterBackgroundNotification)
    session.route = Route([Port("Speaker", "Speaker", "Speaker")])
    post(UIApplication.willEnterForegroundNotification)
    api.end()
    print("route after the background:", sink.records.last?.ott["ottType"] ?? "-")
    let told = Locked<[String]>([])
    audio = NielsenAudioSessionObserver(receiver, center: center) { info in
        told.withLock { $0.append(info["ottStatus"] ?? "-") }
    }
    session.route = Route([Port("AirPlay", "Apple TV 4K", "4335E8A9-screen")])
    post(AVAudioSession.routeChangeNotification)
    print("route told:", told.withLock { $0 })
    audio = nil
}

// A player that the app pauses for something else. Nothing is awaited up to here, so that this is the main thread.
do {
    let api = try makeApi()
    let player = Player()
    player.playing = Item()
    player.status = .playing
    let observer = NielsenPlayerObserver(player, api)
    player.tick(0)
    _ = calls()
    player.status = .paused
    player.second = 1
    player.observations.tell()
    print("paused at once:", calls())
    observer.invalidate()
}

// A player.
do {
    let api = try makeApi()
    let player = Player()
    let (first, second) = (Item(), Item())
    player.playing = first
    _ = calls()
    let observer = NielsenPlayerObserver(player, api)
    await settle()
    print("before it plays:", calls())
    player.status = .playing
    player.observations.tell()
    player.tick(0)
    clock.advance(by: .seconds(1))
    player.tick(1)
    print("plays:", calls())
    player.status = .waitingToPlayAtSpecifiedRate
    player.observations.tellElsewhere()
    await settle()
    print("stalls:", api.interruptions.map(\.rawValue))
    player.status = .playing
    player.observations.tell()
    await settle()
    clock.advance(by: .seconds(1))
    player.tick(2)
    print("plays on:", calls(), api.interruptions.map(\.rawValue))
    player.status = .paused
    player.second = 3
    clock.advance(by: .seconds(1))
    player.observations.tell()
    await settle()
    print("paused:", calls(), api.creditSummary.last?.seconds ?? -1)
    player.observations.tell()
    await settle()
    print("paused still:", calls())
    player.status = .playing
    player.observations.tell()
    await settle()
    player.tick(3)
    print("resumed:", calls())
    player.playing = second
    player.observations.tell()
    await settle()
    print("next item:", first.outputs, second.outputs)
    player.status = .paused
    player.observations.tellElsewhere()
    observer.invalidate()
    player.status = .playing
    player.observations.tell()
    player.tick(4)
    await settle()
    print("invalidated:", calls(), second.outputs, player.ticks.count, player.observations.count)
}

// A page and a player of SwiftUI.
do {
    let api = try makeApi()
    let first = sink.records.count
    _ = Page().measured(by: api, metadata: ["type": "static", "section": "Home"])
    await Shown.task?()
    clock.advance(by: .seconds(3))
    Shown.disappear?()
    print(
        "page of a view:",
        sink.records[first...].filter { $0.lane == .static }.map { "\($0.kind) \($0.totalSeconds)" }
    )
    let player = Player()
    player.playing = Item()
    player.status = .playing
    _ = Page().measured(by: api, metadata: ["type": "content", "assetid": "shown"], player: player)
    await Shown.task?()
    player.tick(0)
    clock.advance(by: .seconds(1))
    player.tick(1)
    Shown.disappear?()
    await settle()
    let shown = sink.records.filter { $0.assetid == "shown" }
    print("player of a view:", shown.map { "\($0.kind) \($0.totalSeconds)" }, player.ticks.count)
}

// A player whose observer is let go.
do {
    let api = try makeApi()
    let player = Player()
    let item = Item()
    player.playing = item
    var observer: NielsenPlayerObserver? = NielsenPlayerObserver(player, api)
    print("attached:", item.outputs, player.ticks.count, observer == nil)
    observer = nil
    await settle()
    print("let go:", item.outputs, player.ticks.count, player.observations.count)
}

// A live stream.
do {
    let api = try makeApi()
    let player = Player()
    player.playing = Item()
    player.status = .playing
    let observer = NielsenPlayerObserver(player, api, isLive: true) { Date(timeIntervalSince1970: 1_700_000_000.8) }
    player.tick(7)
    print("live:", sink.records.last?.playhead ?? -1)
    observer.invalidate()
}

// A live item that has dates of its own, watched ten minutes late, by an instance that takes events.
do {
    let tracker = try NielsenEventTracker.make(appInfo: ["appid": "P"], environment: environment)
    let tracked = NielsenTrackedPlayer(tracker)
    tracked.play(.content, metadata: .init(content: ["type": "content", "assetid": "late"]))
    let player = Player()
    let item = Item()
    item.date = Date(timeIntervalSince1970: 1_699_999_400.5)
    player.playing = item
    player.status = .playing
    let observer = NielsenPlayerObserver(player, tracked, isLive: true) { Date(timeIntervalSince1970: 1_700_000_000) }
    player.tick(7)
    print("live item:", sink.records.last?.playhead ?? -1, sink.records.last?.assetid ?? "-")
    observer.invalidate()
}

// The device.
do {
    let device = Device()
    let told = NielsenDevice(device)
    print(
        "device:",
        told.osVersion,
        told.model,
        told.name,
        told.vendorId ?? "-",
        told.advertisingId ?? "-",
        told.trackingAuthorization?.rawValue ?? "-"
    )
    device.kind = .pad
    device.vendor = nil
    let tablet = NielsenDevice(device)
    let isOtherwise =
        told.deviceGroup == NielsenDevice.current.deviceGroup && tablet.country == NielsenDevice.current.country
    print("tablet:", tablet.deviceGroup, tablet.vendorId ?? "nil,", isOtherwise ? "otherwise as by default" : "changed")
}

// Timed metadata.
do {
    let payloads = Locked<[String]>([])
    let relay = NielsenTimedMetadataRelay { payload in payloads.withLock { $0.append(payload) } }
    let tags = [
        Tag("PRIV", "www.nielsen.com/1"), Tag("TXXX", "www.nielsen.com/2"), Tag("PRIV", "com.apple.streaming"),
        Tag("PRIV", 3), Tag("PRIV", "www.nielsen.com/4"),
    ]
    relay.metadataOutput(
        AVPlayerItemMetadataOutput(identifiers: nil),
        didOutputTimedMetadataGroups: [Group(tags)],
        from: nil
    )
    print("tags:", payloads.withLock { $0 })
}
