import type { Check, CheckResult } from "#server/platform/checks/check.ts";
import { failed, passed } from "#server/platform/checks/results.ts";
import { ingestedLedger } from "#server/platform/ingest/cursor.ts";
import { describeProblem, within } from "#server/platform/network/answers.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";

type Asked = Pick<StellarNetwork, "head" | "nodes" | "restart">;

/** A ledger closes every five seconds: as many as a minute brings. */
const MOST_BEHIND = 12;
/** A node that hangs is no answer: so long is waited for one, which is less than nodes are given elsewhere. */
const ANSWER_MS = 5000;
const LOOK_AT_NETWORK = { says: "check.step.look-at-network", command: "npm run check:network" } as const;

/** What is looked at of the Stellar network's RPC, and of how far we are with it. */
export function linkChecks(network: Asked): readonly Check[] {
  return [networkLink(network), rpcNodes(network), ledgerLag(network)];
}

/** The parent of all that needs the network. Told after two looks: a node that starts anew is away for some seconds. */
function networkLink(network: Asked): Check {
  return {
    id: "network-link",
    version: 1,
    type: "network",
    severity: "critical",
    intervalMs: 10_000,
    timeLimitMs: 9500,
    failures: 2,
    passes: 2,
    dependsOn: ["database"],
    title: "check.network-link",
    means: "check.network-link.means",
    steps: [LOOK_AT_NETWORK, { says: "check.step.provider" }],
    run: async () => {
      try {
        await within(ANSWER_MS, network.head());
        return [passed()];
      } catch (error) {
        return [failed("check.network-link.down", { problem: problemOf(error) })];
      }
    },
    // Of the process that looks; every other one opens its own anew after a minute without a ledger (`start-ingestion.ts`).
    repair: { run: async () => network.restart(), mostPerHour: 12 },
  };
}

function problemOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return describeProblem(cause);
}

/** Of several; the only one is the link itself. One of another network is an issue of whoever met it (`network-foreign`). */
function rpcNodes(network: Asked): Check {
  return {
    id: "rpc-nodes",
    version: 1,
    type: "network",
    severity: "warning",
    intervalMs: 60_000,
    timeLimitMs: 5000,
    // Two minutes: providers start theirs anew.
    failures: 2,
    passes: 1,
    dependsOn: ["database", "network-link"],
    title: "check.rpc-nodes",
    means: "check.rpc-nodes.means",
    steps: [LOOK_AT_NETWORK, { says: "check.step.provider" }],
    run: async () => {
      const nodes = network.nodes();
      if (nodes.length < 2) return [];
      return nodes.map(({ origin, state, problem }, index): CheckResult => {
        const node = nodeName(nodes, origin, index);
        if (state === "silent")
          return failed("check.rpc-nodes.silent", { node, problem: problem ?? "" }, { subject: node });
        if (state === "lagging") return failed("check.rpc-nodes.lagging", { node }, { subject: node });
        return passed(node);
      });
    },
  };
}

/** Our records behind a network that goes on. That no ledger arrives at all is an issue of whoever waits for one. */
function ledgerLag(network: Asked): Check {
  return {
    id: "ledger-lag",
    version: 1,
    type: "network",
    severity: "critical",
    intervalMs: 20_000,
    timeLimitMs: 14_000,
    // After a start, and after a link comes back, a minute of ledgers is read within seconds.
    failures: 3,
    passes: 2,
    dependsOn: ["database", "network-link", "ingestion-silent"],
    title: "check.ledger-lag",
    means: "check.ledger-lag.means",
    steps: [{ says: "check.step.read-log" }, { says: "check.step.restart" }],
    run: async ({ runtime }) => {
      const [ours, { sequence: theirs }] = await Promise.all([ingestedLedger(runtime.database, null), network.head()]);
      if (theirs - ours <= MOST_BEHIND) return [passed()];
      return [failed("check.ledger-lag.behind", { ours: String(ours), theirs: String(theirs) })];
    },
  };
}

/** By its origin, and where several addresses have that by its place among all. */
export function nodeName(nodes: readonly { readonly origin: string }[], origin: string, index: number): string {
  const isAlone = nodes.filter((other) => other.origin === origin).length < 2;
  return isAlone ? origin : `${origin} (${index + 1})`;
}
