// SPDX-License-Identifier: Apache-2.0

// Stands in for the header of the same name where that does not exist: the documented names that the package and the
// documents' Objective-C use, and nothing else. Nothing but `.ci/apple` is ever checked against it.

#pragma once

#define DISPATCH_QUEUE_PRIORITY_DEFAULT 0

@protocol OS_dispatch_queue
@end
typedef id<OS_dispatch_queue> dispatch_queue_t;
typedef void (^dispatch_block_t)(void);

extern dispatch_queue_t _Nonnull dispatch_get_main_queue(void);
extern dispatch_queue_t _Nonnull dispatch_get_global_queue(long identifier, unsigned long flags);
extern void dispatch_async(dispatch_queue_t _Nonnull queue, dispatch_block_t _Nonnull block);
