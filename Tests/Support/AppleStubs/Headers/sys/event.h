// SPDX-License-Identifier: Apache-2.0

// Stands in for the header of the same name where that does not exist: the documented names that the package and the
// documents' Objective-C use, and nothing else. Nothing but `.ci/apple` is ever checked against it.

#pragma once

#include <stdint.h>

#define EVFILT_TIMER (-7)
#define EV_ADD 0x0001
#define EV_DELETE 0x0002
#define EV_ONESHOT 0x0010
#define EV_ERROR 0x4000
#define NOTE_NSECONDS 0x00000004
#define EV_SET(event, a, b, c, d, e, f) (*(event) = (struct kevent){(a), (b), (c), (d), (e), (f)})

struct kevent {
    uintptr_t ident;
    int16_t filter;
    uint16_t flags;
    uint32_t fflags;
    intptr_t data;
    void *udata;
};
struct timespec;

int kqueue(void);
int kevent(int queue, const struct kevent *changes, int change_count, struct kevent *events, int event_count,
           const struct timespec *timeout);
