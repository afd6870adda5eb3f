// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices

/// The jobs in flight, each on a lane of its own, and when they are to be looked at.
struct Lanes {
    private struct Lane {
        /// A serial queue on which nothing but the lane's job waits.
        var queue: DispatchQueue
        var job: (any HubJob)?
        /// Counts the jobs of the lane, so that what comes too late does not touch the next one.
        var run: UInt64 = 0
        var hasBegun = false
        /// When the job was submitted; once it has begun, when that was.
        var since = Instant.zero
        var progressAtStart: UInt64 = 0
        /// When the job is to be looked at; nil for not before it gets on.
        var lookAt: Instant?
    }

    /// A job that has begun, as a look sees it.
    struct Sight {
        let place: Int
        let run: UInt64
        let job: any HubJob
        let since: Instant
        let progressAtStart: UInt64
    }

    /// After how long a job counts as waiting or standing still.
    static let patience = Duration.milliseconds(10)

    private var lanes: [Lane] = []
    /// The lanes without a job, the one that was used last at the end, because its thread is still warm.
    private var free: [Int] = []
    private let target: DispatchQueue?

    init(target: DispatchQueue?) {
        self.target = target
    }

    /// Whether no job is in flight.
    var isEmpty: Bool { free.count == lanes.count }

    /// How many lanes there are.
    var count: Int { lanes.count }

    // MARK: - Jobs

    /// Gives a job a lane.
    ///
    /// - Returns: The lane and the number of the job on it, and the queue on which to begin it.
    mutating func add(_ job: any HubJob, _ progress: UInt64, at now: Instant) -> (Int, UInt64, DispatchQueue) {
        if free.isEmpty {
            free.append(lanes.count)
            lanes.append(Lane(queue: makeQueue()))
        }
        let place = free.removeLast()
        set(job, progress, on: place, at: now)
        return (place, lanes[place].run, lanes[place].queue)
    }

    /// Begins a job.
    ///
    /// - Returns: The job; nil if it has a thread of its own already.
    mutating func begin(_ place: Int, _ run: UInt64, at now: Instant) -> (any HubJob)? {
        guard lanes[place].run == run, !lanes[place].hasBegun, let job = lanes[place].job else { return nil }
        lanes[place].hasBegun = true
        lanes[place].since = now
        lanes[place].lookAt = now + Self.patience
        return job
    }

    /// Begins a job that waits for too long, away from its queue.
    mutating func beginOverdue(at now: Instant) -> (Int, any HubJob)? {
        guard let place = lanes.firstIndex(where: { Self.isOverdue($0, now) }) else { return nil }
        // What was to begin the job still waits on the old one.
        lanes[place].queue = makeQueue()
        return begin(place, lanes[place].run, at: now).map { (place, $0) }
    }

    /// Ends a job.
    ///
    /// - Parameters:
    ///   - place: The job's lane.
    ///   - follower: What runs next there; nil to free the lane.
    ///   - progress: The follower's progress.
    ///   - now: The present time.
    mutating func end(_ place: Int, _ follower: (any HubJob)?, _ progress: UInt64, at now: Instant) {
        guard let follower else {
            lanes[place].job = nil
            lanes[place].hasBegun = false
            return free.append(place)
        }
        set(follower, progress, on: place, at: now)
        lanes[place].hasBegun = true
    }

    private mutating func set(_ job: any HubJob, _ progress: UInt64, on place: Int, at now: Instant) {
        lanes[place].job = job
        lanes[place].run &+= 1
        lanes[place].hasBegun = false
        lanes[place].since = now
        lanes[place].progressAtStart = progress
        lanes[place].lookAt = now + Self.patience
    }

    private func makeQueue() -> DispatchQueue { DispatchQueue(label: "launchhub.lane", target: target) }

    // MARK: - Looks

    private static func isOverdue(_ lane: Lane, _ now: Instant) -> Bool {
        lane.job != nil && !lane.hasBegun && now - lane.since >= patience
    }

    /// The jobs that wait although they were submitted a while ago.
    func overdue(at now: Instant) -> [any HubJob] {
        lanes.compactMap { Self.isOverdue($0, now) ? $0.job : nil }
    }

    /// How many jobs have begun and not ended.
    var runningCount: Int { lanes.count { $0.hasBegun } }

    /// The jobs that have begun and are to be looked at.
    var sights: [Sight] {
        lanes.indices.compactMap { place in
            let lane = lanes[place]
            guard let job = lane.job, lane.hasBegun, lane.lookAt != nil else { return nil }
            return Sight(
                place: place,
                run: lane.run,
                job: job,
                since: lane.since,
                progressAtStart: lane.progressAtStart
            )
        }
    }

    /// Sets when a job that was seen is to be looked at, unless it has ended.
    mutating func look(_ sight: Sight, at time: Instant?) {
        if lanes[sight.place].run == sight.run { lanes[sight.place].lookAt = time }
    }

    /// Has a job looked at like one that has just begun.
    mutating func watch(_ job: any HubJob, at now: Instant) {
        for place in lanes.indices where lanes[place].job === job { lanes[place].lookAt = now + Self.patience }
    }

    /// Plans the next look.
    ///
    /// - Parameters:
    ///   - now: The present time.
    ///   - isHopeless: Whether no thread can be had for the jobs that are overdue.
    /// - Returns: When it is due; nil for never.
    func nextLook(at now: Instant, isHopeless: Bool) -> Instant? {
        var next: Instant?
        for lane in lanes where lane.job != nil {
            let isOverdue = Self.isOverdue(lane, now)
            guard !(isOverdue && isHopeless), let time = isOverdue ? now + Self.patience : lane.lookAt else { continue }
            next = min(next ?? time, time)
        }
        return next
    }
}
