// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Stands in for the system library of Apple's systems where that does not exist: the documented names that the package
// uses, with the types that they have in Swift there, and nothing else. Nothing but `.ci/apple` is ever checked against
// it, and nothing of it is ever run.

@_exported public import DarwinTypes

public var errno: Int32 {
    get { 0 }
    set {}
}
public var EPERM: Int32 { 1 }
public var ENOENT: Int32 { 2 }
public var EINTR: Int32 { 4 }
public var EBADF: Int32 { 9 }
public var EACCES: Int32 { 13 }
public var EEXIST: Int32 { 17 }
public var ENOTDIR: Int32 { 20 }
public var EISDIR: Int32 { 21 }
public var EINVAL: Int32 { 22 }
public var ENOSPC: Int32 { 28 }
public var EROFS: Int32 { 30 }
public var EPIPE: Int32 { 32 }
public var ERANGE: Int32 { 34 }
public var EAGAIN: Int32 { 35 }
public var EWOULDBLOCK: Int32 { 35 }
public var EAFNOSUPPORT: Int32 { 47 }
public var EADDRINUSE: Int32 { 48 }
public var EADDRNOTAVAIL: Int32 { 49 }
public var ELOOP: Int32 { 62 }
public var ENAMETOOLONG: Int32 { 63 }
public var EDQUOT: Int32 { 69 }
public var ESRCH: Int32 { 3 }
public var O_RDONLY: Int32 { 0 }
public var O_WRONLY: Int32 { 1 }
public var O_RDWR: Int32 { 2 }
public var O_NONBLOCK: Int32 { 4 }
public var O_APPEND: Int32 { 8 }
public var O_NOFOLLOW: Int32 { 256 }
public var O_CREAT: Int32 { 512 }
public var O_TRUNC: Int32 { 1024 }
public var O_EXCL: Int32 { 2048 }
public var O_DIRECTORY: Int32 { 1_048_576 }
public var O_CLOEXEC: Int32 { 16_777_216 }
public var STDIN_FILENO: Int32 { 0 }
public var STDOUT_FILENO: Int32 { 1 }
public var STDERR_FILENO: Int32 { 2 }
public var F_GETFD: Int32 { 1 }
public var F_SETFD: Int32 { 2 }
public var F_GETFL: Int32 { 3 }
public var F_SETFL: Int32 { 4 }
public var F_UNLCK: Int32 { 2 }
public var F_WRLCK: Int32 { 3 }
public var F_GETLK: Int32 { 7 }
public var F_SETLK: Int32 { 8 }
public var F_FULLFSYNC: Int32 { 51 }
public var FD_CLOEXEC: Int32 { 1 }
public var SEEK_SET: Int32 { 0 }
public var SEEK_CUR: Int32 { 1 }
public var SEEK_END: Int32 { 2 }
public var LOCK_SH: Int32 { 1 }
public var LOCK_EX: Int32 { 2 }
public var LOCK_NB: Int32 { 4 }
public var LOCK_UN: Int32 { 8 }
public var AT_FDCWD: Int32 { -2 }
public var AT_SYMLINK_NOFOLLOW: Int32 { 32 }
public var PATH_MAX: Int32 { 1024 }
public var PTHREAD_CREATE_DETACHED: Int32 { 2 }
public var SIGINT: Int32 { 2 }
public var SIGPIPE: Int32 { 13 }
public var SIGTERM: Int32 { 15 }
public var S_IFMT: mode_t { 0o170000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFLNK: mode_t { 0o120000 }

public typealias sig_t = @convention(c) (Int32) -> Void
public var SIG_DFL: sig_t! { nil }
public var SIG_IGN: sig_t! { nil }
@discardableResult public func signal(_ a1: Int32, _ a2: sig_t!) -> sig_t! { standIn() }
@discardableResult public func raise(_ a1: Int32) -> Int32 { standIn() }

public var POLLOUT: Int32 { 4 }
public struct pollfd {
    public init(fd: Int32, events: Int16, revents: Int16) {}
}
public func poll(_ a1: UnsafeMutablePointer<pollfd>!, _ a2: UInt32, _ a3: Int32) -> Int32 { standIn() }

public var TIOCGWINSZ: UInt { 0x4008_7468 }
public func ioctl(_ a1: Int32, _ a2: UInt, _ a3: UnsafeMutableRawPointer) -> Int32 { standIn() }

public struct winsize {
    public init() {}
    public var ws_row = UInt16()
    public var ws_col = UInt16()
    public var ws_xpixel = UInt16()
    public var ws_ypixel = UInt16()
}

public struct os_unfair_lock_s {
    public init() {}
    public var _os_unfair_lock_opaque = UInt32()
}

public typealias os_unfair_lock = os_unfair_lock_s
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

public struct _opaque_pthread_t {
    public init() {}
    public var __sig = Int()
}

public struct _opaque_pthread_attr_t {
    public init() {}
    public var __sig = Int()
}

public struct _opaque_pthread_mutex_t {
    public init() {}
    public var __sig = Int()
}

public struct _opaque_pthread_cond_t {
    public init() {}
    public var __sig = Int()
}

public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public typealias pthread_attr_t = _opaque_pthread_attr_t
public typealias pthread_mutex_t = _opaque_pthread_mutex_t
public typealias pthread_cond_t = _opaque_pthread_cond_t
public typealias pthread_key_t = UInt

public struct clockid_t: RawRepresentable, Equatable, Sendable {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}
public var CLOCK_REALTIME: clockid_t { clockid_t(rawValue: 0) }
public var CLOCK_MONOTONIC: clockid_t { clockid_t(rawValue: 6) }
public var CLOCK_MONOTONIC_RAW: clockid_t { clockid_t(rawValue: 4) }
public var CLOCK_UPTIME_RAW: clockid_t { clockid_t(rawValue: 8) }

public struct qos_class_t: RawRepresentable, Equatable, Sendable {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}
public var QOS_CLASS_USER_INTERACTIVE: qos_class_t { qos_class_t(rawValue: 0x21) }
public var QOS_CLASS_USER_INITIATED: qos_class_t { qos_class_t(rawValue: 0x19) }
public var QOS_CLASS_DEFAULT: qos_class_t { qos_class_t(rawValue: 0x15) }
public var QOS_CLASS_UTILITY: qos_class_t { qos_class_t(rawValue: 0x11) }
public var QOS_CLASS_BACKGROUND: qos_class_t { qos_class_t(rawValue: 0x09) }

@discardableResult public func fstat(_ a1: Int32, _ a2: UnsafeMutablePointer<stat>!) -> Int32 { standIn() }
@discardableResult public func stat(_ a1: UnsafePointer<CChar>!, _ a2: UnsafeMutablePointer<stat>!) -> Int32 {
    standIn()
}
@discardableResult public func lstat(_ a1: UnsafePointer<CChar>!, _ a2: UnsafeMutablePointer<stat>!) -> Int32 {
    standIn()
}
@discardableResult public func open(_ a1: UnsafePointer<CChar>, _ a2: Int32) -> Int32 { standIn() }
@discardableResult public func open(_ a1: UnsafePointer<CChar>, _ a2: Int32, _ a3: mode_t) -> Int32 { standIn() }
@discardableResult public func openat(_ a1: Int32, _ a2: UnsafePointer<CChar>, _ a3: Int32) -> Int32 { standIn() }
@discardableResult public func openat(_ a1: Int32, _ a2: UnsafePointer<CChar>, _ a3: Int32, _ a4: mode_t) -> Int32 {
    standIn()
}
@discardableResult public func fcntl(_ a1: Int32, _ a2: Int32) -> Int32 { standIn() }
@discardableResult public func fcntl(_ a1: Int32, _ a2: Int32, _ a3: Int32) -> Int32 { standIn() }
@discardableResult public func close(_ a1: Int32) -> Int32 { standIn() }
@discardableResult public func read(_ a1: Int32, _ a2: UnsafeMutableRawPointer!, _ a3: Int) -> Int { standIn() }
@discardableResult public func write(_ a1: Int32, _ a2: UnsafeRawPointer!, _ a3: Int) -> Int { standIn() }
@discardableResult public func atexit(_ a1: @convention(c) () -> Void) -> Int32 { standIn() }
@discardableResult public func pwrite(_ a1: Int32, _ a2: UnsafeRawPointer!, _ a3: Int, _ a4: Int64) -> Int { standIn() }
@discardableResult public func pread(_ a1: Int32, _ a2: UnsafeMutableRawPointer!, _ a3: Int, _ a4: off_t) -> Int {
    standIn()
}
@discardableResult public func lseek(_ a1: Int32, _ a2: off_t, _ a3: Int32) -> off_t { standIn() }
@discardableResult public func fsync(_ a1: Int32) -> Int32 { standIn() }
@discardableResult public func ftruncate(_ a1: Int32, _ a2: off_t) -> Int32 { standIn() }
@discardableResult public func fchmod(_ a1: Int32, _ a2: mode_t) -> Int32 { standIn() }
@discardableResult public func chmod(_ a1: UnsafePointer<CChar>!, _ a2: mode_t) -> Int32 { standIn() }
@discardableResult public func mkdir(_ a1: UnsafePointer<CChar>!, _ a2: mode_t) -> Int32 { standIn() }
@discardableResult public func rename(_ a1: UnsafePointer<CChar>!, _ a2: UnsafePointer<CChar>!) -> Int32 { standIn() }
@discardableResult public func link(_ a1: UnsafePointer<CChar>!, _ a2: UnsafePointer<CChar>!) -> Int32 { standIn() }
@discardableResult public func unlink(_ a1: UnsafePointer<CChar>!) -> Int32 { standIn() }
@discardableResult public func rmdir(_ a1: UnsafePointer<CChar>!) -> Int32 { standIn() }
@discardableResult public func flock(_ a1: Int32, _ a2: Int32) -> Int32 { standIn() }
@discardableResult public func fcntl(_ a1: Int32, _ a2: Int32, _ a3: UnsafeMutableRawPointer) -> Int32 { standIn() }
@discardableResult public func usleep(_ a1: UInt32) -> Int32 { standIn() }
@discardableResult public func isatty(_ a1: Int32) -> Int32 { standIn() }
@discardableResult public func access(_ a1: UnsafePointer<CChar>!, _ a2: Int32) -> Int32 { standIn() }
@discardableResult public func realpath(_ a1: UnsafePointer<CChar>!, _ a2: UnsafeMutablePointer<CChar>!)
    -> UnsafeMutablePointer<CChar>!
{ standIn() }
@discardableResult public func getuid() -> uid_t { standIn() }
@discardableResult public func geteuid() -> uid_t { standIn() }
@discardableResult public func getgid() -> gid_t { standIn() }
@discardableResult public func getegid() -> gid_t { standIn() }
@discardableResult public func issetugid() -> Int32 { standIn() }
@discardableResult public func getpid() -> pid_t { standIn() }
@discardableResult public func kill(_ a1: pid_t, _ a2: Int32) -> Int32 { standIn() }
@discardableResult public func getenv(_ a1: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { standIn() }
@discardableResult public func strerror(_ a1: Int32) -> UnsafeMutablePointer<CChar>! { standIn() }
@discardableResult public func strlen(_ a1: UnsafePointer<CChar>!) -> Int { standIn() }
@discardableResult public func memchr(_ a1: UnsafeRawPointer!, _ a2: Int32, _ a3: Int) -> UnsafeMutableRawPointer! {
    standIn()
}
@discardableResult public func memcmp(_ a1: UnsafeRawPointer!, _ a2: UnsafeRawPointer!, _ a3: Int) -> Int32 {
    standIn()
}
@discardableResult public func memcpy(_ a1: UnsafeMutableRawPointer!, _ a2: UnsafeRawPointer!, _ a3: Int)
    -> UnsafeMutableRawPointer!
{ standIn() }
@discardableResult public func strtod(
    _ a1: UnsafePointer<CChar>!,
    _ a2: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> Double { standIn() }
public func exit(_ a1: Int32) -> Never { standIn() }
public func _exit(_ a1: Int32) -> Never { standIn() }
@discardableResult public func clock_gettime_nsec_np(_ a1: clockid_t) -> UInt64 { standIn() }
public func os_unfair_lock_lock(_ a1: os_unfair_lock_t) { standIn() }
public func os_unfair_lock_unlock(_ a1: os_unfair_lock_t) { standIn() }
@discardableResult public func pthread_attr_init(_ a1: UnsafeMutablePointer<pthread_attr_t>) -> Int32 { standIn() }
@discardableResult public func pthread_attr_destroy(_ a1: UnsafeMutablePointer<pthread_attr_t>) -> Int32 { standIn() }
@discardableResult public func pthread_attr_setstacksize(_ a1: UnsafeMutablePointer<pthread_attr_t>, _ a2: Int) -> Int32
{ standIn() }
@discardableResult public func pthread_attr_setdetachstate(_ a1: UnsafeMutablePointer<pthread_attr_t>, _ a2: Int32)
    -> Int32
{ standIn() }
@discardableResult public func pthread_create(
    _ a1: UnsafeMutablePointer<pthread_t?>,
    _ a2: UnsafePointer<pthread_attr_t>?,
    _ a3: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
    _ a4: UnsafeMutableRawPointer?
) -> Int32 { standIn() }
@discardableResult public func pthread_self() -> pthread_t { standIn() }
@discardableResult public func pthread_key_create(
    _ a1: UnsafeMutablePointer<pthread_key_t>,
    _ a2: (@convention(c) (UnsafeMutableRawPointer) -> Void)?
) -> Int32 { standIn() }
@discardableResult public func pthread_getspecific(_ a1: pthread_key_t) -> UnsafeMutableRawPointer? { standIn() }
@discardableResult public func pthread_setspecific(_ a1: pthread_key_t, _ a2: UnsafeRawPointer?) -> Int32 { standIn() }
@discardableResult public func pthread_setname_np(_ a1: UnsafePointer<CChar>) -> Int32 { standIn() }
@discardableResult public func qos_class_self() -> qos_class_t { standIn() }
@discardableResult public func pthread_set_qos_class_self_np(_ a1: qos_class_t, _ a2: Int32) -> Int32 { standIn() }
@discardableResult public func pthread_attr_set_qos_class_np(
    _ a1: UnsafeMutablePointer<pthread_attr_t>,
    _ a2: qos_class_t,
    _ a3: Int32
) -> Int32 { standIn() }

private func standIn() -> Never {
    while true {}
}

// MARK: - Sockets

public struct sockaddr {
    public var sa_len: UInt8
    public var sa_family: sa_family_t
    public init() {
        (sa_len, sa_family) = (0, 0)
    }
}
public struct in_addr {
    public var s_addr: in_addr_t
    public init() { s_addr = 0 }
}
public struct sockaddr_in {
    public var sin_len: UInt8
    public var sin_family: sa_family_t
    public var sin_port: in_port_t
    public var sin_addr: in_addr
    public init() {
        (sin_len, sin_family, sin_port, sin_addr) = (0, 0, 0, in_addr())
    }
}
public struct in6_addr {
    public init() {}
}
public struct sockaddr_in6 {
    public var sin6_len: UInt8
    public var sin6_family: sa_family_t
    public var sin6_port: in_port_t
    public var sin6_addr: in6_addr
    public init() {
        (sin6_len, sin6_family, sin6_port, sin6_addr) = (0, 0, 0, in6_addr())
    }
}
public var in6addr_loopback: in6_addr { in6_addr() }
public var AF_INET: Int32 { 2 }
public var AF_INET6: Int32 { 30 }
public var SOCK_STREAM: Int32 { 1 }
public var SOL_SOCKET: Int32 { 65_535 }
public var SO_REUSEADDR: Int32 { 4 }
public var IPPROTO_IPV6: Int32 { 41 }
public var IPV6_V6ONLY: Int32 { 27 }
public var SHUT_RDWR: Int32 { 2 }
public var MSG_PEEK: Int32 { 2 }
public var MSG_DONTWAIT: Int32 { 128 }
public var INET6_ADDRSTRLEN: Int32 { 46 }
public func inet_pton(_ family: Int32, _ text: UnsafePointer<CChar>!, _ address: UnsafeMutableRawPointer!) -> Int32 { 0 }
public func recv(_ socket: Int32, _ buffer: UnsafeMutableRawPointer!, _ size: Int, _ flags: Int32) -> Int { 0 }
@discardableResult public func socket(_ domain: Int32, _ type: Int32, _ protocol: Int32) -> Int32 { 0 }
@discardableResult public func setsockopt(
    _ socket: Int32, _ level: Int32, _ name: Int32, _ value: UnsafeRawPointer!, _ size: socklen_t
) -> Int32 { 0 }
@discardableResult public func bind(_ socket: Int32, _ address: UnsafePointer<sockaddr>!, _ size: socklen_t) -> Int32 { 0 }
@discardableResult public func getsockname(
    _ socket: Int32, _ address: UnsafeMutablePointer<sockaddr>!, _ size: UnsafeMutablePointer<socklen_t>!
) -> Int32 { 0 }
@discardableResult public func listen(_ socket: Int32, _ backlog: Int32) -> Int32 { 0 }
@discardableResult public func shutdown(_ socket: Int32, _ how: Int32) -> Int32 { 0 }
public func free(_ pointer: UnsafeMutableRawPointer!) {}
