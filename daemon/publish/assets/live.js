// The pages work without this script. With it, tables are sorted by a click, results appear without
// a reload, the clock counts down, and a screen on the wall shows one list after the other.
"use strict";

(() => {
  const POLL_SECONDS = 20;
  const TURN_SECONDS = 12;
  const isFile = location.protocol === "file:";
  const root = new URL(document.body.dataset.root || ".", location.href);
  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const main = () => document.getElementById("main");
  const isFinal = () => "final" in main().dataset;

  // --- Sorting. What is sorted is kept by the place of the table on the page and by the heading
  // of the column: a column may come in between while play goes on.
  let sorted = {};

  const sortable = () => [...document.querySelectorAll("table.sortable")];

  const valueOf = (row, column) => {
    const cell = row.cells[column];
    const number = cell.dataset.value === undefined ? NaN : Number(cell.dataset.value);
    return Number.isNaN(number) ? cell.textContent.trim() : number;
  };

  const compare = (one, other) => {
    if (typeof one === "number" && typeof other === "number") return one - other;
    // Empty cells and words come after numbers.
    if (typeof one === "number") return -1;
    if (typeof other === "number") return 1;
    return collator.compare(one, other);
  };

  const headings = (table) => [...table.tHead.rows[0].cells];
  const nameOf = (head) => head.textContent.trim();

  const sortTable = (table, { heading, descending }) => {
    const heads = headings(table);
    const column = heads.findIndex((head) => nameOf(head) === heading);
    if (column < 0) return;
    const rows = [...table.tBodies[0].rows];
    const sign = descending ? -1 : 1;
    rows.sort((one, other) => sign * compare(valueOf(one, column), valueOf(other, column)));
    table.tBodies[0].append(...rows);
    heads.forEach((head, place) => {
      if (place === column) head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
  };

  const offerSorting = () => {
    sortable().forEach((table, place) => {
      headings(table).forEach((head) => {
        const heading = nameOf(head);
        const button = document.createElement("button");
        button.type = "button";
        button.append(...head.childNodes);
        head.append(button);
        button.addEventListener("click", () => {
          const before = sorted[place];
          const again = before && before.heading === heading;
          const bestFirst = head.classList.contains("number") && !head.matches(".rank, .contestant");
          sorted[place] = { heading, descending: again ? !before.descending : bestFirst };
          sortTable(table, sorted[place]);
        });
      });
      if (sorted[place]) sortTable(table, sorted[place]);
    });
  };

  // --- The own line, which a link from a scorecard leads to.
  const markOwn = () => {
    document.querySelectorAll("tr.own").forEach((row) => row.classList.remove("own"));
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const row = target && target.closest("tr");
    if (row) row.classList.add("own");
  };

  // --- The round clock.
  const inWords = (seconds) => {
    const part = (number) => String(number).padStart(2, "0");
    const minutes = Math.floor(seconds / 60);
    return minutes < 100
      ? `${minutes}:${part(seconds % 60)}`
      : `${Math.floor(minutes / 60)}:${part(minutes % 60)}:${part(seconds % 60)}`;
  };

  const showClock = (clock) => {
    const rounds = JSON.parse(clock.dataset.rounds);
    const now = Math.floor(Date.now() / 1000);
    const [words, left] = [clock.querySelector(".words"), clock.querySelector(".left")];
    const say = (text, round, until) => {
      words.textContent = text.replace("{round}", round).replace("{rounds}", rounds.length);
      left.textContent = until === null ? "" : inWords(until - now);
    };
    for (const [round, begins, ends] of rounds) {
      if (now < begins) return say(clock.dataset.next, round, begins);
      if (now < ends) return say(clock.dataset.now, round, ends);
    }
    return say(clock.dataset.over, "", null);
  };

  const showClocks = () => document.querySelectorAll(".clock[data-rounds]").forEach(showClock);

  // --- The wall: one screen after the other.
  let screen = 0;

  const showScreen = () => {
    const screens = [...document.querySelectorAll(".wall .screen")];
    if (!screens.length) return;
    screen %= screens.length;
    screens.forEach((one, place) => { one.hidden = place !== screen; });
    const turn = document.querySelector(".turn");
    turn.hidden = screens.length < 2;
    turn.textContent = `${screen + 1} / ${screens.length}`;
  };

  const dress = () => {
    offerSorting();
    markOwn();
    showClocks();
    showScreen();
  };

  // --- News. What the reader did to the page stays: where it is scrolled, sorted, and focused.
  const focusables = () => [...main().querySelectorAll("a, button, [tabindex]")];

  // What tells a button or a link from the others of its table, or of the page.
  const described = (element) => {
    const table = element.closest("table");
    const place = [...document.querySelectorAll("table")].indexOf(table);
    return `${place} ${element.tagName} ${element.getAttribute("href") || element.getAttribute("aria-label") || nameOf(element)}`;
  };

  const replaceMain = (text) => {
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const news = fresh.getElementById("main");
    if (!news) return;
    document.title = fresh.title;
    const focused = main().contains(document.activeElement) && described(document.activeElement);
    const scrolls = [...document.querySelectorAll(".scrolls")].map((one) => one.scrollLeft);
    const [x, y] = [scrollX, scrollY];
    main().replaceWith(document.adoptNode(news));
    dress();
    document.querySelectorAll(".scrolls").forEach((one, place) => {
      one.scrollLeft = scrolls[place] || 0;
    });
    const again = focused && focusables().find((element) => described(element) === focused);
    if (again) again.focus({ preventScroll: true });
    scrollTo(x, y);
    document.querySelector(".told").textContent = document.body.dataset.updated;
  };

  let shown = null;

  const bringUpToDate = async () => {
    try {
      const address = location.href.split("#")[0];
      const answer = await fetch(address, { cache: "no-cache" });
      if (!answer.ok) return;
      const text = await answer.text();
      if (shown !== null && text === shown) return;
      const isNews = shown !== null || new DOMParser().parseFromString(text, "text/html")
        .getElementById("main")?.outerHTML !== asServed;
      shown = text;
      if (isNews) replaceMain(text);
    } catch {
      // The network is away for a moment; the next time will do.
    }
  };

  const asServed = main().outerHTML;
  const ownName = decodeURI(location.pathname.slice(root.pathname.length)) || "index.html";
  let polling = null;

  const poll = () => {
    polling ??= setInterval(async () => {
      if (isFinal()) clearInterval(polling);
      else if (!document.hidden) await bringUpToDate();
    }, POLL_SECONDS * 1000);
  };

  const listen = () => {
    const events = new EventSource(new URL("events", root));
    // Something may have been missed since the page was made, or while the network was away.
    events.addEventListener("open", bringUpToDate);
    events.addEventListener("published", async (event) => {
      const names = JSON.parse(event.data);
      const own = ownName.endsWith("/") ? `${ownName}index.html` : ownName;
      if (names.includes(own)) await bringUpToDate();
    });
    events.addEventListener("error", () => {
      // After the end nobody waits for a daemon that went home; until then it may be open again.
      if (isFinal()) events.close();
      // No server of ours: any other gives the file when it is asked for it.
      else if (events.readyState === EventSource.CLOSED) poll();
    });
  };

  // --- Opened as a file: all that can be done is to load it again.
  const reloadLater = () => setTimeout(() => location.reload(), POLL_SECONDS * 1000);

  // --- What the reader did to the page is there again when it is loaded again, or come back to.
  const KEPT = `kept ${location.pathname}`;

  const keep = () => {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify({ sorted, screen, x: scrollX, y: scrollY }));
    } catch {
      // A browser that keeps nothing shows the page as it is made.
    }
  };

  const restore = () => {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEPT));
      if (!kept || performance.getEntriesByType("navigation")[0]?.type === "navigate") return null;
      ({ sorted, screen } = kept);
      return kept;
    } catch {
      return null;
    }
  };

  const kept = restore();
  dress();
  if (kept) scrollTo(kept.x, kept.y);
  addEventListener("pagehide", keep);
  addEventListener("hashchange", markOwn);
  setInterval(showClocks, 1000);
  setInterval(() => { screen += 1; showScreen(); }, TURN_SECONDS * 1000);
  if (!isFinal()) {
    if (isFile) reloadLater();
    else listen();
  }
})();
