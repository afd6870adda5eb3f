// SPDX-License-Identifier: Apache-2.0

import SegmentNielsenDCR

/// Events of a tracking plan.
enum TrackedApp {
    static func track() {
        let destination = NielsenDCRDestination(settings: NielsenDCRSettings(appId: "P"), appName: "Player")
        destination.track(SegmentTrackEvent("Video Playback Started", properties: ["content_asset_id": "a1"]))
        destination.shutdown()
    }
}
