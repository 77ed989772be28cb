import { useEffect, useState } from "react";
import { logProblem } from "#pwa/platform/device/log.ts";
import type { BookFacts } from "./use-book.ts";
import type { Method } from "./lots.ts";
import type { Realised } from "./realised.ts";

/** What was realised in a year, of the very facts that the gains of all time are worked out from; null until it is. */
export function useRealised(facts: BookFacts | null, year: number, method: Method): Realised | null {
  const [realised, setRealised] = useState<Realised | null>(null);
  useEffect(() => {
    if (facts === null) return undefined;
    const life = { isOver: false };
    const workOut = async (): Promise<void> => {
      const { realisedOf } = await import("./realised.ts");
      const found = await realisedOf({ ...facts, year, method }, () => life.isOver);
      if (found !== null) setRealised(found);
    };
    workOut().catch((error: unknown) => logProblem("What was realised could not be worked out", error));
    return () => {
      life.isOver = true;
    };
  }, [facts, year, method]);
  return realised?.year === year && realised.method === method ? realised : null;
}
