// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import NielsenAppApi
    import Testing

    #if canImport(UIKit) || canImport(AVFoundation) || canImport(WebKit)
        #error("the stubs must not be visible to anything but the compiler that these tests start")
    #endif

    /// The adapters fit the documented names, and do what they should with stand-ins of the frameworks.
    @Suite(.enabled(if: AdapterCompiler.isAvailable, "swiftc or the built modules are not there"))
    struct AppleAdapterTests {
        @Test(arguments: AdapterCompiler.System.allCases)
        func theAdaptersFitTheFrameworks(_ system: AdapterCompiler.System) throws {
            let compiler = try AdapterCompiler(system)
            defer { compiler.removeStubs() }
            let said = try compiler.check()
            #expect(said.isEmpty, "\(said)")
        }

        /// They cannot run in an app here; with stand-ins for the objects of the frameworks they run all the same.
        @Test func theAdaptersTranslateWhatTheFrameworksTell() throws {
            let compiler = try AdapterCompiler(.tvOS)
            defer { compiler.removeStubs() }
            let said = try compiler.runScenario()
            #expect(said.split(separator: "\n").map(String.init) == Self.scenario, "\(said)")
        }

        private static let scenario = [
            "life: launch, background, foreground, deviceLock began, deviceLock ended, terminate",
            "time: 1 1",
            "life let go: ",
            "life behind: background",
            "scene: launch, background, foreground, background, terminate",
            "locked: background, deviceLock began, deviceLock ended",
            "picture: picture in picture began, picture in picture ended, picture in picture began, picture in picture ended",
            "receiver: gone",
            "network: networkLoss began, networkLoss ended true",
            "network let go: false",
            "call: call began, call ended",
            "call without going on: call began, pause began, call ended",
            "call of nothing: ",
            "unplugged Headphones: headphonesUnplugged began",
            "unplugged BluetoothA2DPOutput: headphonesUnplugged began",
            "unplugged Speaker: ",
            "audio let go: ",
            "route: airplay",
            "route after the background: -",
            "route told: [\"0\", \"1\"]",
            "paused at once: playheadPosition, stop was called because of pause began",
            "before it plays: ",
            "plays: playheadPosition, playheadPosition",
            "stalls: [\"buffering\"]",
            "plays on: playheadPosition []",
            "paused: playheadPosition, stop was called because of pause began 3",
            "paused still: ",
            "resumed: loadMetadata was called because of pause ended, playheadPosition",
            "next item: 0 1",
            "invalidated:  0 0 0",
            "page of a view: [\"view 0\", \"end 3\"]",
            "player of a view: [\"view 0\", \"end 1\"] 0",
            "attached: 1 1 false",
            "let go: 0 0 0",
            "live: 1700000000",
            "live item: 1699999400 late",
            "device: 17.4.1 AppleTV14,1 Living room E621E1F8-C36C-495A-93FC-0C247A3E6E5F - -",
            "tablet: TAB nil, otherwise as by default",
            "tags: [\"www.nielsen.com/1\", \"www.nielsen.com/4\"]",
        ]

        static let typos: [(file: String, right: String, wrong: String)] = [
            ("NielsenAppLifecycleObserver.swift", "didEnterBackgroundNotification", "didEnterBackgroundNotice"),
            ("NielsenAppLifecycleObserver.swift", "applicationState == .background", "applicationState == .behind"),
            ("BackgroundTime+UIKit.swift", "endBackgroundTask", "endBackgroundTime"),
            ("NielsenNetworkObserver.swift", ".unsatisfied", ".dissatisfied"),
            ("NielsenAudioSessionObserver.swift", "port.portName", "port.name"),
            ("NielsenAudioSessionObserver.swift", "AVAudioSessionRouteChangeReasonKey", "AVAudioSessionReasonKey"),
            ("NielsenAudioSessionObserver.swift", ".oldDeviceUnavailable", ".oldDeviceGone"),
            ("NielsenDevice+UIKit.swift", "identifierForVendor", "vendorIdentifier"),
            ("NielsenOptOutPageDelegate.swift", "decidePolicyFor navigationAction", "decidePolicy navigationAction"),
            ("NielsenOptOutPageDelegate.swift", ".linkActivated", ".linkClicked"),
            ("NielsenPlayerObserver.swift", "addPeriodicTimeObserver", "addTimeObserver"),
            ("NielsenPlayerObserver.swift", "didOutputTimedMetadataGroups", "didOutputGroups"),
            ("NielsenPlayerObserver.swift", "@MainActor\n    public final", "public final"),
            ("NielsenUIKitViewabilitySource.swift", "view.clipsToBounds", "view.clipsContents"),
            ("NielsenUIKitViewabilitySource.swift", "sharedInstance().outputVolume", "sharedInstance().volume"),
            ("NielsenAppSDKJSHandler+WebKit.swift", "message.body", "message.text"),
            ("NielsenAppSDKJSHandler+WebKit.swift", "didReceive message", "didGet message"),
        ]

        @Test func everyTypoIsFound() throws {
            let compiler = try AdapterCompiler(.iOS)
            defer { compiler.removeStubs() }
            for typo in Self.typos {
                #expect(try compiler.check(typo).contains("\(typo.file):"), "\(typo)")
            }
        }

        /// Otherwise the routes of an instance that takes events would go nowhere, and nobody would notice.
        @Test func onlyAnInstanceWithUpdateOTTIsObservedWithoutAClosureForTheRoute() throws {
            let compiler = try AdapterCompiler(.iOS)
            defer { compiler.removeStubs() }
            let start = "    extension NielsenAudioRoute {"
            func check(_ call: String) throws -> String {
                let code =
                    "    func observe(_ api: NielsenAppApi, _ tracker: NielsenEventTracker) { _ = \(call) }\n\(start)"
                return try compiler.check(("NielsenAudioSessionObserver.swift", start, code))
            }
            #expect(try check("NielsenAudioSessionObserver(api)").isEmpty)
            #expect(try check("NielsenAudioSessionObserver(tracker) { _ in }").isEmpty)
            #expect(try !check("NielsenAudioSessionObserver(tracker)").isEmpty)
        }

        @Test func withoutAWebViewAMistakeInItsFilesIsNotSeen() throws {
            let compiler = try AdapterCompiler(.tvOS)
            defer { compiler.removeStubs() }
            let typo = ("NielsenOptOutPageDelegate.swift", ".linkActivated", ".linkClicked")
            #expect(try compiler.check(typo).isEmpty)
        }

        @Test func everyFileBehindAFrameworkIsChecked() throws {
            #expect(
                try AdapterCompiler.adapters.map(\.lastPathComponent).sorted() == [
                    "BackgroundTime+UIKit.swift", "NielsenAppLifecycleObserver.swift",
                    "NielsenAppSDKJSHandler+WebKit.swift", "NielsenAudioSessionObserver.swift",
                    "NielsenDevice+UIKit.swift", "NielsenNetworkObserver.swift", "NielsenOptOutPageDelegate.swift",
                    "NielsenPictureInPictureDelegate.swift", "NielsenPlayerObserver.swift",
                    "NielsenUIKitViewabilitySource.swift", "View+Measured.swift",
                ]
            )
        }
    }
#endif
