import { createContext, useContext, useEffect, useState } from "react";

const TICK_MS = 30_000;

/** The clock (ms since the epoch), given once at the top of the app. */
export const ClockContext = createContext<(() => number) | null>(null);

/** The current time in ms since the epoch, refreshed every half minute. Throws outside the app's clock. */
export function useNow(): number {
  const clock = useContext(ClockContext);
  if (clock === null) throw new Error("useNow needs a ClockContext above it");
  const [nowMs, setNowMs] = useState(clock);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(clock()), TICK_MS);
    return () => clearInterval(timer);
  }, [clock]);
  return nowMs;
}
