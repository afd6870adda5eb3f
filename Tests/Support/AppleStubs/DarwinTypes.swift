// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Stands in for the system library of Apple's systems where that does not exist: the documented names that the package
// uses, with the types that they have in Swift there, and nothing else. Nothing but `.ci/apple` is ever checked against
// it, and nothing of it is ever run.

public typealias off_t = Int64
public typealias pid_t = Int32
public typealias dev_t = Int32
public typealias mode_t = UInt16
public typealias uid_t = UInt32
public typealias gid_t = UInt32
public typealias ino_t = UInt64
public typealias nlink_t = UInt16
public typealias time_t = Int
public typealias suseconds_t = Int32
public typealias socklen_t = UInt32
public typealias in_addr_t = UInt32
public typealias in_port_t = UInt16
public typealias sa_family_t = UInt8

public struct timespec {
    public init() {}
    public var tv_sec = time_t()
    public var tv_nsec = Int()
}

public struct timeval {
    public init() {}
    public var tv_sec = time_t()
    public var tv_usec = suseconds_t()
}

public struct stat {
    public init() {}
    public var st_dev = dev_t()
    public var st_mode = mode_t()
    public var st_nlink = nlink_t()
    public var st_ino = ino_t()
    public var st_uid = uid_t()
    public var st_gid = gid_t()
    public var st_rdev = dev_t()
    public var st_atimespec = timespec()
    public var st_mtimespec = timespec()
    public var st_ctimespec = timespec()
    public var st_birthtimespec = timespec()
    public var st_size = off_t()
}

public struct flock {
    public init() {}
    public var l_start = off_t()
    public var l_len = off_t()
    public var l_pid = pid_t()
    public var l_type = Int16()
    public var l_whence = Int16()
}
