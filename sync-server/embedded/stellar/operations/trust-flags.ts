import type { AssetWire, PublicKeyWire } from "@stellar/stellar-sdk/xdr";
import { trustlineKey } from "#server/embedded/stellar/ledger/keys.ts";
import { LINE_AUTH_FLAGS } from "#server/embedded/stellar/ledger/limits.ts";
import { trustLineIn } from "#server/embedded/stellar/ledger/lines.ts";
import { endDealings } from "#server/embedded/stellar/ledger/revocation.ts";
import type { RevocationOutcome } from "#server/embedded/stellar/ledger/revocation.ts";
import type { OperationContext } from "./operation.ts";

/** Sets the flags of a trust line; who loses all authorization loses offers and pool shares with it. */
export function setLineFlags(
  context: OperationContext,
  trustor: PublicKeyWire,
  asset: AssetWire,
  flags: number,
): RevocationOutcome {
  const { state } = context;
  const key = trustlineKey(trustor, asset);
  const before = trustLineIn(state.load(key));
  if (!before) throw new Error("trust line is missing");
  if ((before.flags & LINE_AUTH_FLAGS) !== 0 && (flags & LINE_AUTH_FLAGS) === 0) {
    const outcome = endDealings(state, trustor, asset, context);
    if (outcome !== "ok") return outcome;
  }
  const line = trustLineIn(state.load(key));
  if (!line) throw new Error("trust line is missing");
  line.flags = flags;
  return "ok";
}
