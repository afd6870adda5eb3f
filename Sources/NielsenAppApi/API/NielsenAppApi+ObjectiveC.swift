// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HubServices

/// What Swift does with environments and durations, for Objective-C.
extension NielsenAppApi {
    /// Names the configurations of the default environment, and with them the collector, before an instance is made.
    ///
    /// Once the default environment is in use, a call only logs an error. In Swift an environment can be passed instead,
    /// see ``NielsenEnvironment/app(storage:configuration:configurationURL:device:client:clock:log:privacy:)``.
    ///
    /// - Parameter configurationURL: The folder or server with one configuration for each app id; nil for the built-in one.
    public static func configure(withConfigurationURL configurationURL: URL?) {
        guard !NielsenEnvironment.useByDefault(configurationURL: configurationURL) else { return }
        let why = "the configuration URL is not used: call configure(withConfigurationURL:) before anything else"
        HubLog(level: .error).error("NielsenAppApi", why)
    }

    /// Sends the queued pings of this instance and waits until they have been sent or the timeout has passed.
    ///
    /// - Parameters:
    ///   - timeout: The longest time to wait, in seconds, up to an hour.
    ///   - completion: Receives the number of pings that are left, once, on any thread.
    public func flush(withTimeout timeout: TimeInterval, completion: @escaping @Sendable (Int) -> Void) {
        flush(timeout: .atMostAnHour(timeout), completion: completion)
    }
}

extension NielsenEventTracker {
    /// Sends the queued pings of this instance and waits until they have been sent or the timeout has passed.
    ///
    /// - Parameters:
    ///   - timeout: The longest time to wait, in seconds, up to an hour.
    ///   - completion: Receives the number of pings that are left, once, on any thread.
    public func flush(withTimeout timeout: TimeInterval, completion: @escaping @Sendable (Int) -> Void) {
        flush(timeout: .atMostAnHour(timeout), completion: completion)
    }
}

extension Duration {
    /// A number of seconds from outside, which may be none, as a duration.
    package static func atMostAnHour(_ seconds: TimeInterval) -> Duration {
        .seconds(seconds > 0 ? min(seconds, 3_600) : 0)
    }
}
