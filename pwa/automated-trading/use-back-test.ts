import { t } from "@lingui/core/macro";
import { useCallback, useEffect, useRef, useState } from "react";
import { failureOf } from "#pwa/parts/forms/failure.ts";
import { keepCosts } from "./kept-costs.ts";
import { call } from "#pwa/platform/api/call.ts";
import type { AutomationTerms } from "#schemas/automated-trading.ts";
import type { BackTestOutput } from "#schemas/automated-trading.ts";
import { AUTOMATED_TRADING_ENDPOINTS } from "#schemas/endpoints/automated-trading.ts";
import { type DeviceTested, testHere } from "./test-here.ts";

/** What was tested last. */
export type Tested =
  | { readonly by: "server"; readonly key: string; readonly output: BackTestOutput }
  | { readonly by: "device"; readonly key: string; readonly output: DeviceTested };

export interface BackTesting {
  readonly tested: Tested | null;
  readonly isBusy: boolean;
  /** What went wrong with the last one, in a sentence. */
  readonly problem: string | null;
  /** On the server; `onTuned` is told what was found where it was asked to look for it. */
  readonly run: (terms: AutomationTerms, tune: boolean) => Promise<void>;
  /** On this device, of one pair. */
  readonly runHere: (terms: AutomationTerms, base: string) => Promise<void>;
}

/** By what it is told whether settings are those that were tested. */
export function testKey(terms: AutomationTerms): string {
  return JSON.stringify(terms);
}

/** Runs back-tests, one at a time; whoever asks for another one, or leaves, wants nothing of the former. */
export function useBackTest(userId: number, onTuned: (parameters: AutomationTerms["parameters"]) => void): BackTesting {
  const [tested, setTested] = useState<Tested | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);

  const doIt = useCallback(async (test: (signal: AbortSignal) => Promise<Tested>) => {
    stop.current.abort();
    stop.current = new AbortController();
    const { signal } = stop.current;
    setBusy(true);
    setProblem(null);
    try {
      const found = await test(signal);
      if (!signal.aborted) setTested(found);
    } catch (error) {
      if (!signal.aborted) setProblem(failureOf(error, []).notice ?? t`The back-test was not run.`);
    } finally {
      if (!signal.aborted) setBusy(false);
    }
  }, []);

  const run = useCallback(
    (terms: AutomationTerms, tune: boolean) =>
      doIt(async (signal) => {
        const output = await call(AUTOMATED_TRADING_ENDPOINTS.backTest, { body: { terms, tune }, signal });
        keepCosts(userId, output.costs);
        const { parameters } = output.terms;
        if (tune && !signal.aborted) onTuned(parameters);
        return { by: "server", key: testKey(tune ? { ...terms, parameters } : terms), output };
      }),
    [doIt, userId, onTuned],
  );
  const runHere = useCallback(
    (terms: AutomationTerms, base: string) =>
      doIt(async () => ({ by: "device", key: testKey(terms), output: await testHere(userId, terms, base) })),
    [doIt, userId],
  );
  return { tested, isBusy, problem, run, runHere };
}
