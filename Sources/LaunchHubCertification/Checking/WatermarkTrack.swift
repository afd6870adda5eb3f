// SPDX-License-Identifier: Apache-2.0

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

    /// What a watermark says beside the one before it.
    struct Step: Sendable {
        var pause: Double?
        var back: Double?
        var forward: Double?
        /// Seconds without a watermark while the stream played.
        var gap: Double?
        var isSlowCadence = false
    }

    mutating func stop(at time: Double) {
        if last != nil { stopped = stopped ?? time }
    }

    mutating func resume(at time: Double) {
        if stopped != nil { resumed = resumed ?? time }
    }

    /// Takes a watermark.
    mutating func add(program: Int, distributor: Int, at time: Double, _ limits: CertificationThresholds) -> Step {
        let next = Last(time: time, programOffset: Double(program), distributorOffset: Double(distributor))
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
        let isPlayed = stopped == nil && (distance - apart).magnitude <= 2
        if let stopped {
            step.pause = (resumed ?? time) - stopped
        } else if apart > limits.watermarkGap, distance >= 0, apart - distance > limits.watermarkGap {
            step.pause = apart - distance
        } else if apart > limits.watermarkGap, isPlayed {
            step.gap = apart
        }
        slowGaps = step.gap == nil ? 0 : slowGaps + 1
        step.isSlowCadence = slowGaps >= limits.watermarkGapCount
        return step
    }
}
