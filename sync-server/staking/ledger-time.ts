import { reach } from "#server/wallet/index.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";

/** The close of the newest ledger, in seconds: stakes go by the network's clock, whatever ours says. Throws `network-unreachable`. */
export async function ledgerTime(network: Pick<StellarNetwork, "head">): Promise<number> {
  const { closedAt } = await reach(network.head());
  return Math.floor(closedAt.getTime() / 1000);
}

export function instantOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
