// SPDX-License-Identifier: Apache-2.0

// A file that imports everything of this package and what else an app imports. A name that two of them have does not
// compile.

import ACPCore
import Foundation
import HubServices
import LaunchHub
import NielsenAppApi
import NielsenAppSDKExtension
import SegmentNielsenDCR
import StandInNames

#if canImport(AVFoundation)
    import AVFoundation
#endif
#if canImport(UIKit)
    import UIKit
#endif

/// Names of others, written as their users write them.
enum NamesOfOthers {
    typealias TheirAnalytics = Analytics
    typealias TheirTrackEvent = TrackEvent
    typealias TheirIdentifyEvent = IdentifyEvent
    typealias TheirScreenEvent = ScreenEvent
    typealias TheirGroupEvent = GroupEvent
    typealias TheirAliasEvent = AliasEvent
    typealias TheirRawEvent = RawEvent
    typealias TheirPlugin = any Plugin
    typealias TheirEventPlugin = any EventPlugin
    typealias TheirDestinationPlugin = any DestinationPlugin
    typealias TheirPluginType = PluginType
    typealias TheirSettings = Settings
    typealias TheirConfiguration = Configuration
    typealias TheirTimeline = Timeline
    typealias TheirStorage = Storage
    typealias TheirHTTPClient = HTTPClient
    typealias TheirJSON = JSON
    typealias TheirFlushPolicy = any FlushPolicy
    typealias TheirUserInfo = UserInfo
    typealias TheirMediator = Mediator
    typealias TheirMobileCore = MobileCore
    typealias TheirExtension = any Extension
    typealias TheirSharedStateResult = SharedStateResult
    typealias TheirSharedStateStatus = SharedStateStatus
    typealias TheirPrivacyStatus = PrivacyStatus
    typealias TheirWrapperType = WrapperType
    typealias TheirLog = Log
    typealias TheirLogLevel = LogLevel
    typealias TheirNetworkRequest = NetworkRequest
    typealias TheirHttpConnection = HttpConnection
    typealias TheirDataEntity = DataEntity
    typealias TheirNamedCollectionDataStore = NamedCollectionDataStore
}

/// Names that the hub shares with AEPCore.
enum SharedNames {
    typealias TheirEvent = StandInNames.Event
    typealias OurEvent = LaunchHub.Event
    typealias TheirEventType = StandInNames.EventType
    typealias OurEventType = LaunchHub.EventType
    typealias TheirEventSource = StandInNames.EventSource
    typealias OurEventSource = LaunchHub.EventSource
    typealias TheirExtensionRuntime = StandInNames.ExtensionRuntime
    typealias OurExtensionRuntime = LaunchHub.ExtensionRuntime
    typealias TheirEventListener = StandInNames.EventListener
    typealias OurEventListener = any LaunchHub.EventListener
}
