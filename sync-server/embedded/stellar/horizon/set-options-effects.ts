import type { AccountEntryWire, SetOptionsOpWire } from "@stellar/stellar-sdk/xdr";
import type { Effect } from "./effect.ts";
import type { OperationRecord } from "./operation-record.ts";
import { address, signerText } from "./text.ts";

const AUTH_REQUIRED = 1;
const ALL_FLAGS = 15;

/** What a change of an account's options did to it. */
export function setOptionsEffects({ source, changes }: OperationRecord, op: SetOptionsOpWire): Effect[] {
  const effects: Effect[] = [];
  const add = (type: Effect["type"], details: object) => effects.push({ account: source, type, details });
  if (op.homeDomain) add("account_home_domain_updated", { home_domain: op.homeDomain.toString() });
  const { lowThreshold: low, medThreshold: medium, highThreshold: high } = op;
  if (low !== null || medium !== null || high !== null) {
    // Horizon shows a threshold that was left alone as 0.
    const thresholds = { low_threshold: low ?? 0, med_threshold: medium ?? 0, high_threshold: high ?? 0 };
    add("account_thresholds_updated", thresholds);
  }
  const [set, cleared] = [op.setFlags ?? 0, op.clearFlags ?? 0];
  if (((set | cleared) & ALL_FLAGS) !== 0) {
    add("account_flags_updated", { ...requiredFlag(set, true), ...requiredFlag(cleared, false) });
  }
  if (op.inflationDest) {
    add("account_inflation_destination_updated", { inflation_destination: address(op.inflationDest) });
  }
  for (const { before, after } of changes) {
    if (before?.data.type !== 0 || after?.data.type !== 0) continue;
    const old = weights(before.data.account);
    const now = weights(after.data.account);
    for (const key of [...old.keys()].toSorted()) {
      const weight = now.get(key);
      if (weight === undefined) add("signer_removed", { weight: 0, public_key: key, key: "" });
      else if (weight !== old.get(key)) add("signer_updated", { weight, public_key: key, key: "" });
    }
    for (const key of [...now.keys()].toSorted()) {
      if (!old.has(key)) add("signer_created", { weight: now.get(key), public_key: key, key: "" });
    }
  }
  return effects;
}

/** Weight by signer; the account's own key is one where it has weight. */
function weights({ accountId, thresholds, signers }: AccountEntryWire): Map<string, number> {
  const found = new Map(signers.map(({ key, weight }) => [signerText(key).key, weight]));
  const own = thresholds[0] ?? 0;
  if (own > 0) found.set(address(accountId), own);
  return found;
}

/** The one flag of an account that Horizon shows: it keeps the others under names by which it does not look for them. */
function requiredFlag(flags: number, value: boolean): object {
  return (flags & AUTH_REQUIRED) !== 0 ? { auth_required_flag: value } : {};
}
