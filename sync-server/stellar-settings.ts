import * as v from "valibot";
import { Days, url, urls } from "./config-values.ts";

/** The variables that name a Stellar network, or say what the embedded one is like. */
export const STELLAR_VARIABLES = {
  STELLAR_RPC_URL: v.optional(urls("http://127.0.0.1:8000/rpc")),
  STELLAR_HORIZON_URL: v.optional(urls("http://127.0.0.1:8000")),
  STELLAR_NETWORK_PASSPHRASE: v.optional(v.string()),
  STELLAR_FRIENDBOT_URL: v.optional(url(["http:", "https:"], "http://127.0.0.1:8000/friendbot")),
  DEMO: v.optional(v.picklist(["0", "1"], "must be 0 or 1")),
  DEMO_DAYS: v.optional(Days),
};

type StellarVariables = v.InferOutput<v.ObjectSchema<typeof STELLAR_VARIABLES, undefined>>;

/** Unless told otherwise, the embedded network has a market and any other has none. */
export function hasDemo({ DEMO, STELLAR_RPC_URL }: Pick<StellarVariables, "DEMO" | "STELLAR_RPC_URL">): boolean {
  return DEMO !== "0" && !STELLAR_RPC_URL;
}

/** What is wrong with them together, as a sentence; null for nothing. */
export function stellarProblem({ DEMO, STELLAR_RPC_URL, STELLAR_HORIZON_URL }: StellarVariables): string | null {
  if (DEMO === "1" && STELLAR_RPC_URL)
    return "DEMO cannot be 1 together with STELLAR_RPC_URL: only the embedded network has a demo market.";
  // Mixing one network's RPC with the embedded one's Horizon would show one ledger's prices for another's balances.
  if (STELLAR_RPC_URL && !STELLAR_HORIZON_URL)
    return "STELLAR_HORIZON_URL must be given together with STELLAR_RPC_URL, for the same network.";
  if (STELLAR_HORIZON_URL && !STELLAR_RPC_URL)
    return "STELLAR_RPC_URL must be given together with STELLAR_HORIZON_URL, for the same network.";
  return null;
}
