import { type StandingRun, RUNS_TOLD } from "#schemas/standing-orders.ts";
import { type StandingDocument, type StandingFields, isOneShot } from "./store.ts";

/** With a run more; of many the latest. */
export function withRun({ runs }: Pick<StandingDocument, "runs">, run: StandingRun): StandingRun[] {
  return [...runs, run].slice(-RUNS_TOLD);
}

/** With what became of the run that was under way. */
export function withOutcome(
  { runs }: Pick<StandingDocument, "runs">,
  outcome: Pick<StandingRun, "outcome" | "reason" | "hash">,
): StandingRun[] {
  return runs.map((run) => (run.outcome === "under-way" ? { ...run, ...outcome } : run));
}

export const NOTHING_CAME = "None of the planned trades was made.";
export const NOTHING_PAID = "None of the planned payments was made.";

type Counted = Pick<StandingDocument, "terms" | "nextAt" | "runsDone">;

/** Where an order stands after a run of it ended: what comes next, or how all of it ended. `reason` says why the last run came to nothing. */
export function stateAfter(
  { terms, nextAt, runsDone }: Counted,
  reason: string,
): Pick<StandingFields, "state" | "reason"> {
  if (nextAt !== null) return { state: "waiting", reason: "" };
  if (runsDone > 0) return { state: "done", reason: "" };
  const nothing = terms.kind === "payment" ? NOTHING_PAID : NOTHING_CAME;
  return { state: "failed", reason: isOneShot(terms) ? reason : `${nothing} ${reason}`.trimEnd() };
}
