import { useEffect, useState } from "react";
import { eventOfFailure } from "./submission-answer.ts";

type Insisting =
  | { readonly step: "asking" }
  /** `tries` is how often nobody answered. */
  | { readonly step: "trying"; readonly tries: number }
  | { readonly step: "done" }
  | { readonly step: "refused"; readonly message: string };

const AGAIN_MS = 2000;

/** Has something done that does no harm done twice, such as to stop what runs: it is asked for until there is an answer. Give a kept `ask`. */
export function useInsisting(ask: (signal: AbortSignal) => Promise<unknown>): {
  readonly state: Insisting;
  readonly begin: () => void;
} {
  const [state, setState] = useState<Insisting>({ step: "asking" });
  const isTrying = state.step === "trying";
  const tries = isTrying ? state.tries : 0;
  useEffect(() => {
    if (!isTrying) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const tryIt = async () => {
      try {
        await ask(signal);
        if (!signal.aborted) setState({ step: "done" });
      } catch (error) {
        if (signal.aborted) return;
        const failure = eventOfFailure(error);
        if (failure.type === "refused") setState({ step: "refused", message: failure.message });
        else setState({ step: "trying", tries: tries + 1 });
      }
    };
    const timer = setTimeout(() => void tryIt(), tries === 0 ? 0 : AGAIN_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [isTrying, tries, ask]);
  return { state, begin: () => setState({ step: "trying", tries: 0 }) };
}
