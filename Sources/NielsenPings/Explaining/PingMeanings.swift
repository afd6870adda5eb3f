// SPDX-License-Identifier: Apache-2.0

/// The meanings of ping parameters, by name.
enum PingMeanings {
    /// The meaning of a parameter; empty where it is not of the published templates.
    static func meaning(of parameter: String, product: String) -> String {
        byProduct[product]?[parameter] ?? general[parameter] ?? ""
    }

    private static let byProduct: [String: [String: String]] = [
        "dtvr": [
            "ca": "side and content identifier of the watermark", "pc": "app id",
            "cr": "product (2 DTVR), breakout code, TSV flag, mark with the number of the window, a digit for "
                + "each of its five minutes, and ad model; in Q "
                + "the quarter of the day and the day",
        ],
        "tsv": ["segment1": "country, two letters"],
        "dcrStatic": ["ch": "client, brand and section, with a flag", "cr": "V begins, D continues"],
    ]

    private static let general: [String: String] = [
        "prd": "product", "ci": "client id", "ch": "client and brand, with a flag", "asn": "section",
        "sessionId": "session", "tl": "title", "prv": "constant", "c6": "brand", "ca": "client, brand and asset",
        "cg": "programme", "c13": "app id", "c15": "app name", "c32": "segment A",
        "c33": "segment B", "c34": "segment C", "sup": "suppressed", "segment1": "country, three letters",
        "segment2": "market area", "forward": "forwarded", "ad": "access method",
        "cr":
            "product (4 DCR), breakout code, TSV flag, mark with the number of the five-minute window, and a digit for each "
            + "of its minutes", "c9": "device id",
        "enc": "identifiers are hashed or encrypted", "c1": "id made by this SDK",
        "at": "why the ping was made", "rt": "video, audio or text", "c16": "version of the SDK",
        "c27": "seconds played in the period", "crs": "1 where the process ended in the view", "lat": "degrees north",
        "lon": "degrees east", "c29": "player id", "c30": "build of the SDK", "st": "kind of measurement",
        "c7": "system group", "c8": "device group", "c10": "platform", "c14": "version of the system",
        "c24": "postal code", "c26": "data map", "h33": "constant", "vn": "constant",
        "dd": "date of the period's last second, local", "hrd": "hour of it, local, from six o'clock",
        "wkd": "day of the week", "c35": "report suite", "c36": "cross reference 1",
        "c37": "cross reference 2", "c11": "aggregated", "c12": "version of the app",
        "c51": "seconds of ads: in the content, or of this ad", "c52": "ads: in the content, or 1 for an ad",
        "sd": "length in seconds", "pc": "programme code", "c53": "full episode", "c54": "air date",
        "c55": "cross reference 3", "c57": "ad load", "ai": "asset id", "adid": "asset id",
        "c3": "c for content, a for an ad",
        "c64": "when the view began", "c58": "live", "c59": "view", "c61": "the period's last second",
        "c62": "when the ping was sent", "c63": "picture in picture", "c68": "bundle id", "c73": "kind of device",
        "c74": "name of the device, or its model", "c76": "visitor id", "c77": "whether there are ads",
        "uoo": "the user has opted out", "evdata": "what the player did: code, time and positions",
        "c71": "a device is connected", "c72": "kind of the connected device", "c44": "genre",
        "davty": "0 begins, 1 continues, 2 ends", "si": "address of the page", "c66": "address of the media",
        "fp_id": "first-party id", "fp_cr_tm": "when it was made", "fp_acc_tm": "when it was used",
        "fp_emm_tm": "when it was matched", "ve_id": "vendor id", "uid2": "unified id",
        "uid2_token": "token of the unified id", "hem_sha256": "hashed mail address, SHA-256",
        "hem_sha1": "hashed mail address, SHA-1", "hem_md5": "hashed mail address, MD5",
        "hem_unknown": "hashed mail address", "ty": "type of the asset", "cai": "asset id of the content",
        "rnd": "cache buster", "aqhflg": "a quarter of an hour is credited",
        "sdd": "when the session began", "dvmod": "model of the device", "sfc": "server code",
        "dis": "the SDK is switched off", "retry": "how often sending has failed", "id3": "watermark",
        "fmt": "form of the answer", "pli": "player id", "tsvevt": "event", "nmspc": "session, hashed",
    ]
}
