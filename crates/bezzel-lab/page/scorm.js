// Reports start, progress and score to an e-learning system (SCORM 1.2).

import { recording } from "/source.js";

/** The system's own object, in a window around this one or the one that opened it. */
function find() {
  const above = (start) => {
    let here = start;
    for (let level = 0; here && level < 10; level += 1) {
      try {
        if (here.API) return here.API;
      } catch {
        return null; // Another site's window does not let itself be looked at.
      }
      if (here.parent === here) break;
      here = here.parent;
    }
    return null;
  };
  return above(window) ?? (window.opener ? above(window.opener) : null);
}

/** Starts reporting, if the page was made for such a system and runs in one. */
export function reportToSystem() {
  const system = recording?.scorm ? find() : null;
  if (!system) return;
  const set = (name, value) => system.LMSSetValue(name, String(value));
  const status = system.LMSInitialize("") && system.LMSGetValue("cmi.core.lesson_status");
  let complete = ["completed", "passed"].includes(status);
  if (!complete) set("cmi.core.lesson_status", "incomplete");
  const score = (right, asked) => {
    if (asked === 0) return;
    set("cmi.core.score.min", 0);
    set("cmi.core.score.max", 100);
    set("cmi.core.score.raw", Math.round((100 * right) / asked));
  };
  document.addEventListener("progressed", (/** @type {any} */ { detail }) => {
    set("cmi.core.lesson_location", detail.station);
    score(detail.right, detail.asked);
    if (detail.station === detail.stations) complete = true;
    if (complete) set("cmi.core.lesson_status", "completed");
    system.LMSCommit("");
  });
  document.addEventListener("scored", (/** @type {any} */ { detail }) => {
    score(detail.right, detail.asked);
    if (!recording.lesson) complete = true;
    if (complete) set("cmi.core.lesson_status", "completed");
    system.LMSCommit("");
  });
  addEventListener("pagehide", () => system.LMSFinish(""), { once: true });
}
