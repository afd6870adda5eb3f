// SPDX-License-Identifier: Apache-2.0

// Stands in for the framework of the same name where that does not exist: the documented names that the package and the
// documents' Objective-C use, and nothing else. Nothing but `.ci/apple` is ever checked against it.

#pragma once

#include <DispatchHeaders/dispatch.h>
#include <objc/NSObject.h>
#include <objc/objc.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FOUNDATION_EXPORT extern
#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define NS_DESIGNATED_INITIALIZER __attribute__((objc_designated_initializer))
#define NS_ENUM(type, name) enum name : type name; enum __attribute__((enum_extensibility(open))) name : type
#define NS_SWIFT_NAME(name) __attribute__((swift_name(#name)))
#define NS_SWIFT_SENDABLE __attribute__((swift_attr("@Sendable")))
#define NS_SWIFT_UI_ACTOR __attribute__((swift_attr("@MainActor")))

NS_ASSUME_NONNULL_BEGIN

@class NSArray<ObjectType>, NSDate, NSDictionary<KeyType, ObjectType>, NSError, NSString;

typedef double NSTimeInterval;
typedef struct {
    NSUInteger location;
    NSUInteger length;
} NSRange;
typedef struct {
    unsigned long state;
    id _Nullable __unsafe_unretained *_Nullable itemsPtr;
    unsigned long *_Nullable mutationsPtr;
    unsigned long extra[5];
} NSFastEnumerationState;

// MARK: - Objects

@protocol NSCopying
- (id)copyWithZone:(nullable NSZone *)zone;
@end

@protocol NSMutableCopying
- (id)mutableCopyWithZone:(nullable NSZone *)zone;
@end

@protocol NSFastEnumeration
- (NSUInteger)countByEnumeratingWithState:(NSFastEnumerationState *)state
                                  objects:(id __unsafe_unretained _Nullable[_Nonnull])buffer
                                    count:(NSUInteger)count;
@end

typedef NS_ENUM(NSUInteger, NSKeyValueObservingOptions) {
    NSKeyValueObservingOptionNew = 1,
    NSKeyValueObservingOptionOld = 2,
};
typedef NSString *NSKeyValueChangeKey;
FOUNDATION_EXPORT NSKeyValueChangeKey const NSKeyValueChangeNewKey;

// Also what the package must not collide with, such as the class method of the version.
@interface NSObject (StandIn)
@property(readonly) Class classForCoder;
+ (NSInteger)version;
+ (void)setVersion:(NSInteger)version;
- (void)addObserver:(NSObject *)observer
         forKeyPath:(NSString *)keyPath
            options:(NSKeyValueObservingOptions)options
            context:(nullable void *)context;
- (void)observeValueForKeyPath:(nullable NSString *)keyPath
                      ofObject:(nullable id)object
                        change:(nullable NSDictionary<NSKeyValueChangeKey, id> *)change
                       context:(nullable void *)context;
- (void)performSelector:(SEL)selector withObject:(nullable id)argument afterDelay:(NSTimeInterval)delay;
- (void)setValue:(nullable id)value forKey:(NSString *)key;
- (nullable id)valueForKey:(NSString *)key;
@end

// MARK: - Values

__attribute__((swift_bridge("Swift.String")))
@interface NSString : NSObject <NSCopying, NSMutableCopying>
@property(readonly) NSUInteger length;
+ (instancetype)stringWithFormat:(NSString *)format, ... __attribute__((format(__NSString__, 1, 2)));
+ (nullable instancetype)stringWithUTF8String:(const char *)text;
- (BOOL)containsString:(NSString *)text;
- (BOOL)hasPrefix:(NSString *)text;
- (BOOL)hasSuffix:(NSString *)text;
- (BOOL)isEqualToString:(NSString *)text;
- (NSRange)rangeOfString:(NSString *)text;
@end

// What a literal of the compiler is.
@interface NSConstantString : NSString
@end

@interface NSValue : NSObject <NSCopying>
@end

@interface NSNumber : NSValue
@property(readonly) BOOL boolValue;
@property(readonly) NSInteger integerValue;
+ (NSNumber *)numberWithBool:(BOOL)value;
+ (NSNumber *)numberWithDouble:(double)value;
+ (NSNumber *)numberWithInt:(int)value;
+ (NSNumber *)numberWithInteger:(NSInteger)value;
+ (NSNumber *)numberWithLong:(long)value;
@end

@interface NSNull : NSObject <NSCopying>
+ (NSNull *)null;
@end

__attribute__((swift_bridge("Data")))
@interface NSData : NSObject <NSCopying, NSMutableCopying>
@property(readonly) NSUInteger length;
@end

__attribute__((swift_bridge("Date")))
@interface NSDate : NSObject <NSCopying>
@property(readonly) NSTimeInterval timeIntervalSinceReferenceDate;
@end

typedef NSString *NSErrorDomain;
typedef NSString *NSErrorUserInfoKey;
__attribute__((swift_bridge("Swift.Error")))
@interface NSError : NSObject <NSCopying>
@property(readonly, copy) NSErrorDomain domain;
@property(readonly) NSInteger code;
@property(readonly, copy) NSDictionary<NSErrorUserInfoKey, id> *userInfo;
@property(readonly, copy) NSString *localizedDescription;
@end

// MARK: - Collections

__attribute__((swift_bridge("Swift.Array")))
@interface NSArray<__covariant ObjectType> : NSObject <NSCopying, NSMutableCopying, NSFastEnumeration>
@property(readonly) NSUInteger count;
+ (instancetype)arrayWithObjects:(const ObjectType _Nonnull[_Nullable])objects count:(NSUInteger)count;
- (ObjectType)objectAtIndex:(NSUInteger)index;
- (ObjectType)objectAtIndexedSubscript:(NSUInteger)index;
@end

@interface NSMutableArray<ObjectType> : NSArray<ObjectType>
- (void)addObject:(ObjectType)object;
@end

__attribute__((swift_bridge("Swift.Dictionary")))
@interface NSDictionary<__covariant KeyType, __covariant ObjectType> : NSObject <NSCopying, NSMutableCopying, NSFastEnumeration>
@property(readonly) NSUInteger count;
+ (instancetype)dictionaryWithObjects:(const ObjectType _Nonnull[_Nullable])objects
                              forKeys:(const KeyType<NSCopying> _Nonnull[_Nullable])keys
                                count:(NSUInteger)count;
- (nullable ObjectType)objectForKey:(KeyType)key;
- (nullable ObjectType)objectForKeyedSubscript:(KeyType)key;
@end

@interface NSMutableDictionary<KeyType, ObjectType> : NSDictionary<KeyType, ObjectType>
+ (instancetype)dictionaryWithDictionary:(NSDictionary<KeyType, ObjectType> *)dictionary;
- (void)setObject:(nullable ObjectType)object forKeyedSubscript:(KeyType<NSCopying>)key;
@end

// MARK: - The network

__attribute__((swift_bridge("URL")))
@interface NSURL : NSObject <NSCopying>
@property(nullable, readonly, copy) NSString *absoluteString;
+ (nullable instancetype)URLWithString:(NSString *)text;
@end

__attribute__((swift_bridge("URLRequest")))
@interface NSURLRequest : NSObject <NSCopying>
@property(nullable, readonly, copy) NSURL *URL;
+ (instancetype)requestWithURL:(NSURL *)url;
@end

NS_SWIFT_NAME(URLResponse)
@interface NSURLResponse : NSObject <NSCopying>
@end

NS_SWIFT_NAME(HTTPURLResponse)
@interface NSHTTPURLResponse : NSURLResponse
@property(readonly) NSInteger statusCode;
@end

// MARK: - Notifications and the log

typedef NSString *NSNotificationName;
__attribute__((swift_bridge("Notification")))
@interface NSNotification : NSObject <NSCopying>
@property(readonly, copy) NSNotificationName name;
@property(nullable, readonly, copy) NSDictionary *userInfo;
+ (instancetype)notificationWithName:(NSNotificationName)name
                              object:(nullable id)object
                            userInfo:(nullable NSDictionary *)userInfo;
@end

NS_SWIFT_NAME(NotificationCenter)
@interface NSNotificationCenter : NSObject
@property(class, readonly, strong) NSNotificationCenter *defaultCenter NS_SWIFT_NAME(default);
- (void)addObserver:(id)observer
           selector:(SEL)selector
               name:(nullable NSNotificationName)name
             object:(nullable id)object;
- (void)postNotification:(NSNotification *)notification;
@end

FOUNDATION_EXPORT void NSLog(NSString *format, ...) __attribute__((format(__NSString__, 1, 2)));

NS_ASSUME_NONNULL_END
