// SPDX-License-Identifier: Apache-2.0
//
// Hands a page's measurement calls to the SDK: to the app that shows the page, where it has added a handler with the
// name NielsenSDKMsg to its web view, and otherwise over HTTP to the server that this file came from.
//
//   <script>var nielsenBridgeQueue = [["play", {channelName: "News"}]];</script>
//   <script async src="/bridge/nielsen-bridge.js" data-appid="PXXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"></script>
//   ...
//   nielsenBridgeQueue.push(["loadMetadata", {type: "content", assetid: "a"}]);   // works before and after the load
//   nielsenBridge.ggPM("setPlayheadPosition", 12);                                // or by number: ggPM(49, 12)
//
// Messages are of this project's own schema, version 1: {"version": 1, "queue": [[event, param, ...], ...]}.
// Calls reach the SDK in the order in which they were made, each once, whatever the network does meanwhile.
(function (root) {
  "use strict";

  var VERSION = 1;
  // What one message may have; the SDK refuses more.
  var MAXIMUM_BYTES = 262144;
  var MAXIMUM_DEPTH = 64;
  // What the message around a call adds to both.
  var ENVELOPE_BYTES = 96;
  var ENVELOPE_DEPTH = 2;
  // What is sent at once: far below the limit, so that no call is refused because of its neighbours.
  var BATCH_BYTES = 49152;
  var BATCH_CALLS = 100;
  // What waits for the network; a page that makes more calls is told.
  var MAXIMUM_WAITING = 20000;
  var FIRST_RETRY_MS = 500;
  var LAST_RETRY_MS = 30000;
  // A request without an answer is given up: everything else waits for it.
  var ANSWER_MS = 30000;
  var DATA_KEYS = { appid: "appid", appname: "appname", appversion: "appversion", sfcode: "sfcode" };

  /** The handler of the app that shows this page, or null. */
  function nativeHandler() {
    var handlers = root.webkit && root.webkit.messageHandlers;
    var handler = handlers && handlers.NielsenSDKMsg;
    return handler && typeof handler.postMessage === "function" ? handler : null;
  }

  /** A name for this load of the page, so that the server can tell pages apart. */
  function makeName() {
    var bytes = new Uint8Array(16);
    root.crypto.getRandomValues(bytes);
    return Array.prototype.map.call(bytes, function (b) { return (b < 16 ? "0" : "") + b.toString(16); }).join("");
  }

  function byteLength(text) {
    return new TextEncoder().encode(text).length;
  }

  /** How deep lists and objects are nested in JSON text. */
  function depthOf(text) {
    var depth = 0, deepest = 0;
    text.replace(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]/g, function (token) {
      if (token === "[" || token === "{") { depth += 1; deepest = Math.max(deepest, depth); }
      if (token === "]" || token === "}") { depth -= 1; }
      return "";
    });
    return deepest;
  }

  /**
   * Makes a bridge.
   *
   * options.apiType   "ggPM" (the default) or "trackEvent"
   * options.endpoint  where messages go without an app; "/bridge/messages" by default
   * options.page      the name of this load of the page; made here by default
   * options.onRefused called with the text of what was wrong and the call it was wrong with, where that is known
   * options.fetch, options.setTimeout, options.clearTimeout  stand-ins, for tests
   */
  function create(options) {
    options = options || {};
    var apiType = options.apiType === "trackEvent" ? "trackEvent" : "ggPM";
    var endpoint = options.endpoint || "/bridge/messages";
    var page = options.page || makeName();
    var fetch = options.fetch || function (url, init) { return root.fetch(url, init); };
    var later = options.setTimeout || function (work, delay) { return root.setTimeout(work, delay); };
    var never = options.clearTimeout || function (timer) { root.clearTimeout(timer); };

    var waiting = [];      // calls as JSON text, in order; with `sending`, everything that is not confirmed
    var sending = null;    // the calls that are under way
    var next = 1;          // the number of the first call that is not confirmed
    var alone = 0;         // how many calls are sent one by one, because one of them cannot be read
    var delay = 0;         // the pause before the next attempt, where the last one failed
    var timer = null;      // what retries after the pause
    var isPaused = false;
    var appInfo = null;    // kept for a server that was started anew
    var counts = { made: 0, sent: 0, refused: 0, retries: 0 };
    var idle = [];         // who waits until everything is sent

    function refuse(reason, call) {
      counts.refused += 1;
      if (!options.onRefused) {
        if (root.console) { root.console.error("nielsen-bridge: " + reason); }
        return;
      }
      // What the page does with it must not keep other calls back.
      try { options.onRefused(reason, call); } catch (error) { root.console.error(error); }
    }

    /** Takes a call: [event, param, ...]. */
    function add(call) {
      counts.made += 1;
      var text;
      try {
        text = JSON.stringify(call);
      } catch (error) {
        return refuse("the call cannot be written as JSON: " + error.message, call);
      }
      if (byteLength(text) > MAXIMUM_BYTES - ENVELOPE_BYTES) {
        return refuse("the call has " + byteLength(text) + " bytes; at most " + MAXIMUM_BYTES + " are read", call);
      }
      if (depthOf(text) > MAXIMUM_DEPTH - ENVELOPE_DEPTH) {
        return refuse("the call is nested deeper than " + (MAXIMUM_DEPTH - ENVELOPE_DEPTH) + " levels; flatten it", call);
      }
      var handler = nativeHandler();
      if (handler) {
        try {
          handler.postMessage(message([text]));
        } catch (error) {
          return refuse("the app did not take the call: " + error.message, call);
        }
        counts.sent += 1;
        return undefined;
      }
      if (waiting.length >= MAXIMUM_WAITING) {
        return refuse(waiting.length + " calls wait for the network; there is no room for more", call);
      }
      waiting.push(text);
      return send();
    }

    function message(texts) {
      // The page's clock, for calls that carry the time at which they were made.
      var sent = root.performance ? ',"sent":' + root.performance.now() : "";
      return '{"version":' + VERSION + sent + ',"queue":[' + texts.join(",") + "]}";
    }

    function url(count) {
      return endpoint + "?page=" + encodeURIComponent(page) + "&number=" + next + "&count=" + count
        + "&apiType=" + apiType;
    }

    /** The first calls that wait, as many as fit. At least one. */
    function batch(calls, most) {
      var bytes = 0, count = 0;
      while (count < calls.length && count < (alone > 0 ? 1 : BATCH_CALLS)) {
        bytes += byteLength(calls[count]) + 1;
        if (count > 0 && bytes > most) { break; }
        count += 1;
      }
      return calls.slice(0, count);
    }

    /** Sends what comes next, unless something is under way. */
    function send() {
      if (sending || isPaused || waiting.length === 0) { return undefined; }
      var calls = sending = batch(waiting, BATCH_BYTES);
      waiting = waiting.slice(calls.length);
      var body = message(calls);
      var abort = typeof AbortController === "function" ? new AbortController() : null;
      var limit = later(function () {
        if (abort) { abort.abort(); }
        failed(calls);
      }, ANSWER_MS);
      var request;
      try {
        request = fetch(url(calls.length), {
          method: "POST",
          // A type that needs no preflight.
          headers: { "Content-Type": "text/plain;charset=UTF-8" },
          body: body,
          keepalive: byteLength(body) <= BATCH_BYTES + ENVELOPE_BYTES,
          credentials: "omit",
          signal: abort ? abort.signal : undefined
        });
      } catch (error) {
        // What the page has put in the place of fetch may throw.
        never(limit);
        return failed(calls);
      }
      return request.then(function (answer) {
        if (answer.status >= 500 || answer.status === 429 || answer.status === 408) {
          throw new Error("status " + answer.status);
        }
        return answer.json().catch(function () { return {}; }).then(function (said) {
          never(limit);
          // A server of another kind may answer with anything.
          confirmed(calls, answer, Object(said));
        });
      }).catch(function () {
        never(limit);
        failed(calls);
      });
    }

    function confirmed(calls, answer, said) {
      if (sending !== calls) { return; }
      delay = 0;
      sending = null;
      if (said.read === false && calls.length > 1) {
        // One of them spoils the message; the others must not be lost with it.
        alone = calls.length;
        waiting = calls.concat(waiting);
        send();
        return;
      }
      alone = Math.max(0, alone - calls.length);
      next += calls.length;
      counts.sent += calls.length;
      var refused = Array.isArray(said.refused) ? said.refused : [];
      refused.forEach(function (refusal) {
        var text = calls[refusal.index];
        refuse(refusal.message, text === undefined ? undefined : JSON.parse(text));
      });
      if (!answer.ok && refused.length === 0) {
        refuse(said.error || "the server answered with status " + answer.status);
      }
      // A server that was started anew knows nothing of the app information.
      if (said.known === false && appInfo && calls[0].indexOf('["init"') !== 0) {
        waiting.unshift(JSON.stringify(["init", appInfo]));
      }
      if (waiting.length > 0) { send(); } else { idle.splice(0).forEach(function (done) { done(counts); }); }
    }

    /** Keeps what could not be sent for another attempt. Nothing is lost, and the server knows what it has already. */
    function failed(calls) {
      if (sending !== calls) { return; }
      sending = null;
      waiting = calls.concat(waiting);
      counts.retries += 1;
      delay = Math.min(LAST_RETRY_MS, delay ? delay * 2 : FIRST_RETRY_MS);
      isPaused = true;
      timer = later(retry, delay * (0.5 + Math.random() / 2));
    }

    function retry() {
      if (timer) { never(timer); }
      timer = null;
      isPaused = false;
      send();
    }

    /** Hands everything that is not confirmed to the browser, which sends it after the page is gone. */
    function leave() {
      var all = (sending || []).concat(waiting);
      if (all.length === 0 || !root.navigator || !root.navigator.sendBeacon) { return; }
      alone = 0;
      var calls = batch(all, BATCH_BYTES);
      root.navigator.sendBeacon(url(calls.length), message(calls));
    }

    if (root.addEventListener) {
      root.addEventListener("online", retry);
      root.addEventListener("pagehide", leave);
    }

    return {
      /** The version of the messages. */
      version: VERSION,
      /** The name of this load of the page. */
      page: page,
      /** "native" where an app listens, "http" otherwise. */
      get transport() { return nativeHandler() ? "native" : "http"; },
      /** How many calls were made, sent, refused, and how often sending was tried again. */
      get counts() { return Object.assign({ waiting: waiting.length + (sending ? sending.length : 0) }, counts); },
      /** Starts the SDK with app information; not needed where the app does that. */
      init: function (info) {
        appInfo = info;
        add(["init", info]);
      },
      /** Makes a call: an event by name or number, and its parameter. */
      ggPM: function () { add(Array.prototype.slice.call(arguments)); },
      /** Makes a call that is an object: event, param, and offset, the time of the call in milliseconds. */
      call: function (call) { add(call); },
      /** Makes the one call of the event interface. */
      trackEvent: function (event) { add(["trackEvent", event]); },
      /** A promise of `counts`, for when everything is sent. */
      whenSent: function () {
        return new Promise(function (done) {
          if (waiting.length === 0 && !sending) { done(counts); } else { idle.push(done); }
        });
      }
    };
  }

  /** Makes the calls that the page made before this file was there, and those that it makes later in the same way. */
  function drain(bridge) {
    var kept = Array.isArray(root.nielsenBridgeQueue) ? root.nielsenBridgeQueue : [];
    root.nielsenBridgeQueue = {
      push: function () {
        Array.prototype.forEach.call(arguments, function (call) {
          bridge.ggPM.apply(bridge, Array.isArray(call) ? call : [call]);
        });
        return 0;
      }
    };
    kept.forEach(function (call) { root.nielsenBridgeQueue.push(call); });
  }

  root.NielsenBridge = { version: VERSION, create: create };

  var script = root.document && root.document.currentScript;
  var data = script ? script.dataset : {};
  if (script && data.manual === undefined && !root.nielsenBridgeManual) {
    root.nielsenBridge = create({
      apiType: data.apiType,
      endpoint: data.endpoint || new URL("messages", script.src).href
    });
    if (data.appid) {
      var info = {};
      Object.keys(DATA_KEYS).forEach(function (key) { if (data[key]) { info[DATA_KEYS[key]] = data[key]; } });
      root.nielsenBridge.init(info);
    }
    drain(root.nielsenBridge);
  }
})(typeof window === "undefined" ? this : window);
