// SPDX-License-Identifier: Apache-2.0
//
// The classes of ACPCore that Objective-C may subclass, and those that stand in their declarations. They are declared here
// because a class that Swift declares may not be subclassed in Objective-C; `ACPCoreBase` implements them.

#ifndef ACP_EXTENSION_CLASSES_H
#define ACP_EXTENSION_CLASSES_H

#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

@class ACPExtensionApi;

/// An event as clients of ACPCore make and receive it. Its data is copied when the event is made and never changes.
NS_SWIFT_SENDABLE
@interface ACPExtensionEvent : NSObject

/// The data of the event, or nil if it has none.
@property(nonatomic, readonly, copy, nullable) NSDictionary *eventData;
/// The name of the event, for logs and diagnostics.
@property(nonatomic, readonly, copy) NSString *eventName;
/// The type of the event.
@property(nonatomic, readonly, copy) NSString *eventType;
/// The source of the event.
@property(nonatomic, readonly, copy) NSString *eventSource;
/// The position of the event in the hub's order, from 1; zero before it is dispatched.
@property(nonatomic, readonly) int32_t eventNumber;
/// A unique identifier in the form of a UUID.
@property(nonatomic, readonly, copy) NSString *eventUniqueIdentifier;
/// The time at which the hub received the event, or at which it was made, in milliseconds since 1970.
@property(nonatomic, readonly) long eventTimestamp;

/// Makes an event without a name, type or source, which cannot be dispatched.
- (instancetype)init NS_DESIGNATED_INITIALIZER;

/// Makes an event, or returns nil and an error of `ACPExtensionErrorDomain`. None of name, type and source may be empty;
/// the data are strings, numbers, `NSNull`, arrays and dictionaries with string keys.
// As an initializer it could not be implemented in Swift: the compiler would make a method of instances of it.
+ (nullable ACPExtensionEvent *)extensionEventWithName:(nullable NSString *)name
                                                  type:(nullable NSString *)type
                                                source:(nullable NSString *)source
                                                  data:(nullable NSDictionary *)data
                                                 error:(NSError *_Nullable *_Nullable)error
    NS_SWIFT_NAME(makeEvent(name:type:source:data:));

@end

/// The base class of extensions. The hub makes the single instance when the class is registered.
@interface ACPExtension : NSObject

/// The hub as this extension sees it. It can be used as soon as `[super init]` has returned.
@property(nonatomic, readonly) ACPExtensionApi *api;

/// Called by the hub, on the extension's mailbox.
- (instancetype)init NS_DESIGNATED_INITIALIZER;
/// Returns the name of the extension, which must be unique regardless of case. Every subclass overrides this method.
- (nullable NSString *)name;
/// Returns the version of the extension, for logs and diagnostics.
- (nullable NSString *)version;
/// Called after the extension has received its last event, on its mailbox.
- (void)onUnregister;
/// Called when something goes wrong with the extension, on any thread, with an error of `ACPExtensionErrorDomain`.
- (void)unexpectedError:(NSError *)error;

@end

/// The base class of listeners. The initializer and `hear:` have 100 ms each: dispatch longer work to a queue and return.
@interface ACPExtensionListener : NSObject

/// The extension that registered the listener; one without a name for a listener of the app.
@property(nonatomic, readonly) ACPExtension *extension;

/// Called by the hub, on the mailbox on which the listener will receive events.
- (instancetype)init NS_DESIGNATED_INITIALIZER;
/// Receives an event, on a thread of the hub, one call at a time.
- (void)hear:(ACPExtensionEvent *)event;

@end

/// The hub as one extension sees it. Its methods may be called on any thread; each that fails returns an error of
/// `ACPExtensionErrorDomain`.
NS_SWIFT_SENDABLE
@interface ACPExtensionApi : NSObject

/// Makes an api that belongs to no hub: every call of it fails.
- (instancetype)init NS_DESIGNATED_INITIALIZER;
/// Registers a subclass of `ACPExtensionListener` for events of a type and source.
- (BOOL)registerListener:(Class)listenerClass
               eventType:(NSString *)eventType
             eventSource:(NSString *)eventSource
                   error:(NSError *_Nullable *_Nullable)error;
/// Registers a subclass of `ACPExtensionListener` for every event, in place of the one before.
- (BOOL)registerWildcardListener:(Class)listenerClass error:(NSError *_Nullable *_Nullable)error;
/// Unregisters the extension.
- (void)unregisterExtension;
/// Publishes a version of the extension's state; nil announces that a state will follow.
- (BOOL)setSharedEventState:(nullable NSDictionary *)sharedEventState
                      event:(nullable ACPExtensionEvent *)event
                      error:(NSError *_Nullable *_Nullable)error;
/// Removes every version of the extension's state.
- (BOOL)clearSharedEventStates:(NSError *_Nullable *_Nullable)error;
/// Reads another extension's state as of an event; the latest without one.
- (nullable NSDictionary *)getSharedEventState:(NSString *)stateName
                                         event:(nullable ACPExtensionEvent *)event
                                         error:(NSError *_Nullable *_Nullable)error;

@end

NS_ASSUME_NONNULL_END

#endif
