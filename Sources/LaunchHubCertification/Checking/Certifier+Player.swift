// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// What the player and the system did.
extension Certifier {
    mutating func interrupt(_ kind: LoggedCall.Interruption, at place: LogPlace) {
        settleLatePlayhead()
        hasPlayerEvents = true
        bufferingStop = nil
        if kind == .background { leavePage(at: place) }
        let isExempt = kind.leavesAudio && (isPictureInPicture || view.content?.playsInBackground == true)
        switch phase {
        case .loaded, .playing: holds[kind] = Hold(place: place, isStopped: false, isExempt: isExempt)
        case .stopped: holds[kind] = Hold(place: place, isStopped: true, isExempt: isExempt)
        case .nothing, .ended: break
        }
        if kind == .pause { watermarks.stop(at: place.time) }
    }

    mutating func resume(_ kind: LoggedCall.Interruption, at place: LogPlace) {
        hasPlayerEvents = true
        if kind == .background { returnToPage(at: place) }
        if kind == .pause { watermarks.resume(at: place.time) }
        guard let hold = holds.removeValue(forKey: kind) else { return }
        let seconds = place.time - hold.place.time
        if hold.isStopped {
            settleLatePlayhead(isFinal: true)
            ended = (kind, hold.place.time, place.time)
        } else if !hold.isExempt {
            missStop(hold.place, "the \(kind.rawValue)")
            noteAbsence(kind, seconds)
            isReloadAllowed = true
        }
    }

    /// Judges interruptions that are still open when a playhead comes.
    mutating func judgeHolds(at place: LogPlace) {
        for (kind, hold) in holds where !hold.isExempt {
            if hold.isStopped {
                // It was loaded again, so the interruption is over whatever the log says.
                noteAbsence(kind, place.time - hold.place.time)
                holds[kind] = nil
            } else if place.time - hold.place.time > limits.stopDelay {
                missStop(hold.place, "the \(kind.rawValue)")
                noteAbsence(kind, place.time - hold.place.time)
                holds[kind] = nil
            }
        }
    }

    /// Reports that an interruption has no stop.
    mutating func missStop(_ place: LogPlace, _ what: String, inferred: Bool = false) {
        hasInterruptions = true
        let message = inferred ? "There is no stop in \(what)." : "stop is missing at \(what)."
        find(.pauseWithoutStop, at: place, message)
        cases.failFinally(.interruptions, "PAUSE_WITHOUT_STOP in line \(place.line): \(message)")
    }

    mutating func bufferStart(at place: LogPlace) {
        hasPlayerEvents = true
        settleLatePlayhead()
        buffering = place
    }

    mutating func bufferEnd(at place: LogPlace) {
        hasPlayerEvents = true
        settleBufferingStop()
        guard let start = buffering else { return }
        buffering = nil
        let seconds = place.time - start.time
        // Nothing played meanwhile, so the time counts neither for the next step nor for the last position.
        if let last = run.last { run.last?.time = max(last.time, place.time - 0.5) }
        if seconds > limits.buffering, case .playing = phase, holds.isEmpty {
            missStop(start, "buffering for \(CheckText.duration(seconds))")
            isReloadAllowed = true
        }
    }

    /// Decides about a stop during buffering: who pauses or leaves meanwhile has to call it.
    mutating func settleBufferingStop() {
        guard let stop = bufferingStop else { return }
        bufferingStop = nil
        isStopExplained = true
        find(.stopOnBuffering, at: stop, "stop is called while the player buffers.")
    }
}
