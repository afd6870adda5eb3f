// SPDX-License-Identifier: Apache-2.0

// Stands in for the class of the same name where there is no Objective-C run-time: the documented names that the package
// uses, and nothing else; `description` needs a string of Objective-C and is left out. Nothing but `.ci/apple` is ever
// checked against it.

#include <stdbool.h>

typedef bool BOOL;
typedef unsigned long NSUInteger;

@protocol NSObject
- (BOOL)isEqual:(nullable id)object;
@property(readonly) NSUInteger hash;
@end

__attribute__((objc_root_class))
@interface NSObject <NSObject>
- (nonnull instancetype)init;
@end
