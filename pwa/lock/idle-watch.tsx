import { useEffect } from "react";
import { nowMs } from "#pwa/platform/device/clock.ts";
import type { Idle } from "./lock-record.ts";
import { askWhoLooks, joinLockTabs, tellTouched } from "./lock-tabs.ts";
import { lockNow } from "./lock-now.ts";

const CHECK_MS = 1000;
const MINUTE_MS = 60_000;
/** Other tabs hear of a touch no more often than this. */
const TELL_MS = 5000;
/** How long another tab may take to say that it is being looked at. */
const LOOKING_MS = 400;
/** For a person who puts the app aside for a moment and has it lock when it is out of sight, also while it is in sight. */
const IN_SIGHT_MINUTES = 5;
const TOUCHES = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

/** Locks once nobody has touched any tab for as long as was chosen. */
export function IdleWatch({ idle }: { readonly idle: Idle }) {
  useEffect(() => watchIdle(idle, () => void lockNow()), [idle]);
  return null;
}

function watchIdle(idle: Idle, onIdle: () => void): () => void {
  const limitMs = (idle === "hidden" ? IN_SIGHT_MINUTES : Number(idle)) * MINUTE_MS;
  let touchedAtMs = nowMs();
  let toldAtMs = 0;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;

  function touch(): void {
    touchedAtMs = nowMs();
    if (touchedAtMs - toldAtMs < TELL_MS) return;
    toldAtMs = touchedAtMs;
    tellTouched();
  }

  function check(): void {
    const restedMs = nowMs() - touchedAtMs;
    // A clock that was set back proves nothing.
    if (restedMs >= limitMs || restedMs < -MINUTE_MS) onIdle();
  }

  function see(): void {
    clearTimeout(hiddenTimer);
    if (document.visibilityState === "visible") return check();
    if (idle !== "hidden") return;
    askWhoLooks();
    hiddenTimer = setTimeout(onIdle, LOOKING_MS);
  }

  const leave = joinLockTabs({
    unlocked: () => undefined,
    locked: () => undefined,
    touched: (atMs) => {
      touchedAtMs = Math.max(touchedAtMs, Math.min(atMs, nowMs()));
    },
    looking: () => clearTimeout(hiddenTimer),
  });
  const timer = setInterval(check, CHECK_MS);
  for (const kind of TOUCHES) addEventListener(kind, touch, { passive: true, capture: true });
  document.addEventListener("visibilitychange", see);
  return () => {
    leave();
    clearInterval(timer);
    clearTimeout(hiddenTimer);
    for (const kind of TOUCHES) removeEventListener(kind, touch, { capture: true });
    document.removeEventListener("visibilitychange", see);
  };
}
