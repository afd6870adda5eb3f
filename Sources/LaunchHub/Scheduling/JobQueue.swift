// SPDX-License-Identifier: Apache-2.0

/// Jobs in the order in which they came, urgent ones in turns with the others.
struct JobQueue {
    private var usual = FIFO<any HubJob>()
    private var urgent = FIFO<any HubJob>()
    private var wasUrgent = false

    var isEmpty: Bool { usual.isEmpty && urgent.isEmpty }
    var count: Int { usual.count + urgent.count }
    var all: [any HubJob] { urgent.elements + usual.elements }

    mutating func append(_ job: any HubJob) {
        if job.isUrgent { urgent.append(job) } else { usual.append(job) }
    }

    mutating func popFirst() -> (any HubJob)? {
        wasUrgent.toggle()
        return wasUrgent ? urgent.popFirst() ?? usual.popFirst() : usual.popFirst() ?? urgent.popFirst()
    }
}
