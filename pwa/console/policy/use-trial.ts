import { useCallback, useEffect, useRef, useState } from "react";
import { failureOf } from "#pwa/parts/forms/failure.ts";
import { call } from "#pwa/platform/api/call.ts";
import { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import type { PolicyTrialOutput } from "#schemas/policy-trial.ts";
import type { OperatorPolicy } from "#schemas/security.ts";
import { addTrial } from "./trial.ts";

interface Trial {
  /** What was found so far; null before anything was. */
  readonly found: PolicyTrialOutput | null;
  readonly isRunning: boolean;
  /** Why it stopped before its end. */
  readonly problem: string | null;
}

const NOTHING: Trial = { found: null, isRunning: false, problem: null };

/** Tries a draft part by part; another draft, or leaving, stops it. */
export function useTrial() {
  const [trial, setTrial] = useState<Trial>(NOTHING);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const forget = useCallback(() => {
    running.current?.abort();
    setTrial(NOTHING);
  }, []);
  const start = useCallback(async (draft: OperatorPolicy) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setTrial({ ...NOTHING, isRunning: true });
    let found: PolicyTrialOutput | null = null;
    try {
      do {
        const part: PolicyTrialOutput = await askPart(draft, found?.next ?? undefined, signal);
        found = found === null ? part : addTrial(found, part);
        if (signal.aborted) return;
        setTrial({ found, isRunning: found.next !== null, problem: null });
      } while (found.next !== null);
    } catch (error) {
      if (!signal.aborted) setTrial({ found, isRunning: false, problem: failureOf(error, []).notice });
    }
  }, []);
  return { trial, start, forget };
}

function askPart(draft: OperatorPolicy, before: number | undefined, signal: AbortSignal) {
  const query = { draft: JSON.stringify(draft), ...(before !== undefined && { before }) };
  return call(OPERATORS_ENDPOINTS.tryPolicy, { query, signal });
}
