// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The static lane, watermarks, and connected devices.
extension NielsenCore {
    /// Loads a page. The same page goes on; another section or asset is a new view.
    mutating func loadPage(_ values: [String: String], at time: NielsenTime, into effects: inout [NielsenEffect]) {
        if let page, page.isSameAsset(values), page.metadata["section"] == values["section"] {
            self.page?.metadata = values
            return
        }
        finishPage(at: time, into: &effects)
        page = makeView(.static, values)
        pageBegan = time.instant
        tell(&page, at: time, into: &effects)
    }

    /// Counts the seconds that went by on the page since it was last looked at.
    mutating func advancePage(to time: NielsenTime, into effects: inout [NielsenEffect]) {
        guard let counted = page?.account.totalSeconds else { return }
        let gone = max(0, (time.instant - pageBegan).nanoseconds / 1_000_000_000)
        let limit = Int64(max(0, configuration.thresholds.staticMaximumSeconds))
        let missing = min(gone, limit) - Int64(counted)
        guard missing > 0 else { return }
        page?.account.count(missing, from: Int64(counted))
        if page?.account.isDurationDue == true { tell(&page, at: time, into: &effects) }
    }

    /// Ends the page.
    mutating func finishPage(at time: NielsenTime, into effects: inout [NielsenEffect]) {
        advancePage(to: time, into: &effects)
        if let view = page { finish(view, at: time, into: &effects) }
        page = nil
    }

    /// Takes a watermark. The same one again tells nothing new.
    mutating func hear(_ payload: String, at time: NielsenTime, into effects: inout [NielsenEffect]) {
        guard payload != lastPayload else { return }
        do {
            let tag = try NielsenID3Tag(payload)
            lastPayload = payload
            let view = active == .ad ? ad : content
            effects.append(
                .record(
                    NielsenMeasurementRecord(
                        kind: .id3,
                        session: session,
                        lane: active,
                        assetid: view?.assetid ?? "",
                        view: view?.number ?? 0,
                        playhead: view?.account.lastPlayhead,
                        optedOut: optedOut,
                        time: time.unixMilliseconds,
                        metadata: view.map { $0.metadata.merging(channel) { own, _ in own } } ?? channel,
                        ott: ott,
                        payload: tag.payload,
                        viewability: viewability.atWatermark(tag, at: time)
                    )
                )
            )
        } catch {
            effects.append(.error(error, at: time.unixMilliseconds))
        }
    }

    /// Takes the state of a connected device. What breaks a rule is reported, once as long as it stays the same.
    mutating func connect(_ info: [String: String], at time: NielsenTime, into effects: inout [NielsenEffect]) {
        if info != lastOTT {
            lastOTT = info
            let issues = NielsenValidator(mode: configuration.inputMode).check(.ott, info, reported: [])
            report(issues.map(NielsenIssue.finding), at: time, into: &effects)
        }
        switch info["ottStatus"] {
        case "1": ott = info
        // What is told beside it is of no device.
        case "0": ott = [:]
        // The device before stays: nothing says that it is gone.
        default: break
        }
    }
}
