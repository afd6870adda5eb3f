// SPDX-License-Identifier: Apache-2.0
//
// A timer that one thread waits for and that any thread may set, without waking the one that waits. It is a descriptor of
// the kernel's: `timerfd` on Linux, a queue of kernel events on Apple systems. Swift imports the first nowhere.

#ifndef LAUNCHHUB_CTIMER_H
#define LAUNCHHUB_CTIMER_H

#include <errno.h>
#include <stdint.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/timerfd.h>
#include <time.h>
#elif defined(__APPLE__)
#include <sys/event.h>
#include <sys/types.h>
#endif

/// Opens a timer that is not set.
///
/// Returns its descriptor, or -1 where the system has none to give.
static inline int launchhub_timer_open(void) {
#if defined(__linux__)
    return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
#elif defined(__APPLE__)
    return kqueue();
#else
    return -1;
#endif
}

/// Sets a timer anew: what it was set to before, and has not been seen, is forgotten.
///
/// `nanoseconds` is the time from now, at least 1; zero sets it to never. Returns false where that failed.
static inline _Bool launchhub_timer_set(int timer, uint64_t nanoseconds) {
#if defined(__linux__)
    struct itimerspec time = {{0, 0}, {0, 0}};
    time.it_value.tv_sec = (time_t)(nanoseconds / 1000000000);
    time.it_value.tv_nsec = (long)(nanoseconds % 1000000000);
    return timerfd_settime(timer, 0, &time, 0) == 0;
#elif defined(__APPLE__)
    struct kevent change;
    // Taking out what is not there is no failure.
    EV_SET(&change, 1, EVFILT_TIMER, EV_DELETE, 0, 0, 0);
    if (kevent(timer, &change, 1, 0, 0, 0) != 0 && errno != ENOENT) { return 0; }
    if (nanoseconds == 0) { return 1; }
    EV_SET(&change, 1, EVFILT_TIMER, EV_ADD | EV_ONESHOT, NOTE_NSECONDS, (intptr_t)nanoseconds, 0);
    return kevent(timer, &change, 1, 0, 0, 0) == 0;
#else
    return 0;
#endif
}

/// Waits until the timer has run out. Returns false where that failed.
static inline _Bool launchhub_timer_wait(int timer) {
#if defined(__linux__)
    uint64_t count;
    ssize_t size;
    do { size = read(timer, &count, sizeof count); } while (size < 0 && errno == EINTR);
    return size == sizeof count;
#elif defined(__APPLE__)
    struct kevent event;
    int count;
    do { count = kevent(timer, 0, 0, &event, 1, 0); } while (count < 0 && errno == EINTR);
    return count == 1 && (event.flags & EV_ERROR) == 0;
#else
    return 0;
#endif
}

/// Closes a timer that nobody waits for.
static inline void launchhub_timer_close(int timer) {
    close(timer);
}

#endif
