// Keeps the director's page up to date without losing what is being typed.
"use strict";

(() => {
  const RENEW_MS = 30_000; // "12 min" becomes "13 min"
  const PAUSE_MS = 700; // results come in bursts
  const shown = new Map(); // what the server sent for a panel last
  let waiting = null;
  let fetching = false;
  let again = false;

  const live = () => document.getElementById("live");

  function say(words) {
    const place = live();
    if (place) place.textContent = words;
  }

  function isBusy(element) {
    if (element.contains(document.activeElement) && document.activeElement.matches("input, select, textarea")) return true;
    return [...element.querySelectorAll("input:not([type=hidden]), textarea, select")].some((one) =>
      one.type === "checkbox" ? one.checked !== one.defaultChecked
        : one.tagName === "SELECT" ? [...one.options].some((option) => option.selected !== option.defaultSelected && option.value !== "")
        : one.value !== one.defaultValue);
  }

  // What the reader had opened or scrolled stays so.
  function keep(from, to) {
    for (const details of from.querySelectorAll("details[id][open]")) {
      const other = to.querySelector(`#${CSS.escape(details.id)}`);
      if (other) other.open = true;
    }
  }

  function replaceList(old, fresh) {
    const before = new Map([...old.children].map((one) => [one.id, one]));
    const after = [...fresh.children].map((one) => {
      const same = before.get(one.id);
      if (same && isBusy(same)) return same;
      if (same) keep(same, one);
      return document.adoptNode(one);
    });
    old.replaceChildren(...after);
  }

  function renewPanel(fresh) {
    const old = document.getElementById(fresh.id);
    const html = fresh.innerHTML;
    if (!old || shown.get(fresh.id) === html) return;
    const lists = [old.querySelector("[data-list]"), fresh.querySelector("[data-list]")];
    const focused = old.contains(document.activeElement) ? document.activeElement.id : "";
    const scrolled = [...old.querySelectorAll(".scroll")].map((one) => [one.scrollTop, one.scrollLeft]);
    if (lists[0] && lists[1]) {
      replaceList(lists[0], lists[1]);
    } else if (isBusy(old)) {
      return; // next time
    } else {
      keep(old, fresh);
      old.replaceChildren(...[...fresh.childNodes].map((one) => document.adoptNode(one)));
    }
    shown.set(fresh.id, html);
    [...old.querySelectorAll(".scroll")].forEach((one, index) => {
      if (scrolled[index]) [one.scrollTop, one.scrollLeft] = scrolled[index];
    });
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  // A daemon that was started anew knows other keys. Forms that are not renewed, because somebody
  // types into them, get theirs too.
  function renewKeys(fresh) {
    const key = fresh.querySelector("input[name=key]");
    if (key) for (const one of document.querySelectorAll("input[name=key]")) one.value = key.value;
  }

  function sayWhoAmI() {
    say("· not renewed: the daemon was started anew, or a day has passed; ");
    const link = document.createElement("a");
    link.href = "/director";
    link.textContent = "come in again";
    live()?.append(link);
  }

  async function renew() {
    waiting = null;
    if (fetching) { again = true; return; }
    fetching = true;
    try {
      const answer = await fetch("/director", { credentials: "same-origin", cache: "no-store" });
      if (answer.status === 403) { sayWhoAmI(); return; }
      if (!answer.ok) throw new Error(String(answer.status));
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!fresh.getElementById("p-state")) throw new Error("another page");
      document.title = fresh.title;
      // An answer that this page came with is kept: the server's own is shown by the page it led to.
      for (const panel of fresh.querySelectorAll(".panel")) if (panel.id !== "p-answer") renewPanel(panel);
      renewKeys(fresh);
      listen();
      say("· renews itself");
    } catch {
      say("· not renewed: the daemon does not answer");
    } finally {
      fetching = false;
      if (again) { again = false; soon(); }
    }
  }

  function soon() {
    if (waiting === null) waiting = setTimeout(renew, PAUSE_MS);
  }

  // A daemon that was started anew refuses the stream until the page was asked for once more, and
  // a browser does not come back by itself to a stream that was refused.
  let source = null;

  function listen() {
    if (source !== null && source.readyState !== EventSource.CLOSED) return;
    source = new EventSource("/director/events");
    source.addEventListener("open", soon);
    source.addEventListener("changed", soon);
    source.addEventListener("error", (event) => {
      say("· not renewed: the daemon does not answer");
      if (event.target.readyState === EventSource.CLOSED) soon();
    });
  }

  function addCopying(root) {
    if (!navigator.clipboard) return;
    root.addEventListener("click", async (event) => {
      const button = event.target.closest("[data-copies]");
      if (!button) return;
      const text = button.parentElement.querySelector("[data-copy]").textContent;
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    });
    root.addEventListener("toggle", (event) => {
      const details = event.target;
      if (!details.open || !details.querySelector(":scope > [data-copy]") || details.querySelector("[data-copies]")) return;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "plain";
      button.dataset.copies = "";
      button.textContent = "Copy";
      details.append(button);
    }, true);
  }

  for (const panel of document.querySelectorAll(".panel")) shown.set(panel.id, panel.innerHTML);
  addCopying(document);
  // Pressed twice by a nervous hand, it is still sent once.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "1";
    setTimeout(() => delete form.dataset.sent, 4000);
  });
  listen();
  setInterval(() => { if (!document.hidden) soon(); }, RENEW_MS);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) soon(); });
})();
