// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import NielsenAppApi
    import Testing

    #if canImport(UIKit) || canImport(AVFoundation) || canImport(WebKit)
        #error("the stubs must not be visible to anything but the compiler that these tests start")
    #endif

    /// The adapters cannot run here; that they fit the documented names can be checked all the same.
    @Suite(.enabled(if: AdapterCompiler.isAvailable, "swiftc or the built modules are not there"))
    struct AppleAdapterTests {
        @Test(arguments: AdapterCompiler.System.allCases)
        func theAdaptersFitTheFrameworks(_ system: AdapterCompiler.System) throws {
            let compiler = try AdapterCompiler(system)
            defer { compiler.removeStubs() }
            let said = try compiler.check()
            #expect(said.isEmpty, "\(said)")
        }

        static let typos: [(file: String, right: String, wrong: String)] = [
            ("NielsenAppLifecycleObserver.swift", "didEnterBackgroundNotification", "didEnterBackgroundNotice"),
            ("NielsenAppLifecycleObserver.swift", "applicationState == .background", "applicationState == .behind"),
            ("NielsenAudioSessionObserver.swift", "port.portName", "port.name"),
            ("NielsenAudioSessionObserver.swift", "AVAudioSessionRouteChangeReasonKey", "AVAudioSessionReasonKey"),
            ("NielsenAudioSessionObserver.swift", ".oldDeviceUnavailable", ".oldDeviceGone"),
            ("NielsenOptOutPageDelegate.swift", "decidePolicyFor navigationAction", "decidePolicy navigationAction"),
            ("NielsenOptOutPageDelegate.swift", ".linkActivated", ".linkClicked"),
            ("NielsenPlayerObserver.swift", "addPeriodicTimeObserver", "addTimeObserver"),
            ("NielsenPlayerObserver.swift", "didOutputTimedMetadataGroups", "didOutputGroups"),
            ("NielsenPlayerObserver.swift", "@MainActor\n    public final", "public final"),
            ("UIKitViewabilitySource.swift", "view.clipsToBounds", "view.clipsContents"),
            ("UIKitViewabilitySource.swift", "sharedInstance().outputVolume", "sharedInstance().volume"),
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

        @Test func withoutAWebViewAMistakeInItsFilesIsNotSeen() throws {
            let compiler = try AdapterCompiler(.tvOS)
            defer { compiler.removeStubs() }
            let typo = ("NielsenOptOutPageDelegate.swift", ".linkActivated", ".linkClicked")
            #expect(try compiler.check(typo).isEmpty)
        }

        @Test func everyFileBehindAFrameworkIsChecked() throws {
            #expect(
                try AdapterCompiler.adapters.map(\.lastPathComponent).sorted() == [
                    "NielsenAppLifecycleObserver.swift", "NielsenAppSDKJSHandler+WebKit.swift",
                    "NielsenAudioSessionObserver.swift", "NielsenOptOutPageDelegate.swift",
                    "NielsenPlayerObserver.swift", "UIKitViewabilitySource.swift",
                ]
            )
        }
    }
#endif
