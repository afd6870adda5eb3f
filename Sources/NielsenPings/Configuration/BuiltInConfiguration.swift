// SPDX-License-Identifier: Apache-2.0

/// The configuration that is in force where no other was received; `RemoteConfig/sdk` has it as a file.
enum BuiltInConfiguration {
    static let text = products + templates

    /// All members but the templates.
    private static let products = #"""
        {
          "schema": "launch-hub.sdk-configuration",
          "version": 1,
          "appid": "P00000000-0000-0000-0000-000000000001",
          "thresholds": {
            "creditValue": 30,
            "segmentValue": 60,
            "segmentLength": 5,
            "id3IntervalGap": 15,
            "pauseTimeout": 1800,
            "sessionMaximum": 86400,
            "bufferingTimeout": 30,
            "maximumPlayheadStep": 10,
            "longAd": 3600,
            "hemUidCharLimit": 300,
            "addressLength": 2000,
            "staticMaximum": 86400,
            "fpidTTL": 180,
            "pendingPingsLimit": 8,
            "pendingPingsDelay": 1,
            "offlinePingsLimit": 300,
            "tvOSOfflinePingsLimit": 8,
            "maximumSegmentsKept": 2880,
            "maximumAssetsKept": 1000
          },
          "delivery": {
            "requestTimeout": 30,
            "redirectLimit": 5,
            "maximumTries": 10,
            "retryBase": 1,
            "retryMaximum": 300,
            "retryAfterMaximum": 86400,
            "waitingPingsLimit": 10000,
            "waitingBytesLimit": 16777216,
            "pingLifetime": 604800,
            "setAsideLimit": 100,
            "memoryPingsLimit": 300,
            "databaseBytesLimit": 67108864,
            "databaseBusyTimeout": 250,
            "databaseRetry": 5,
            "databasePatience": 10
          },
          "identifiers": {"deviceId": "sha256"},
          "delimiter": "_",
          "md5Seed": "launch-hub",
          "viewability": {
            "dcrContent": true,
            "dcrAd": true,
            "dtvr": true,
            "visibilityThreshold": 5,
            "volumeThreshold": 1,
            "opaquePercent": 50,
            "sampleInterval": 1000,
            "maximumItems": 1000,
            "countFirstStep": false
          },
          "defaults": {
            "nol_clientid": "us-000000",
            "nol_vcid": "c00",
            "nol_channelFlag": "P",
            "nol_assetName": "defChnAsset",
            "nol_channelName": "defaultChannelName",
            "nol_tagPresence": "4",
            "nol_tsvFlag": "99",
            "nol_suppress": "0",
            "nol_forward": "0",
            "nol_accessMethod": "0",
            "nol_dma": "",
            "nol_crash": "0",
            "nol_disabled": "0",
            "nol_latitude": "",
            "nol_longitude": "",
            "nol_playerId": "",
            "nol_dataMap": "1",
            "nol_aggregate": "0",
            "nol_isAudio": "video",
            "nol_pipMode": "false",
            "nol_adSupportFlg": "2",
            "nol_adModel": "0",
            "nol_firstPartyMatched": ""
          },
          "keyMap": {
            "nol_vidtype": "type",
            "nol_assetid": "(assetid)",
            "nol_category": "(program)",
            "nol_title": "(title)",
            "nol_length": "(length)",
            "nol_assetName": "(section)",
            "nol_segmentA": "(segA)",
            "nol_segmentB": "(segB)",
            "nol_segmentC": "(segC)",
            "nol_crossRefID1": "(crossId1)",
            "nol_crossRefID2": "(crossId2)",
            "nol_crossRefID3": "(cref3)",
            "nol_airDate": "(airdate)",
            "nol_adLoadType": "(adloadtype)",
            "nol_isFullEpisode": "(isfullepisode)",
            "nol_clientid": "(clientid)",
            "nol_vcid": "(subbrand)",
            "nol_adSupportFlg": "(hasAds)",
            "nol_progen": "(progen)",
            "nol_tagSrc": "(dataSrc)",
            "nol_mediaURL": "(mediaURL)",
            "nol_adobeId": "(adobeId)",
            "nol_reportSuiteID": "(reportSuite)",
            "nol_isAudio": "(isAudio)",
            "nol_pipMode": "(pipmode)",
            "nol_channelName": "(channelName)",
            "nol_adModel": "(adModel)",
            "nol_ocrtag": "ocrtag",
            "nol_playerId": "(nol_playerid)",
            "nol_pageURL": "(pageURL)",
            "nol_uid2": "(uid2)",
            "nol_uid2Token": "(uid2_token)",
            "nol_hemSHA256": "(hem_sha256)",
            "nol_hemSHA1": "(hem_sha1)",
            "nol_hemMD5": "(hem_md5)",
            "nol_hemUnknown": "(hem_unknown)"
          },
          "valueMaps": {
            "nol_adLoadType": {"1": "1", "2": "2", "linear": "1", "dynamic": "2", "*": "2"},
            "nol_isFullEpisode": {"y": "y", "yes": "y", "lf": "y", "*": "n"},
            "nol_isAudio": {"true": "audio", "1": "audio", "yes": "audio", "*": "video"},
            "nol_adModel": {"1": "1", "2": "2", "*": "0"}
          },
          "nullContentIds": ["X100zdCIGeIlgZnkYj6UvQ=="],
          "products": [
            {"product": "session", "processors": [{"cadence": "session", "template": "session"}]},
            {
              "product": "dcrVideo",
              "types": ["content", "radio", "preroll", "midroll", "postroll", "ad"],
              "requiresAny": ["assetid", "program", "title", "adloadtype"],
              "processors": [
                {"cadence": "impression", "prefix": "V", "at": "view", "template": "dcrVideo"},
                {"cadence": "interval", "prefix": "D", "at": "timer", "template": "dcrVideo"}
              ]
            },
            {
              "product": "dcrStatic",
              "types": ["static", "text"],
              "processors": [
                {"cadence": "impression", "prefix": "V", "at": "view", "template": "dcrStatic"},
                {"cadence": "interval", "prefix": "D", "at": "timer", "template": "dcrStatic"}
              ]
            },
            {
              "product": "dar",
              "types": ["preroll", "midroll", "postroll", "ad"],
              "requiresAny": ["ocrtag"],
              "processors": [{"cadence": "impression", "template": "dar"}]
            },
            {
              "product": "dtvr",
              "types": [],
              "processors": [
                {"cadence": "impression", "cid": "FD", "prefix": "I", "at": "start", "template": "dtvr"},
                {"cadence": "view", "cid": "FD", "prefix": "V", "at": "view", "template": "dtvr", "segments": 5},
                {
                  "cadence": "interval",
                  "cid": "FD",
                  "prefix": "D",
                  "at": "timer",
                  "template": "dtvr",
                  "segments": 5,
                  "beforeView": {"prefix": "S", "at": "sfview"}
                },
                {
                  "cadence": "quarterHour",
                  "cid": "FD",
                  "prefix": "Q",
                  "at": "view",
                  "template": "dtvr",
                  "segments": 5,
                  "windowSegments": 15
                },
                {"cadence": "impression", "cid": "PC", "prefix": "I", "at": "start", "template": "dtvr"},
                {"cadence": "view", "cid": "PC", "prefix": "V", "at": "view", "template": "dtvr", "segments": 5},
                {
                  "cadence": "interval",
                  "cid": "PC",
                  "prefix": "D",
                  "at": "timer",
                  "template": "dtvr",
                  "segments": 5,
                  "beforeView": {"prefix": "S", "at": "sfview"}
                },
                {
                  "cadence": "quarterHour",
                  "cid": "PC",
                  "prefix": "Q",
                  "at": "view",
                  "template": "dtvr",
                  "segments": 5,
                  "windowSegments": 15
                }
              ]
            },
            {
              "product": "tsv",
              "processors": [
                {"cadence": "firstTag", "template": "tsv"},
                {"cadence": "beforeInterval", "template": "tsv", "until": ["03", "07"]}
              ]
            },
            {
              "product": "viewability",
              "types": ["content", "radio", "preroll", "midroll", "postroll", "ad"],
              "processors": [
                {"cadence": "impression", "prefix": "V", "at": "view", "template": "viewability"},
                {"cadence": "interval", "prefix": "D", "at": "timer", "template": "viewability"},
                {"cadence": "impression", "cid": "FD", "prefix": "I", "at": "start", "template": "viewabilityDTVR"},
                {
                  "cadence": "interval",
                  "cid": "FD",
                  "prefix": "D",
                  "at": "timer",
                  "template": "viewabilityDTVR",
                  "beforeView": {"prefix": "S", "at": "sfview"}
                },
                {"cadence": "impression", "cid": "PC", "prefix": "I", "at": "start", "template": "viewabilityDTVR"},
                {
                  "cadence": "interval",
                  "cid": "PC",
                  "prefix": "D",
                  "at": "timer",
                  "template": "viewabilityDTVR",
                  "beforeView": {"prefix": "S", "at": "sfview"}
                }
              ]
            }
          ],

        """#
}
