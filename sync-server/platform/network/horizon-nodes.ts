import * as v from "valibot";
import type { StellarConfig } from "#server/config.ts";
import { describeProblem } from "./answers.ts";
import { NetworkError, type StellarNetwork } from "./network.ts";
import type { LedgerHead } from "./ledgers.ts";

/** How long a node that showed what network it is of, and how far, is believed. */
const ADMITTED_MS = 30_000;
/** A node that is further behind the network than this, about five minutes, tells of markets that are no more. */
const MAX_LAG_LEDGERS = 60;
/** How long one is left alone that asks for it without saying how long, and for how long at most. */
const UNTOLD_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 60 * 60_000;

const Ledger = v.pipe(v.number(), v.integer());
const Root = v.object({
  network_passphrase: v.string(),
  history_latest_ledger: Ledger,
  history_latest_ledger_closed_at: v.pipe(v.string(), v.isoTimestamp()),
  history_elder_ledger: v.optional(Ledger, 1),
});

/** What a node said, and as of which ledger; that is null where it tells of the past, and not of how things stand. */
export interface HorizonAnswer<T> {
  readonly body: T;
  readonly ledger: number | null;
}

/** Asks one node for a path; null where it knows of no such thing. */
export type HorizonGet = <T>(path: string, schema: v.GenericSchema<unknown, T>) => Promise<HorizonAnswer<T> | null>;

/** How far a node's history goes, from its first ledger to its last. */
export interface HorizonReach extends LedgerHead {
  readonly elder: number;
}

/** The Horizon servers of the configuration. Throws NetworkError when none of them gives a usable answer. */
export interface HorizonNodes {
  /** The last ledger that the node in use knows of. */
  head(): Promise<LedgerHead>;
  /** Puts a question, of one or several requests, to the first node that can answer all of it. */
  ask<T>(question: (get: HorizonGet, reach: HorizonReach) => Promise<T>): Promise<T>;
  /** How far each node's history goes, or why one gives no usable answer now. */
  reaches(): Promise<readonly (HorizonReach | { readonly problem: string })[]>;
}

interface Node {
  readonly url: string;
  reach: HorizonReach | null;
  /** By this process's monotonic clock. */
  admittedUntilMs: number;
  /** Until then it wants to be asked nothing. */
  restsUntilMs: number;
}

/**
 * Opens the Horizon servers of the configuration; the first in their order that answers is used. One of another network, or
 * too far behind what `network` says, is not asked, nor is one that has had too many questions before it wants more.
 */
export function openHorizonNodes(
  { horizonUrls, passphrase }: Pick<StellarConfig, "horizonUrls" | "passphrase">,
  network: Pick<StellarNetwork, "head">,
  timeoutMs: number,
): HorizonNodes {
  const nodes = horizonUrls.map((url): Node => ({ url, reach: null, admittedUntilMs: 0, restsUntilMs: 0 }));

  function getFrom(node: Node): HorizonGet {
    return async (path, schema) => {
      assertAwake(node);
      const response = await fetch(`${node.url}${path}`, { signal: AbortSignal.timeout(timeoutMs) });
      if (response.status === 404) return null;
      if (response.status === 429) node.restsUntilMs = performance.now() + waitOf(response.headers.get("retry-after"));
      if (!response.ok) throw new Error(`Horizon answered ${response.status}`);
      const ledger = response.headers.get("latest-ledger");
      return { body: v.parse(schema, await response.json()), ledger: ledger === null ? null : Number(ledger) };
    };
  }

  async function admit(node: Node): Promise<HorizonReach> {
    if (node.reach !== null && performance.now() < node.admittedUntilMs) return node.reach;
    const [root, newest] = await Promise.all([getFrom(node)("/", Root), network.head()]);
    if (root?.body.network_passphrase !== passphrase) throw new Error("Horizon is of another network");
    const { history_latest_ledger: sequence, history_latest_ledger_closed_at: at, history_elder_ledger } = root.body;
    if (sequence < newest.sequence - MAX_LAG_LEDGERS)
      throw new Error(`Horizon is ${newest.sequence - sequence} ledgers behind`);
    node.reach = { sequence, closedAt: new Date(at), elder: history_elder_ledger };
    node.admittedUntilMs = performance.now() + ADMITTED_MS;
    return node.reach;
  }

  async function askNodes<T>(question: (node: Node, reach: HorizonReach) => Promise<T>): Promise<T> {
    let cause: unknown = new Error("no Horizon is configured");
    for (const node of nodes) {
      try {
        return await question(node, await admit(node));
      } catch (error) {
        node.admittedUntilMs = 0;
        cause = error;
      }
    }
    throw new NetworkError(`no Horizon answered: ${describeProblem(cause)}`, { cause });
  }

  return {
    head: async () => {
      const { sequence, closedAt } = await askNodes(admit);
      return { sequence, closedAt };
    },
    ask: (question) => askNodes((node, reach) => question(getFrom(node), reach)),
    reaches: () =>
      Promise.all(nodes.map((node) => admit(node).catch((error: unknown) => ({ problem: describeProblem(error) })))),
  };
}

function assertAwake({ restsUntilMs }: Node): void {
  const leftMs = restsUntilMs - performance.now();
  if (leftMs > 0) throw new Error(`Horizon wants no more questions for ${Math.ceil(leftMs / 1000)} s`);
}

/** Milliseconds that a `Retry-After` in seconds asks for. */
function waitOf(retryAfter: string | null): number {
  const seconds = Number(retryAfter);
  return retryAfter === null || !(seconds > 0) ? UNTOLD_WAIT_MS : Math.min(seconds * 1000, LONGEST_WAIT_MS);
}
