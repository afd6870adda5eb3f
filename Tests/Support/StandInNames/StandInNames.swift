// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Public names of what apps import beside this package, so that a client finds out whether one of ours collides with
// one of them. Only the names are theirs.

/// Names of Segment's Analytics-Swift, which plugins write without the module's name.
public struct Analytics {}
public struct TrackEvent {}
public struct IdentifyEvent {}
public struct ScreenEvent {}
public struct GroupEvent {}
public struct AliasEvent {}
public protocol RawEvent {}
public protocol Plugin {}
public protocol EventPlugin {}
public protocol DestinationPlugin {}
public enum PluginType {}
public struct Settings {}
public struct Configuration {}
public struct Timeline {}
public struct Storage {}
public struct HTTPClient {}
public struct JSON {}
public protocol FlushPolicy {}
public struct UserInfo {}
public struct Mediator {}

/// Names of AEPCore and AEPServices.
public struct MobileCore {}
public protocol Extension {}
public struct SharedStateResult {}
public enum SharedStateStatus {}
public enum PrivacyStatus {}
public enum WrapperType {}
public struct Log {}
public enum LogLevel {}
public struct NetworkRequest {}
public struct HttpConnection {}
public struct DataEntity {}
public struct NamedCollectionDataStore {}

/// Names that AEPCore shares with the hub on purpose: extensions are written with them.
///
/// They are distinguished by the name of their module, in which no type has the module's name.
public struct Event {}
public struct EventType {}
public struct EventSource {}
public struct ExtensionRuntime {}
public struct EventListener {}
