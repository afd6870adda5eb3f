// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// The watermarks of a stream: how far they are apart in time and by their offsets.
struct WatermarkTrack: Sendable {
    private struct Last: Sendable {
        var time: Double
        var programOffset: Double
        var distributorOffset: Double
    }

    private var last: Last?
    /// When playback was stopped since the last watermark; nil while it plays.
    private var stopped: Double?
    /// When playback continued after that.
    private var resumed: Double?
    private var slowGaps = 0.0
    private var fastSteps = 0
    /// Seconds by which watermarks that came all at once ran ahead of time.
    private var ahead = 0.0
    private var heard = HeardTags()

    /// What a watermark says beside the one before it.
    struct Step: Sendable {
        var pause: Double?
        var back: Double?
        var forward: Double?
        /// Seconds without a watermark while the stream played.
        var gap: Double?
        var isSlowCadence = false
        /// Whether watermarks run ahead of time, without a stop.
        var isFaster = false

        fileprivate func joined(to other: Step) -> Step {
            var step = self
            step.pause = pause ?? other.pause
            step.back = back ?? other.back
            step.forward = forward ?? other.forward
            step.gap = gap ?? other.gap
            step.isFaster = isFaster || other.isFaster
            return step
        }
    }

    mutating func stop(at time: Double) {
        if last != nil { stopped = stopped ?? time }
    }

    mutating func resume(at time: Double) {
        if stopped != nil { resumed = resumed ?? time }
    }

    /// Takes a watermark; what says nothing new is no step.
    mutating func add(_ tag: NielsenID3Tag, at time: Double, _ limits: CertificationThresholds) -> Step {
        var step = Step()
        let now = Instant.zero + .seconds(min(max(0, time), 1e9))
        for new in heard.add(tag, at: now) {
            // The one with which winding back began came before.
            step = self.step(new.tag, at: time - Double((now - new.at).nanoseconds) / 1e9, limits).joined(to: step)
        }
        return step
    }

    private mutating func step(_ tag: NielsenID3Tag, at time: Double, _ limits: CertificationThresholds) -> Step {
        let next = Last(
            time: time,
            programOffset: Double(tag.programContentOffset),
            distributorOffset: Double(tag.finalDistributorOffset)
        )
        defer {
            last = next
            stopped = nil
            resumed = nil
        }
        var step = Step()
        guard let last else { return step }
        let apart = time - last.time
        // One of the two offsets may be that of no content, which stays as it is.
        let program = next.programOffset - last.programOffset
        let distributor = next.distributorOffset - last.distributorOffset
        let distance = program.magnitude > distributor.magnitude ? program : distributor
        if distance < 0 { step.back = 0 - distance }
        if distance - apart > limits.watermarkGap { step.forward = distance }
        // Who seeks takes some time, and once; what runs ahead does so again and again, or at once.
        let isAhead = stopped == nil && distance - apart > limits.faster
        fastSteps = isAhead ? fastSteps + 1 : 0
        step.isFaster = fastSteps > 3 || isAhead && apart < 1 && distance > limits.watermarkGap
        // A player that passes on all of a segment at once: the gap is after them.
        if stopped == nil, apart < 1, (1...limits.watermarkGap).contains(distance) {
            ahead += distance - apart
            if ahead > limits.watermarkGap * 2 { step.isFaster = true }
            return step
        }
        defer { ahead = 0 }
        let isPlayed = stopped == nil && (distance + ahead - apart).magnitude <= 2
        if let stopped {
            step.pause = (resumed ?? time) - stopped
        } else if apart > limits.watermarkGap, isPlayed {
            step.gap = apart
        } else if apart > limits.watermarkGap, distance >= 0, apart - distance > limits.watermarkGap {
            step.pause = apart - distance
        }
        slowGaps = step.gap == nil ? 0 : slowGaps + 1
        step.isSlowCadence = slowGaps >= limits.watermarkGapCount
        return step
    }
}
