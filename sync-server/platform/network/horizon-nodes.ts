import * as v from "valibot";
import type { StellarConfig } from "#server/config.ts";
import { describeProblem } from "./answers.ts";
import { NetworkError, type StellarNetwork } from "./network.ts";
import type { LedgerHead } from "./ledgers.ts";

/** How long a node that showed what network it is of, and how far, is believed. */
const ADMITTED_MS = 30_000;
/** A node that is further behind the network than this, about five minutes, tells of markets that are no more. */
const MAX_LAG_LEDGERS = 60;

const Root = v.object({
  network_passphrase: v.string(),
  history_latest_ledger: v.pipe(v.number(), v.integer()),
  history_latest_ledger_closed_at: v.pipe(v.string(), v.isoTimestamp()),
});

/** What a node said, and as of which ledger; that is null where it tells of the past, and not of how things stand. */
export interface HorizonAnswer<T> {
  readonly body: T;
  readonly ledger: number | null;
}

/** Asks one node for a path; null where it knows of no such thing. */
export type HorizonGet = <T>(path: string, schema: v.GenericSchema<unknown, T>) => Promise<HorizonAnswer<T> | null>;

/** The Horizon servers of the configuration. Throws NetworkError when none of them gives a usable answer. */
export interface HorizonNodes {
  /** The last ledger that the node in use knows of. */
  head(): Promise<LedgerHead>;
  /** Puts a question, of one or several requests, to the first node that can answer all of it. */
  ask<T>(question: (get: HorizonGet) => Promise<T>): Promise<T>;
}

interface Node {
  readonly url: string;
  head: LedgerHead | null;
  /** By this process's monotonic clock. */
  admittedUntilMs: number;
}

/**
 * Opens the Horizon servers of the configuration; the first in their order that answers is used. One of another network, or
 * too far behind what `network` says, is not asked.
 */
export function openHorizonNodes(
  { horizonUrls, passphrase }: Pick<StellarConfig, "horizonUrls" | "passphrase">,
  network: Pick<StellarNetwork, "head">,
  timeoutMs: number,
): HorizonNodes {
  const nodes = horizonUrls.map((url): Node => ({ url, head: null, admittedUntilMs: 0 }));

  function getFrom({ url }: Node): HorizonGet {
    return async (path, schema) => {
      const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(timeoutMs) });
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`Horizon answered ${response.status}`);
      const ledger = response.headers.get("latest-ledger");
      return { body: v.parse(schema, await response.json()), ledger: ledger === null ? null : Number(ledger) };
    };
  }

  async function admit(node: Node): Promise<LedgerHead> {
    if (node.head !== null && performance.now() < node.admittedUntilMs) return node.head;
    const [root, newest] = await Promise.all([getFrom(node)("/", Root), network.head()]);
    if (root?.body.network_passphrase !== passphrase) throw new Error("Horizon is of another network");
    const sequence = root.body.history_latest_ledger;
    if (sequence < newest.sequence - MAX_LAG_LEDGERS)
      throw new Error(`Horizon is ${newest.sequence - sequence} ledgers behind`);
    node.head = { sequence, closedAt: new Date(root.body.history_latest_ledger_closed_at) };
    node.admittedUntilMs = performance.now() + ADMITTED_MS;
    return node.head;
  }

  async function askNodes<T>(question: (node: Node) => Promise<T>): Promise<T> {
    let cause: unknown = new Error("no Horizon is configured");
    for (const node of nodes) {
      try {
        await admit(node);
        return await question(node);
      } catch (error) {
        node.admittedUntilMs = 0;
        cause = error;
      }
    }
    throw new NetworkError(`no Horizon answered: ${describeProblem(cause)}`, { cause });
  }

  return { head: () => askNodes(admit), ask: (question) => askNodes((node) => question(getFrom(node))) };
}
