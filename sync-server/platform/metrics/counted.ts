import { Counter, Histogram, Registry } from "prom-client";

/**
 * What this process has done since it started, counted where it happens. One registry for the process, as its scraper sees it; labels are of
 * a few fixed words each, never of a person or an address.
 */
export const COUNTED = new Registry();

export const jobRuns = new Counter({
  name: "astrolabe_job_runs_total",
  help: "Turns of jobs in this process, by outcome (ok, failed); in some a process only asks whether a job is its own.",
  labelNames: ["job", "outcome"],
  registers: [COUNTED],
});

export const jobSeconds = new Histogram({
  name: "astrolabe_job_run_seconds",
  help: "How long such a turn took.",
  labelNames: ["job"],
  buckets: [0.01, 0.1, 1, 10, 60],
  registers: [COUNTED],
});

export const ingested = new Counter({
  name: "astrolabe_ingested_transactions_total",
  help: "Transactions of the ledger about our accounts that this process went through.",
  registers: [COUNTED],
});

export const setAsides = new Counter({
  name: "astrolabe_ingestion_set_aside_total",
  help: "Those of them that could not be folded and were set aside.",
  registers: [COUNTED],
});

export const indexedLedgers = new Counter({
  name: "astrolabe_indexed_ledgers_total",
  help: "Ledgers that this process recorded into the market index.",
  registers: [COUNTED],
});

export const signatures = new Counter({
  name: "astrolabe_vault_signatures_total",
  help: "Signatures that were asked of the vault, by the purpose of the key and outcome (ok, failed).",
  labelNames: ["purpose", "outcome"],
  registers: [COUNTED],
});

export const deliveries = new Counter({
  name: "astrolabe_deliveries_total",
  help: "Notifications handed on, by channel (push, mail) and outcome (taken, gone, refused, later).",
  labelNames: ["channel", "outcome"],
  registers: [COUNTED],
});

export const mails = new Counter({
  name: "astrolabe_mails_total",
  help: "Mails of every kind, by outcome (taken, failed).",
  labelNames: ["outcome"],
  registers: [COUNTED],
});

export const syncLag = new Histogram({
  name: "astrolabe_sync_lag_seconds",
  help: "From the commit of a change to its being handed to the sockets of this process, by the clocks of both.",
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30],
  registers: [COUNTED],
});

export const requestSeconds = new Histogram({
  name: "astrolabe_http_request_seconds",
  help: "How long answering a request took, by method and route.",
  labelNames: ["method", "route"],
  buckets: [0.005, 0.025, 0.1, 0.5, 1, 5],
  registers: [COUNTED],
});

export const requests = new Counter({
  name: "astrolabe_http_requests_total",
  help: "Requests that were answered, by method, route and status.",
  labelNames: ["method", "route", "status"],
  registers: [COUNTED],
});

export const linesDropped = new Counter({
  name: "astrolabe_log_lines_dropped_total",
  help: "Lines of the log that were not kept in the database, by why they would have been (trouble, payment, refusal).",
  labelNames: ["kind"],
  registers: [COUNTED],
});

/** Counts how a piece of work ended, and passes on what it answers or throws. */
export async function countOutcome<T>(
  counter: Counter<"purpose" | "outcome"> | Counter<"outcome">,
  labels: Record<string, string>,
  work: Promise<T>,
  [well, badly]: readonly [well: string, badly: string] = ["ok", "failed"],
): Promise<T> {
  try {
    const answer = await work;
    counter.inc({ ...labels, outcome: well });
    return answer;
  } catch (error) {
    counter.inc({ ...labels, outcome: badly });
    throw error;
  }
}
