import type { StellarNetwork } from "#server/platform/network/network.ts";
import { reach } from "./recipient.ts";

/** The close of the newest ledger, in seconds: what is earned by time goes by the network's clock, whatever ours says. Throws `network-unreachable`. */
export async function ledgerTime(network: Pick<StellarNetwork, "head">): Promise<number> {
  const { closedAt } = await reach(network.head());
  return Math.floor(closedAt.getTime() / 1000);
}

export function instantOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
