import type { StellarConfig } from "#server/config.ts";
import type { Check } from "#server/platform/checks/check.ts";
import { failed, passed } from "#server/platform/checks/results.ts";
import { openHorizonNodes } from "#server/platform/network/horizon-nodes.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { nodeName } from "./link-checks.ts";

const ANSWER_MS = 8000;

/** Each Horizon apart: an error where none is of use, a warning where another one is. One too far behind is of no use. */
export function horizonCheck(config: StellarConfig, network: Pick<StellarNetwork, "head">): Check {
  const horizons = openHorizonNodes(config, network, ANSWER_MS);
  const named = config.horizonUrls.map((url) => ({ origin: new URL(url).origin }));
  const names = named.map(({ origin }, index) => nodeName(named, origin, index));
  return {
    id: "horizon",
    version: 1,
    type: "network",
    severity: "error",
    intervalMs: 30_000,
    timeLimitMs: 29_000,
    // A minute and a half: nodes are asked anew after half a minute, and may want to rest for some seconds.
    failures: 3,
    passes: 2,
    dependsOn: ["database", "network-link"],
    title: "check.horizon",
    means: "check.horizon.means",
    steps: [{ says: "check.step.look-at-network", command: "npm run check:network" }, { says: "check.step.horizon" }],
    run: async () => {
      const reaches = await horizons.reaches();
      const serves = reaches.some((reach) => !("problem" in reach));
      return reaches.map((reach, index) => {
        const node = names[index] ?? "";
        if (!("problem" in reach)) return passed(node);
        const severity = serves ? "warning" : "error";
        return failed("check.horizon.down", { node, problem: reach.problem }, { subject: node, severity });
      });
    },
  };
}
