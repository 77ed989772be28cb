import { readSaid, writeSaid } from "#schemas/said.ts";
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

export const NOTHING_CAME = writeSaid("reason.no-trades");
const NOTHING_PAID = writeSaid("reason.no-payments");
/** What a row has room for. */
const MOST_SAID = 300;

/** A reason as a row keeps it: words are cut where they are too long, code and facts are told in general words. */
export function keptReason(reason: string): string {
  if (reason.length <= MOST_SAID) return reason;
  return readSaid(reason) === null ? reason.slice(0, MOST_SAID) : writeSaid("failure.any");
}

type Counted = Pick<StandingDocument, "terms" | "nextAt" | "runsDone">;

/** Where an order stands after a run of it ended: what comes next, or how all of it ended. `reason` says why the last run came to nothing. */
export function stateAfter(
  { terms, nextAt, runsDone }: Counted,
  reason: string,
): Pick<StandingFields, "state" | "reason"> {
  if (nextAt !== null) return { state: "waiting", reason: "" };
  if (runsDone > 0) return { state: "done", reason: "" };
  return { state: "failed", reason: keptReason(isOneShot(terms) ? reason : nothingBy(terms, reason)) };
}

function nothingBy({ kind }: StandingDocument["terms"], why: string): string {
  const isPayment = kind === "payment";
  if (why === "") return isPayment ? NOTHING_PAID : NOTHING_CAME;
  return writeSaid(isPayment ? "reason.no-payments-since" : "reason.no-trades-since", { why });
}
