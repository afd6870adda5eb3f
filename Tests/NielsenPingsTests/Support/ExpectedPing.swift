// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import HubServices
import NielsenAppApi

/// Every parameter of a ping, as a test says that it must be.
///
/// What belongs to the device and the app is filled in; what the asset says is taken from the metadata as the test
/// handed it over; the rest each test says itself.
struct ExpectedPing {
    /// When the clock of a bench starts, in seconds since 1970: Tuesday, 2023-11-14 22:13:20 UTC.
    static let epoch: Int64 = 1_700_000_000

    private(set) var values: [String: String]

    /// The differences to a ping, one a parameter; empty where it is as expected.
    func differences(to ping: PingReading?) -> [String] {
        guard let ping else { return ["there is no ping"] }
        // The cache buster is of chance.
        var differences = ping.names.filter { values[$0] == nil && $0 != "rnd" }.map { "\($0) is not expected" }
        for (name, value) in values.sorted(by: { $0.key < $1.key }) where ping[name] != value {
            differences.append("\(name) is \"\(ping[name])\" and not \"\(value)\"")
        }
        return differences
    }

    // MARK: - DCR

    /// What one DCR ping reports of its view.
    struct View {
        var asset: [String: String]
        /// The asset of the content that an ad runs in; nil for content itself.
        var content: String?
        /// The number of the view in the instance.
        var number = 1
        /// The mark and the number of the window, such as `V1`.
        var mark = "V1"
        /// A digit for each minute of the window.
        var minutes = "00000"
        /// Seconds played since the view's last ping.
        var seconds = 0
        /// When the view began, in seconds after the start.
        var began: Int64 = 0
        /// When the ping was made, in seconds after the start.
        var made: Int64 = 0
        var davty = 0
        var adSeconds = 0
        var ads = 0
        var events = ""
        var optedOut = false
    }

    /// The ping of a view of content or of an ad.
    static func dcr(_ view: View, _ device: Device) -> ExpectedPing {
        let asset = view.asset
        let id = asset["assetid"] ?? ""
        let channel = id.isEmpty ? "us-000000_c00" : "us-000000_c00_\(id)"
        let isAd = !["content", "radio"].contains(asset["type"] ?? "")
        let made = epoch + view.made
        let isLive = asset["length"] == "0" || asset["length"] == "86400"
        var values = device.values
        for (name, value) in [
            ("prd", "dcr"), ("ci", "us-000000"), ("ch", "us-000000_c00_P"), ("asn", asset["section"] ?? "defChnAsset"),
            ("tl", asset["title"] ?? ""), ("prv", "1"), ("c6", "vc,c00"), ("ca", channel),
            ("cg", asset["program"] ?? ""), ("c32", "segA,\(asset["segA"] ?? "NA")"),
            ("c33", "segB,\(asset["segB"] ?? "NA")"), ("c34", "segC,\(asset["segC"] ?? "NA")"), ("sup", "0"),
            ("segment2", ""), ("forward", "0"), ("ad", "0"), ("cr", "4_00_99_\(view.mark)_\(view.minutes)"),
            ("at", view.mark.hasPrefix("V") ? "view" : "timer"), ("rt", "video"), ("c27", "cln,\(view.seconds)"),
            ("crs", "0"), ("lat", ""), ("lon", ""), ("c29", "plid,"), ("st", "dcr"), ("c26", "dmap,1"),
            ("c35", "adrsid,"), ("c36", "cref1,\(asset["crossId1"] ?? "")"),
            ("c37", "cref2,\(asset["crossId2"] ?? "")"), ("c11", "agg,0"), ("c51", "adl,\(view.adSeconds)"),
            ("c52", "noad,\(view.ads)"), ("sd", asset["length"] ?? ""), ("pc", "NA"),
            ("c53", "fef,\(asset["isfullepisode"].map { ["y", "Yes"].contains($0) ? "y" : "n" } ?? "")"),
            ("c54", "oad,\(asset["airdate"] ?? "")"), ("c55", "cref3,"), ("c57", "adldf,\(asset["adloadtype"] ?? "")"),
            ("ai", id), ("adid", id), ("c3", isAd ? "st,a" : "st,c"), ("c64", "starttm,\(epoch + view.began)"),
            ("c58", "isLive,\(isLive)"), ("c59", "sesid,\(device.session)\(view.number)"),
            ("c61", "createtm,\(made)"), ("c62", "sendTime,\(made)"), ("c63", "pipMode,false"), ("c76", "adbsnid,"),
            ("c77", "adsuprt,2"), ("uoo", "\(view.optedOut)"), ("evdata", view.events), ("c44", "progen,"),
            ("davty", "\(view.davty)"), ("si", ""), ("c66", "mediaurl,"), ("fp_acc_tm", "\(made)000"),
            ("fp_emm_tm", ""), ("ty", asset["type"] ?? ""), ("cai", view.content ?? id),
        ] {
            values[name] = value
        }
        // Nothing of the user leaves after an opt-out.
        if view.optedOut {
            (values["c9"], values["c1"]) = ("devid,", "nuid,")
            for name in ["fp_id", "fp_cr_tm", "fp_acc_tm", "ve_id"] { values[name] = "" }
        }
        return ExpectedPing(values: values)
    }

    // MARK: - DTVR

    /// What one DTVR ping tells.
    struct Watermark {
        /// Side and identifier, such as `FD_…`.
        var identifier: String
        var mark = "I1"
        var at = "start"
        var adModel = "0"
        /// A digit for each minute of the window.
        var minutes = "00000"
        /// Seconds received since the run's last ping.
        var seconds = 0
        var davty = 0
        var made: Int64 = 0
    }

    static func dtvr(_ tag: Watermark, _ device: Device) -> ExpectedPing {
        let own = [
            "ci": "us-000000", "st": "mtvr", "ca": tag.identifier, "pc": device.appid, "c6": "mtvr,c00",
            "cr": "2_00_99_\(tag.mark)_\(tag.minutes)_\(tag.adModel)", "at": tag.at, "c24": "zip,99",
            "davty": "\(tag.davty)", "c27": "cln,\(tag.seconds)", "c26": "dmap,3", "h33": "", "vn": "1",
            "c61": "createtm,\(epoch + tag.made)",
            "c62": "sendTime,\(epoch + tag.made)", "uoo": "false",
        ]
        return ExpectedPing(values: device.values(for: device.tagNames).merging(own) { $1 })
    }

    static func tsv(_ payload: String, _ device: Device) -> ExpectedPing {
        ExpectedPing(values: [
            "id3": payload, "fmt": "json", "pli": "", "segment1": "us", "segment2": "", "tsvevt": "tsvupdate",
            "nmspc": String((HashAlgorithm.md5.hex(of: "launch-hub" + device.session) ?? "").prefix(10)),
            "uoo": "false",
        ])
    }

    static func session(_ device: Device) -> ExpectedPing {
        let own = [
            "prd": "session", "uoo": "false", "fp_acc_tm": "\(epoch)000", "sdd": "\(epoch)", "retry": "0",
            "dvmod": "Phone", "sfc": "dcr", "dis": "0",
        ]
        return ExpectedPing(values: device.values(for: device.sessionNames).merging(own) { $1 })
    }

    // MARK: - The device

    /// What every ping of an instance says.
    struct Device {
        let session: String
        let appid: String
        fileprivate let values: [String: String]

        init(_ bench: PingBench, deviceId: String, nielsenId: String, firstPartyId: String, vendorId: String) {
            session = bench.records.records.first?.session ?? "none"
            appid = PingBench.appInfo["appid"] ?? ""
            values = [
                "sessionId": session, "c13": "asid,\(appid)", "c15": "apn,Player & Co", "segment1": "usa",
                "c9": "devid,\(HashAlgorithm.sha256.hex(of: deviceId) ?? "")", "enc": "true",
                "c1": "nuid,\(HashAlgorithm.sha256.hex(of: nielsenId) ?? "")", "c16": "sdkv,hub.\(HubPackage.version)",
                "c30": "bldv,hub.\(HubPackage.version)", "c7": "osgrp,IOS", "c8": "devgrp,PHN", "c10": "plt,MBL",
                "c14": "osver,16.1",
                "dd": "20231114", "hrd": "16", "wkd": "tue", "c12": "apv,2.1", "c68": "bndlid,", "c73": "phtype,mobile",
                "c74": "dvcnm,Phone", "c71": "ottflg,0", "c72": "otttyp,", "fp_id": firstPartyId,
                "fp_cr_tm": "\(ExpectedPing.epoch)000", "ve_id": vendorId, "uid2": "", "uid2_token": "",
                "hem_sha256": "", "hem_sha1": "", "hem_md5": "", "hem_unknown": "",
            ]
        }

        init(_ bench: PingBench, _ api: NielsenAppApi) {
            self.init(
                bench,
                deviceId: api.deviceId,
                nielsenId: api.nielsenId,
                firstPartyId: api.firstPartyId,
                vendorId: api.vendorId
            )
        }

        init(_ bench: PingBench, _ tracker: NielsenEventTracker) {
            self.init(
                bench,
                deviceId: tracker.deviceId,
                nielsenId: tracker.nielsenId,
                firstPartyId: tracker.firstPartyId,
                vendorId: tracker.vendorId
            )
        }

        fileprivate let tagNames = [
            "c13", "sessionId", "c9", "enc", "c1", "c16", "c15", "c12", "c7", "c8", "c10", "c14", "dd", "hrd", "wkd",
        ]
        fileprivate let sessionNames = [
            "c9", "enc", "c13", "sessionId", "c16", "fp_id", "fp_cr_tm", "ve_id", "c30", "uid2", "uid2_token",
            "hem_sha256", "hem_sha1", "hem_md5", "hem_unknown",
        ]

        fileprivate func values(for names: [String]) -> [String: String] {
            values.filter { names.contains($0.key) }
        }
    }
}
