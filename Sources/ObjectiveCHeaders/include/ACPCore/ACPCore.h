// SPDX-License-Identifier: Apache-2.0

#ifndef ACPCORE_ACPCORE_H
#define ACPCORE_ACPCORE_H

#import <Foundation/Foundation.h>
@import ObjectiveCHeaders;
@import ACPCoreBase;

/// The domain of the errors that completion handlers receive.
static NSString *const _Nonnull ACPErrorDomain __attribute__((unused)) = @"com.adobe.mobile.core";

/// The reason why a completion handler receives no value.
typedef NS_ENUM(NSUInteger, ACPError) {
    ACPErrorUnexpected = 0,
    ACPErrorCallbackTimeout = 1,
    ACPErrorCallbackNil = 2,
    ACPErrorExtensionNotInitialized = 11,
};

/// The domain of errors about extensions and events.
static NSString *const _Nonnull ACPExtensionErrorDomain __attribute__((unused)) = @"com.adobe.mobile.extension";

/// An error of an extension or an event.
typedef NS_ENUM(NSUInteger, ACPExtensionError) {
    ADBUnexpectedExtensionError = 0,
    ADBBadExtensionNameExtensionError = 1,
    ADBDuplicateExtensionNameExtensionError = 2,
    ADBEventTypeNotSupportedExtensionError = 3,
    ADBEventSourceNotSupportedExtensionError = 4,
    ADBEventDataNotSupportedExtensionError = 5,
    ADBBadExtensionClassExtensionError = 6,
    ADBEventNullError = 7,
};

#endif
