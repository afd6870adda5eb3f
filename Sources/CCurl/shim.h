// SPDX-License-Identifier: Apache-2.0

#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

// The type checks are macros around the calls below, and these are typed already.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// Swift cannot call functions with variable arguments. These are the same calls, one for each type of argument. Handles
// are `void *` throughout because curl.h declares them differently from version to version.

static inline int ccurl_begin(void) { return (int)curl_global_init(CURL_GLOBAL_DEFAULT); }

static inline void *ccurl_easy_make(void) { return curl_easy_init(); }

static inline void ccurl_easy_free(void *easy) { curl_easy_cleanup(easy); }

static inline int ccurl_set_number(void *easy, CURLoption option, long value) {
    return (int)curl_easy_setopt(easy, option, value);
}

static inline int ccurl_set_text(void *easy, CURLoption option, const char *value) {
    return (int)curl_easy_setopt(easy, option, value);
}

// Takes a copy of the bytes.
static inline int ccurl_set_body(void *easy, const void *bytes, size_t count) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes);
    return (int)code;
}

// Takes a copy of the certificates, in PEM. They replace the system's file of certificates, not its folder.
static inline int ccurl_set_authorities(void *easy, const void *bytes, size_t count) {
#if LIBCURL_VERSION_NUM >= 0x074D00
    struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
    return (int)curl_easy_setopt(easy, CURLOPT_CAINFO_BLOB, &blob);
#else
    (void)easy, (void)bytes, (void)count;
    return (int)CURLE_UNKNOWN_OPTION;
#endif
}

// The file in which the system's certificates are, or NULL.
static inline const char *ccurl_system_authorities(void) {
#if LIBCURL_VERSION_NUM >= 0x074600
    return curl_version_info(CURLVERSION_NOW)->cainfo;
#else
    return NULL;
#endif
}

static inline int ccurl_set_fields(void *easy, struct curl_slist *fields) {
    return (int)curl_easy_setopt(easy, CURLOPT_HTTPHEADER, fields);
}

typedef size_t (*ccurl_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline int ccurl_set_receivers(void *easy, ccurl_receiver head, ccurl_receiver body, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, head);
    if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
    if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, body);
    if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
    return (int)code;
}

// Nothing but HTTP and HTTPS is ever spoken.
static inline int ccurl_speak_http_only(void *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return (int)curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return (int)curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

// A request that is called off does not wait for a name to be looked up.
static inline void ccurl_leave_lookups(void *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)easy;
#endif
}

static inline void *ccurl_multi_make(void) { return curl_multi_init(); }

static inline void ccurl_multi_free(void *multi) { curl_multi_cleanup(multi); }

static inline int ccurl_multi_set_number(void *multi, CURLMoption option, long value) {
    return (int)curl_multi_setopt(multi, option, value);
}

static inline int ccurl_multi_add(void *multi, void *easy) { return (int)curl_multi_add_handle(multi, easy); }

static inline int ccurl_multi_remove(void *multi, void *easy) { return (int)curl_multi_remove_handle(multi, easy); }

static inline int ccurl_multi_perform(void *multi) {
    int running = 0;
    return (int)curl_multi_perform(multi, &running);
}

// Waits until something can be read or written, a time is over, or `ccurl_multi_wake` is called on another thread.
static inline int ccurl_multi_wait(void *multi, int milliseconds) {
    return (int)curl_multi_poll(multi, NULL, 0, milliseconds, NULL);
}

static inline void ccurl_multi_wake(void *multi) { curl_multi_wakeup(multi); }

// The next request that is over, or NULL; `code` says how it ended.
static inline void *ccurl_multi_next_ended(void *multi, int *code) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->msg == CURLMSG_DONE) {
            *code = (int)message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}

#endif
