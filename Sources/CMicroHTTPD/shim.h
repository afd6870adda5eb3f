// SPDX-License-Identifier: Apache-2.0

#ifndef CMICROHTTPD_SHIM_H
#define CMICROHTTPD_SHIM_H

#include <microhttpd.h>
#include <stdint.h>

// Swift cannot call functions with a variable number of arguments, and cannot see macros that cast. These say for Swift
// what is needed of both.

// How a server is started; texts need to live as long as the call.
struct cmicrohttpd_settings {
    // A socket that listens and does not block; the server closes it when it is stopped.
    int listener;
    // How many threads serve it.
    unsigned int threads;
    // How many connections it has at once.
    unsigned int connections;
    // After how many seconds without traffic a connection is closed.
    unsigned int idle_seconds;
    // How many bytes the head of a request may take.
    size_t head_bytes;
    // PEM texts, both for HTTPS and both NULL for HTTP.
    const char *certificate;
    const char *key;
};

// Called when the first line of a request is there; what it returns is the request's own pointer from then on.
typedef void *(*cmicrohttpd_begin)(void *context, const char *target, struct MHD_Connection *connection);

static inline struct MHD_Daemon *cmicrohttpd_start(const struct cmicrohttpd_settings *settings, void *context,
                                                   cmicrohttpd_begin begin, MHD_AccessHandlerCallback handle,
                                                   MHD_RequestCompletedCallback end,
                                                   MHD_NotifyConnectionCallback connection) {
    // Not epoll: with it the library overlooks that a client has ended its side when that comes together with data.
    unsigned int flags = MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
    struct MHD_OptionItem options[16];
    int count = 0;
#define CMICROHTTPD_ADD(OPTION, VALUE, POINTER) \
    options[count++] = (struct MHD_OptionItem){(OPTION), (intptr_t)(VALUE), (void *)(POINTER)}
    CMICROHTTPD_ADD(MHD_OPTION_LISTEN_SOCKET, settings->listener, NULL);
    if (settings->threads > 1) CMICROHTTPD_ADD(MHD_OPTION_THREAD_POOL_SIZE, settings->threads, NULL);
    CMICROHTTPD_ADD(MHD_OPTION_CONNECTION_LIMIT, settings->connections, NULL);
    CMICROHTTPD_ADD(MHD_OPTION_CONNECTION_TIMEOUT, settings->idle_seconds, NULL);
    CMICROHTTPD_ADD(MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->head_bytes, NULL);
    CMICROHTTPD_ADD(MHD_OPTION_URI_LOG_CALLBACK, begin, context);
    CMICROHTTPD_ADD(MHD_OPTION_NOTIFY_COMPLETED, end, context);
    CMICROHTTPD_ADD(MHD_OPTION_NOTIFY_CONNECTION, connection, context);
    // What HTTP does not allow is refused and not guessed at.
    CMICROHTTPD_ADD(MHD_OPTION_STRICT_FOR_CLIENT, 1, NULL);
    if (settings->certificate && settings->key) {
        flags |= MHD_USE_TLS;
        CMICROHTTPD_ADD(MHD_OPTION_HTTPS_MEM_CERT, 0, settings->certificate);
        CMICROHTTPD_ADD(MHD_OPTION_HTTPS_MEM_KEY, 0, settings->key);
    }
    CMICROHTTPD_ADD(MHD_OPTION_END, 0, NULL);
#undef CMICROHTTPD_ADD
    return MHD_start_daemon(flags, 0, NULL, NULL, handle, context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

// The library's enumerations reach Swift under names that depend on its version.
static inline enum MHD_Result cmicrohttpd_yes(void) { return MHD_YES; }
static inline enum MHD_Result cmicrohttpd_no(void) { return MHD_NO; }

// The socket of a connection, or -1.
static inline int cmicrohttpd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

// What was noted for a connection when it was opened.
static inline void *cmicrohttpd_socket_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

// Whether a connection is opened; otherwise it is closed.
static inline int cmicrohttpd_opens(enum MHD_ConnectionNotificationCode code) {
    return code == MHD_CONNECTION_NOTIFY_STARTED;
}

// Whether the library can do HTTPS.
static inline int cmicrohttpd_has_tls(void) { return MHD_is_feature_supported(MHD_FEATURE_TLS) == MHD_YES; }

// Calls for every header field of a request, before it returns.
static inline void cmicrohttpd_each_header(struct MHD_Connection *connection, MHD_KeyValueIterator visit,
                                           void *context) {
    MHD_get_connection_values(connection, MHD_HEADER_KIND, visit, context);
}

// A response with a copy of the bytes, or NULL.
static inline struct MHD_Response *cmicrohttpd_response(const void *bytes, size_t count) {
    return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

// What a body's reader returns to break the connection off.
static inline ssize_t cmicrohttpd_break_off(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }

// What it returns at the end of a body whose length nobody said before, and what is said in its place.
static inline ssize_t cmicrohttpd_end_of_body(void) { return MHD_CONTENT_READER_END_OF_STREAM; }
static inline uint64_t cmicrohttpd_unknown_size(void) { return MHD_SIZE_UNKNOWN; }

#endif
