// The live page. The server says only that a match has a newer event, or talk; the page
// then asks for itself again and takes over what changed. Without this script
// every page works by links and forms.
"use strict";
(() => {
  const parser = new DOMParser();
  const main = () => document.getElementById("main");
  let source = null;
  let newest = 0; // number of the last request: an older answer comes too late

  // dirty says whether somebody has typed or ticked here and not sent it yet.
  const dirty = (field) =>
    field.matches?.("input:not([type=hidden]):not([type=range]), textarea") &&
    (field.value !== field.defaultValue || field.checked !== field.defaultChecked);

  // show fetches an address and makes the page's main element like the answer's.
  async function show(url) {
    const mine = ++newest;
    try {
      const answer = await fetch(url, { headers: { Accept: "text/html" }, credentials: "same-origin" });
      const text = await answer.text();
      const page = parser.parseFromString(text, "text/html");
      const next = page.getElementById("main");
      if (mine !== newest || !next || answer.status >= 500) return;
      document.title = page.title;
      keepTime(next);
      Idiomorph.morph(main(), next, {
        morphStyle: "outerHTML",
        ignoreActiveValue: true,
        callbacks: {
          beforeNodeMorphed: (old) => !dirty(old),
          beforeAttributeUpdated: (name, node) => !(name === "open" && node.localName === "details"),
        },
      });
    } catch {
      // Offline, or the page is being left: the event source tries again.
    }
  }

  // The time that is left is counted down by the server's clock, of which a page says
  // what it shows. At the deadline the words say so, and nothing else happens.
  let ahead = 0; // of this browser's clock, in milliseconds
  function keepTime(page) {
    const now = Date.parse(page.querySelector("[data-now]")?.dataset.now);
    if (now) ahead = now - Date.now();
  }
  function until(ms) {
    const minutes = Math.floor(ms / 60000);
    if (minutes < 0) return "time is up";
    if (minutes < 1) return "in " + Math.floor(ms / 1000) + " s";
    if (minutes < 60) return "in " + minutes + " min " + (Math.floor(ms / 1000) % 60) + " s";
    const hours = Math.floor(minutes / 60), days = Math.floor(hours / 24);
    return days ? "in " + days + " d " + (hours % 24) + " h" : "in " + hours + " h " + (minutes % 60) + " min";
  }
  function count() {
    for (const time of document.querySelectorAll("time[data-left]")) {
      const text = until(Date.parse(time.dateTime) - Date.now() - ahead);
      if (time.textContent !== text) time.textContent = text;
    }
  }
  keepTime(document);
  setInterval(count, 1000);

  // listen opens the stream of event numbers that the page names, if it does.
  function listen() {
    source?.close();
    const url = main()?.dataset.events;
    if (!url) return;
    source = new EventSource(url);
    source.onmessage = (message) => {
      if (Number(message.data) > Number(main().dataset.n)) show(location.href);
    };
    // Refused for good: this browser may not look any more, and the page says so.
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) show(location.href);
    };
    source.addEventListener("talk", (message) => {
      if (message.data !== main().dataset.talk) show(location.href);
    });
  }

  // The history slider: the first step makes an entry of the browser's history,
  // further ones replace it.
  document.addEventListener("input", (event) => {
    const slider = event.target.closest("input[data-at]");
    if (!slider) return;
    const url = slider.dataset.at + "/" + slider.value;
    history[history.state?.slider ? "replaceState" : "pushState"]({ slider: true }, "", url);
    show(url);
  });
  addEventListener("popstate", () => show(location.href));

  // A form that is on its way is not sent again by a double click: the browser would
  // drop the first answer, and with it a new session.
  let sent = null;
  document.addEventListener("submit", (event) => {
    if (event.target.method !== "post" || event.defaultPrevented) return;
    if (event.target === sent) return event.preventDefault();
    sent = event.target;
    setTimeout(() => (sent = null), 3000); // by then it may be meant
  });

  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => {
    listen();
    sent = null;
    if (event.persisted) show(location.href);
  });

  // The browser's own time zone is offered where one is chosen.
  const zones = document.querySelector("select[data-zone]");
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zones && here && zones.value !== here && [...zones.options].some((o) => o.value === here)) {
    const offer = document.createElement("button");
    offer.type = "button";
    offer.className = "quiet";
    offer.textContent = "This browser’s: " + here;
    offer.addEventListener("click", () => {
      zones.value = here;
      zones.focus();
      offer.remove();
    });
    zones.after(offer);
  }

  // A map that is wider than the screen stays where it was moved to when a choice
  // loads the page anew.
  const map = () => document.querySelector(".city .scroll");
  addEventListener("pagehide", () => map() && sessionStorage.setItem("map", map().scrollLeft));
  if (map()) map().scrollLeft = Number(sessionStorage.getItem("map"));
})();
