// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// Static pages.
extension Certifier {
    mutating func loadPage(_ asset: LoggedAsset, _ issues: [NielsenValidationIssue], at place: LogPlace) {
        let before = page
        closePage(at: place)
        pageFindings.add(issues, at: place)
        let error = pageFindings.firstError
        if let away = pageAway, let end = away.end {
            decideAbsence(end - away.start, error)
            pageAway = nil
        }
        if let before = before ?? lastPage, before.id != asset.id {
            if let error = error ?? lastPageError {
                cases.fail(.staticSwitch, CaseBook.reason(error))
            } else {
                cases.pass(.staticSwitch, "The page \(asset.shown) follows \(before.shown).")
            }
        }
        page = asset
        // What was not ended is over with the load; only an absence before it lacks its staticEnd.
        isPageBroken = false
        lastPageError = error
        lastPage = asset
    }

    mutating func endPage(at place: LogPlace) {
        if let background = pageBackground {
            let delay = place.time - background.time
            if delay > limits.stopDelay { missPageEnd(background, "comes \(CheckText.duration(delay)) late") }
            pageBackground = nil
        } else if page != nil {
            pageEnd = place.time
        }
        page = nil
        flush(\.pageFindings)
    }

    mutating func leavePage(at place: LogPlace) {
        guard page != nil || pageEnd == place.time else { return }
        pageAway = (place.time, nil)
        if page != nil { pageBackground = place }
    }

    mutating func returnToPage(at place: LogPlace) {
        if let background = pageBackground { missPageEnd(background, "is not called") }
        pageBackground = nil
        if pageAway != nil {
            pageAway?.end = place.time
            if pageFindings.contains(.staticNotEnded) || isPageBroken {
                decideAbsence(place.time - (pageAway?.start ?? place.time), pageFindings.firstError ?? lastPageError)
                pageAway = nil
            }
        }
    }

    /// Ends what is open of a page when another one is loaded, or when the log ends.
    mutating func closePage(at place: LogPlace) {
        if let background = pageBackground {
            missPageEnd(background, "is not called")
            pageBackground = nil
            decideAbsence(place.time - background.time, pageFindings.firstError)
        }
        flush(\.pageFindings)
    }

    private mutating func missPageEnd(_ place: LogPlace, _ what: String) {
        isPageBroken = true
        pageFindings.add(
            .staticNotEnded,
            at: place,
            "The app goes to the background while the page \(page?.shown ?? "") is shown, and staticEnd \(what)."
        )
        lastPageError = pageFindings.firstError
    }

    private mutating func decideAbsence(_ seconds: Double, _ error: Finding?) {
        let shown = "The page is in the background for \(CheckText.duration(seconds))"
        if let error {
            cases.fail(.staticBackground, CaseBook.reason(error))
        } else if seconds >= limits.staticBackground {
            cases.pass(.staticBackground, shown + ", and is ended and loaded again.")
        } else {
            cases.fail(.staticBackground, shown + "; the case needs \(CheckText.duration(limits.staticBackground)).")
        }
    }
}
