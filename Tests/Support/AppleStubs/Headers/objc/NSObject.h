// SPDX-License-Identifier: Apache-2.0

// Stands in for the header of the same name where that does not exist: the documented names that the package and the
// documents' Objective-C use, and nothing else. Nothing but `.ci/apple` is ever checked against it.

#pragma once

#include <objc/objc.h>

#pragma clang assume_nonnull begin

@class NSString;
typedef struct _NSZone NSZone;

@protocol NSObject
@property(readonly, copy) NSString *description;
@property(readonly, copy) NSString *debugDescription;
@property(readonly) NSUInteger hash;
@property(readonly) Class superclass;
- (Class)class;
- (BOOL)conformsToProtocol:(Protocol *)aProtocol;
- (BOOL)isEqual:(nullable id)object;
- (BOOL)isKindOfClass:(Class)aClass;
- (id)performSelector:(SEL)aSelector;
- (BOOL)respondsToSelector:(SEL)aSelector;
- (instancetype)self;
@end

__attribute__((objc_root_class))
@interface NSObject <NSObject>
+ (instancetype)alloc;
+ (Class)class;
+ (NSString *)description;
+ (NSUInteger)hash;
+ (void)initialize;
+ (BOOL)instancesRespondToSelector:(SEL)aSelector;
+ (void)load;
+ (instancetype)new;
+ (Class)superclass;
- (id)copy;
- (void)dealloc;
- (instancetype)init __attribute__((objc_designated_initializer));
- (id)mutableCopy;
@end

#pragma clang assume_nonnull end
