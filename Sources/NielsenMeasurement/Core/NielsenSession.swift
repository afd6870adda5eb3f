// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel

/// A session, which pings name.
///
/// It lasts for as long as something is played or shown with pauses of at most half an hour, for a day at most, and never
/// over a change of what may be known of the user.
struct NielsenSession: Sendable {
    /// Names it in pings.
    let id: String
    let began: NielsenTime
    /// The last time at which a page was visible.
    var pageSeen: NielsenTime
    /// Whether no ping has reported it, because the instance was switched off when it began.
    var isUntold = false

    /// Begins a session.
    ///
    /// - Parameters:
    ///   - time: When.
    ///   - random: Chance, for its name.
    init(at time: NielsenTime, _ random: () -> UInt64) {
        id = Self.makeName(random, now: time.unixMilliseconds)
        began = time
        pageSeen = time
    }

    /// Returns whether nothing was played or shown for too long.
    ///
    /// - Parameters:
    ///   - lastActivity: When the last call about content or ads came.
    ///   - pause: The longest pause within a session, in nanoseconds.
    ///   - now: The present time.
    /// - Returns: True if more than `pause` has passed since the last call or the last time a page was seen, whichever
    ///   was later.
    func isSilent(since lastActivity: NielsenTime, for pause: Int64, at now: NielsenTime) -> Bool {
        now.continuous.nanoseconds(since: max(lastActivity.continuous, pageSeen.continuous)) > pause
    }

    /// Makes a name: 29 random letters and digits, and the seconds since 1970.
    private static func makeName(_ random: () -> UInt64, now: Int64) -> String {
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        let letters = (0..<29).map { _ in alphabet[Int(random() % UInt64(alphabet.count))] }
        return String(decoding: letters, as: UTF8.self) + String(now / 1000)
    }
}
