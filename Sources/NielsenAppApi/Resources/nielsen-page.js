// SPDX-License-Identifier: Apache-2.0
//
// Takes over the calls that a page makes for the browser SDK, so that the page needs no change: those of the instances
// that it makes with NOLBUNDLE.nlsQ, and of functions ggPM and trackEvent of its own. The browser SDK is not loaded.
//
// In a web view it is a user script that runs before the page's scripts; calls go to the handler NielsenSDKMsg. Without an
// app it follows nielsen-bridge.js in one file, and calls go to the server of that file. Included late, it takes the calls
// that the page has put into its queues. Each call carries the time at which the page made it, on a clock that never jumps.
(function (root) {
  "use strict";
  if (root.NielsenPage) { return; }

  var VERSION = 1;
  var MAXIMUM_WAITING = 20000;
  var EVENTS = ["playhead", "pause", "complete", "adStop"];
  // What the browser SDK calls differently.
  var NAMES = { apn: "appname", nol_sdkDebug: "nol_devDebug" };
  var waiting = [];
  var bridges = {};
  var infos = [];
  var script = root.document && root.document.currentScript;
  var data = script ? script.dataset : {};
  var counts = { taken: 0, waiting: 0 };

  function now() {
    return root.performance ? root.performance.now() : 0;
  }

  function nativeHandler() {
    var handlers = root.webkit && root.webkit.messageHandlers;
    var handler = handlers && handlers.NielsenSDKMsg;
    return handler && typeof handler.postMessage === "function" ? handler : null;
  }

  /** The way to the server for one of the two interfaces; null where there is none. */
  function bridge(interfaceName) {
    if (!root.NielsenBridge) { return null; }
    if (!bridges[interfaceName]) {
      var options = { apiType: interfaceName };
      if (script && script.src) { options.endpoint = new URL("messages", script.src).href; }
      bridges[interfaceName] = root.NielsenBridge.create(options);
      infos.forEach(function (info) { bridges[interfaceName].init(info); });
    }
    return bridges[interfaceName];
  }

  /** Hands a call over; what nobody takes yet waits. */
  function hand(call) {
    counts.taken += 1;
    waiting.push(call);
    if (waiting.length > MAXIMUM_WAITING) { waiting.shift(); }
    send();
  }

  function send() {
    var handler = nativeHandler();
    while (waiting.length > 0) {
      var call = waiting[0];
      if (handler) {
        try {
          handler.postMessage(JSON.stringify({ version: VERSION, sent: now(), queue: [call] }));
        } catch (error) {
          if (root.console) { root.console.error("nielsen-page: " + error.message); }
        }
      } else {
        var way = bridge(call.event === "trackEvent" ? "trackEvent" : data.apiType || "ggPM");
        if (!way) { break; }
        way.call(call);
      }
      waiting.shift();
    }
    counts.waiting = waiting.length;
  }

  function ggPM(event, param) {
    hand({ event: event, param: param, offset: now() });
  }

  /** True for an event of the measurement SDK: pages have functions of this name for other things as well. */
  function isEvent(event) {
    return event !== null && typeof event === "object" && EVENTS.indexOf(event.event) >= 0;
  }

  function trackEvent(event) {
    hand({ event: "trackEvent", param: event, offset: now() });
  }

  /** Starts the SDK with what the page says of the app. */
  function init(appid, options) {
    var info = { appid: String(appid) };
    Object.keys(Object(options)).forEach(function (key) {
      var value = options[key];
      if (typeof value === "object" || typeof value === "function" || value === undefined) { return; }
      info[NAMES[key] || key] = String(value);
    });
    if (infos.some(function (known) { return JSON.stringify(known) === JSON.stringify(info); })) { return; }
    infos.push(info);
    if (nativeHandler() || !root.NielsenBridge) {
      hand({ event: "init", param: info, offset: now() });
    } else {
      Object.keys(bridges).forEach(function (name) { bridges[name].init(info); });
    }
  }

  /** Puts a function in the place of a member for good: the browser SDK would put its own there. */
  function keep(object, name, value) {
    try {
      Object.defineProperty(object, name, { get: function () { return value; }, set: function () {}, enumerable: true });
    } catch (error) {
      object[name] = value;
    }
  }

  /** Takes an instance of the browser SDK, or the stand-in that waits for it, with what is in its queue. */
  function adopt(instance) {
    if (!instance || instance.isNielsenPage) { return instance; }
    var queue = Array.isArray(instance.q) ? instance.q.splice(0) : [];
    keep(instance, "ggPM", ggPM);
    keep(instance, "trackEvent", trackEvent);
    Object.defineProperty(instance, "isNielsenPage", { value: true });
    queue.forEach(function (call) { if (Array.isArray(call)) { hand({ event: call[0], param: call[1] }); } });
    return instance;
  }

  var bundle = {};
  keep(bundle, "nlsQ", function (appid, name, options) {
    init(appid, options);
    if (!bundle[name]) { bundle[name] = adopt({ g: options || {} }); }
    return bundle[name];
  });

  /** Takes the instances that the page has made before this script was there. */
  function adoptAll(made) {
    Object.keys(Object(made)).forEach(function (name) {
      var instance = made[name];
      if (name === "nlsQ" || !instance || typeof instance !== "object" || instance.isNielsenPage) { return; }
      var appid = appidOf(name);
      if (appid) { init(appid, instance.g); }
      bundle[name] = adopt(instance);
    });
  }

  /** The app id of an instance, out of the address of the script that it would have been loaded from. */
  function appidOf(name) {
    var found = null;
    Array.prototype.forEach.call(root.document ? root.document.scripts : [], function (element) {
      var parts = /\/conf\/([^\/.?#]+)\.js[^#]*#name=([^&]*)/.exec(element.src || "");
      if (parts && decodeURIComponent(parts[2]) === name) {
        found = parts[1];
        element.remove();
      }
    });
    return found;
  }

  if (data.appid) {
    var own = {};
    ["appname", "appversion", "sfcode"].forEach(function (key) { if (data[key]) { own[key] = data[key]; } });
    init(data.appid, own);
  }
  adoptAll(root.NOLBUNDLE);
  Object.defineProperty(root, "NOLBUNDLE", {
    get: function () { return bundle; },
    set: function (made) { if (made !== bundle) { adoptAll(made); } },
    configurable: true,
    enumerable: true
  });

  // Functions of the page itself. A declaration replaces whatever stands there, so they are taken again.
  var originals = {};
  var takers = {
    ggPM: ggPM,
    trackEvent: function (event) {
      if (isEvent(event)) { return trackEvent(event); }
      var original = originals.trackEvent;
      return original ? original.apply(this, arguments) : undefined;
    }
  };
  function takeGlobals() {
    Object.keys(takers).forEach(function (name) {
      if (root[name] === takers[name]) { return; }
      if (typeof root[name] === "function") { originals[name] = root[name]; }
      try {
        Object.defineProperty(root, name, {
          get: function () { return takers[name]; },
          set: function (value) { if (typeof value === "function") { originals[name] = value; } },
          configurable: true,
          enumerable: true
        });
      } catch (error) {
        // The name is a constant of the page, which nobody can take.
        root[name] = takers[name];
      }
    });
    send();
  }
  takeGlobals();
  if (root.addEventListener && root.document) {
    var observer = new MutationObserver(takeGlobals);
    observer.observe(root.document, { childList: true, subtree: true });
    root.document.addEventListener("DOMContentLoaded", takeGlobals);
    root.addEventListener("load", function () {
      takeGlobals();
      observer.disconnect();
    });
  }

  root.NielsenPage = {
    /** How many calls were taken, and how many wait for somebody who takes them. */
    counts: counts,
    /** A promise for when the server has everything; at once where an app listens. */
    whenSent: function () {
      return Promise.all(Object.keys(bridges).map(function (name) { return bridges[name].whenSent(); }));
    }
  };
})(typeof window === "undefined" ? this : window);
