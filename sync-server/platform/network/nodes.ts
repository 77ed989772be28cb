import { rpc } from "@stellar/stellar-sdk";
import { describeProblem, within } from "./answers.ts";
import { NetworkError, type NodeStatus } from "./network.ts";
import type { LedgerHash } from "./ledgers.ts";

/** How many ledgers an answer may be behind the newest we know of before it counts as stale. */
const MAX_LAG_LEDGERS = 3;
/** Without an answer for this long another node is asked, too. */
const HEDGE_MS = 2000;
/** How old what we know of a node may be, while others are in use. */
const PROBE_AFTER_MS = 2000;
const FIRST_BACKOFF_MS = 1000;
const LONGEST_BACKOFF_MS = 60_000;
const NO_HASH = "0".repeat(64);

/** One Stellar RPC node, and what it showed of itself. */
interface Node {
  readonly url: string;
  server: rpc.Server;
  latestLedger: number;
  isLagging: boolean;
  failures: number;
  /** Not asked first before then, in the process's monotonic time. */
  retryAtMs: number;
  heardAtMs: number;
  isProbing: boolean;
  problem: string | null;
  /** Whether it belongs to another network or another past; it is asked nothing more. */
  isForeign: boolean;
  /** Resolves once it has shown that it is of our network; null before it was asked. */
  admission: Promise<void> | null;
}

/** A question to one node. */
export type Question<T> = (server: rpc.Server) => Promise<T>;

/** How an answer is judged. */
export interface Judgement<T> {
  readonly ledgerOf: (answer: T) => number;
  /** Whether the answer is of use at all; one that is not serves only where no other node has better. */
  readonly isUseful?: (answer: T) => boolean;
}

/** The Stellar RPC nodes of the configuration, the best of them first. */
export interface Nodes {
  /** Asks the best node, and others where it is silent, refuses or lags behind. Throws NetworkError when none answers. */
  ask<T>(question: Question<T>, judgement: Judgement<T>): Promise<T>;
  /** Asks every node; answers with what those that did answer said. */
  askAll<T>(question: Question<T>): Promise<T[]>;
  /** A question to each node, the best first, for what decides itself whom it asks next. */
  each<T>(question: Question<T>): (() => Promise<T>)[];
  /** Whether a ledger number is too far behind the newest one known. */
  isStale(ledger: number): boolean;
  setAnchor(anchor: LedgerHash): void;
  /** Calls `listener` with every ledger that an answer tells of and none before it did; answers with the way to stop. */
  onLedger(listener: (ledger: number) => void): () => void;
  restart(): void;
  status(): NodeStatus[];
}

type Outcome<T> =
  | { readonly node: Node; readonly answer: T; readonly ledger: number; readonly isGood: boolean }
  | { readonly node: Node; readonly problem: unknown };

/** Opens the nodes of one network; none is asked before it is needed. */
export function openNodes(urls: readonly string[], passphrase: string, timeoutMs: number): Nodes {
  const nodes = urls.map(newNode);
  let first = nodes[0];
  let anchor: LedgerHash | null = null;
  const listeners = new Set<(ledger: number) => void>();
  let toldLedger = 0;

  function newestLedger(): number {
    return Math.max(0, ...nodes.filter(({ isForeign }) => !isForeign).map(({ latestLedger }) => latestLedger));
  }

  /** Those that answered lately and keep up come first; of equals the one in use. */
  function ranked(): Node[] {
    const nowMs = performance.now();
    const rank = (node: Node) =>
      (node.isForeign ? 8 : 0) + (node.retryAtMs > nowMs ? 4 : 0) + (node.isLagging ? 2 : 0) + (node === first ? 0 : 1);
    return nodes.toSorted((left, right) => rank(left) - rank(right));
  }

  async function askNode<T>(node: Node, question: Question<T>, ledgerOf?: (answer: T) => number): Promise<T> {
    const { server } = node;
    try {
      await admit(node);
      // Ledgers only grow: whoever answers after this moment with less than this is behind.
      const known = newestLedger();
      const answer = await within(timeoutMs, question(server));
      heardFrom(node, server);
      if (ledgerOf) {
        node.latestLedger = Math.max(node.latestLedger, ledgerOf(answer));
        node.isLagging = ledgerOf(answer) < known - MAX_LAG_LEDGERS;
        tellOf(ledgerOf(answer));
      }
      return answer;
    } catch (error) {
      if (isRefusal(error)) heardFrom(node, server);
      else noteFailure(node, error);
      throw error;
    }
  }

  function tellOf(ledger: number): void {
    if (ledger <= toldLedger) return;
    toldLedger = ledger;
    for (const listener of listeners) listener(ledger);
  }

  /** A node of another network, or of another past of ours, must not tell us anything: it would be believed. */
  function admit(node: Node): Promise<void> {
    node.admission ??= within(timeoutMs, examine(node)).catch((error: unknown) => {
      node.admission = null;
      throw error;
    });
    return node.admission;
  }

  async function examine(node: Node): Promise<void> {
    node.isForeign = false;
    const told = await node.server.getNetwork();
    if (told.passphrase !== passphrase) throw foreign(node, `it is of the network "${told.passphrase}"`);
    const hash = anchor && (await hashAt(node.server, anchor.sequence));
    if (anchor && hash !== null && hash !== anchor.hash)
      throw foreign(node, `its ledger ${anchor.sequence} is not the one that we know`);
  }

  function foreign(node: Node, problem: string): NetworkError {
    node.isForeign = true;
    node.latestLedger = 0;
    return new NetworkError(problem);
  }

  function heardFrom(node: Node, server: rpc.Server): void {
    if (node.server !== server) return;
    node.failures = 0;
    node.retryAtMs = 0;
    node.heardAtMs = performance.now();
    node.problem = null;
  }

  function noteFailure(node: Node, error: unknown): void {
    node.failures += 1;
    const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** Math.min(node.failures - 1, 10), LONGEST_BACKOFF_MS);
    node.retryAtMs = performance.now() + backoffMs;
    node.problem = describeProblem(error);
    // Whatever comes up at this address after a silence has to show again who it is.
    node.admission = null;
  }

  /** Learns how far the nodes are that nobody asks at the moment. */
  function probeOthers(): void {
    const nowMs = performance.now();
    for (const node of nodes) {
      const isDue = nowMs - node.heardAtMs > PROBE_AFTER_MS && node.retryAtMs <= nowMs;
      if (node === first || node.isProbing || !isDue) continue;
      node.isProbing = true;
      askNode(
        node,
        (server) => server._getTransaction(NO_HASH),
        ({ latestLedger }) => latestLedger,
      )
        .catch(() => undefined)
        .finally(() => {
          node.isProbing = false;
        });
    }
  }

  async function ask<T>(question: Question<T>, judgement: Judgement<T>): Promise<T> {
    probeOthers();
    const queue = ranked();
    const under = new Map<Node, Promise<Outcome<T>>>();
    let best: { readonly answer: T; readonly ledger: number } | null = null;
    let cause: unknown = new Error("no node is configured");
    for (;;) {
      const node = queue.shift();
      if (node) under.set(node, outcomeOf(node, question, judgement));
      if (under.size === 0) break;
      const outcome = await Promise.race([...under.values(), ...(queue.length > 0 ? [hedge()] : [])]);
      if (outcome === null) continue;
      under.delete(outcome.node);
      if ("problem" in outcome) cause = outcome.problem;
      else if (outcome.isGood) {
        first = outcome.node;
        return outcome.answer;
      } else if (!best || outcome.ledger > best.ledger) best = outcome;
    }
    if (best) return best.answer;
    throw new NetworkError(`no Stellar RPC node answered: ${describeProblem(cause)}`, { cause });
  }

  async function outcomeOf<T>(
    node: Node,
    question: Question<T>,
    { ledgerOf, isUseful = () => true }: Judgement<T>,
  ): Promise<Outcome<T>> {
    try {
      const answer = await askNode(node, question, ledgerOf);
      return { node, answer, ledger: ledgerOf(answer), isGood: isUseful(answer) && !node.isLagging };
    } catch (problem) {
      return { node, problem };
    }
  }

  return {
    ask,
    askAll: async (question) => {
      const answers = await Promise.allSettled(nodes.map((node) => askNode(node, question)));
      return answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    },
    each: (question) => ranked().map((node) => () => askNode(node, question)),
    isStale: (ledger) => ledger < newestLedger() - MAX_LAG_LEDGERS,
    setAnchor: (known) => {
      anchor = known;
    },
    onLedger: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    restart: () => {
      toldLedger = 0;
      for (const node of nodes) Object.assign(node, newNode(node.url));
    },
    status: () => nodes.map(statusOf),
  };
}

/** Null after the time in which an answer is expected. */
function hedge(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), HEDGE_MS).unref();
  });
}

function newNode(url: string): Node {
  return {
    url,
    server: new rpc.Server(url, { allowHttp: url.startsWith("http:") }),
    latestLedger: 0,
    isLagging: false,
    failures: 0,
    retryAtMs: 0,
    heardAtMs: 0,
    isProbing: false,
    problem: null,
    isForeign: false,
    admission: null,
  };
}

function statusOf({ url, latestLedger, isForeign, isLagging, problem }: Node): NodeStatus {
  const state = isForeign ? "foreign" : problem !== null ? "silent" : isLagging ? "lagging" : "fresh";
  // Keys of providers stand in paths and queries.
  return { origin: new URL(url).origin, state, latestLedger, problem };
}

/** The hash of a ledger at a node; null where the node does not have that ledger. */
async function hashAt(server: rpc.Server, sequence: number): Promise<string | null> {
  try {
    const { ledgers } = await server._getLedgers({ startLedger: sequence, pagination: { limit: 1 } });
    return ledgers.find((ledger) => ledger.sequence === sequence)?.hash ?? null;
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/** Whether a node answered, and only refused the question (a JSON-RPC error). */
function isRefusal(error: unknown): boolean {
  return (
    typeof error === "object" &&
    error !== null &&
    !(error instanceof Error) &&
    "code" in error &&
    typeof error.code === "number"
  );
}
