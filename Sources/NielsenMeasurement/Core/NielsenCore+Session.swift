// SPDX-License-Identifier: Apache-2.0

import HubServices
package import NielsenModel

/// The boundary between one session and the next.
extension NielsenCore {
    /// Ends the session with everything that is open, and begins the next one with new views of what is loaded.
    ///
    /// - Parameters:
    ///   - isTold: Whether the new session is told at once.
    ///   - time: When the one session ends and the other begins.
    ///   - between: Called after the last record of the old session.
    mutating func beginSession(
        isTold: Bool = true,
        at time: NielsenTime,
        _ between: (inout NielsenCore) -> Void = { _ in }
    ) {
        let isPageShown = playback.page.view != nil
        finishPlayback(at: time)
        finishPage(at: time)
        playback.tags = HeardTags()
        between(&self)
        current = NielsenSession(at: time, random)
        if state == .disabled {
            current.isUntold = true
        } else if isTold {
            recordSession(at: time)
        }
        reopenViews()
        pageBegan = time.instant
        // One that was forgotten is over for good.
        guard isPageShown, pageLimit > 0 else { return }
        playback.page.view = makeView(.static)
        if isTold { tell(.static, at: time) }
    }

    /// Ends the session with everything that is open, of which nothing is recorded, and prepares the next one.
    package mutating func abandon(at time: NielsenTime) {
        guard hasStarted, !isClosed else { return }
        let before = effects.count
        beginSession(isTold: false, at: time)
        let made = effects[before...].filter { if case .record = $0 { false } else { true } }
        effects.replaceSubrange(before..., with: made)
    }

    /// Tells the session that was prepared, and the page that is shown in it.
    package mutating func beginTelling(at time: NielsenTime) {
        guard hasStarted, !isClosed, !current.isUntold else { return }
        recordSession(at: time)
        if playback.page.view != nil { tell(.static, at: time) }
    }

    /// Begins new views of what is loaded and goes on.
    mutating func reopenViews() {
        guard playback.active != nil else { return }
        if playback.content.asset != nil { playback.content.view = makeView(.content) }
        if playback.ad.asset != nil { playback.ad.view = makeView(.ad) }
    }

    /// Begins a new session if the present one is over.
    ///
    /// - Parameters:
    ///   - call: The call that is about to be carried out; nil if only time has passed.
    ///   - time: The present time.
    mutating func endOldSession(before call: NielsenCall?, at time: NielsenTime) {
        guard hasStarted, isMeasuring else { return }
        let isOpen = hasOpenViews
        let isUse = call.map { $0.subject != .other } ?? false
        guard isUse || isOpen else { return }
        // What goes on was of the old session up to its end; where nothing does, the new one begins with the call.
        func end(_ due: Instant) -> NielsenTime { isOpen ? time.earlier(by: time.continuous - due) : time }
        if let due = firstPartyDue, time.continuous >= due {
            firstPartyDue = nil
            let (end, privacy) = (end(due), privacy)
            beginSession(at: end) { core in
                core.effects.append(.identify(privacy, renewsFirstParty: true, at: end))
            }
        } else if time.continuous >= sessionEnd {
            beginSession(at: end(sessionEnd))
        } else if isUse, !isOpen, current.isSilent(since: playback.lastActivity, for: spans.pause, at: time) {
            beginSession(at: time)
        }
    }

    /// The time at which the session reaches its maximum length.
    var sessionEnd: Instant { current.began.continuous.adding(nanoseconds: spans.session) }
}

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
