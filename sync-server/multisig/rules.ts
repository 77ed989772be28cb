import { formatAmountShort } from "#schemas/values/money.ts";
import type { MultisigTurn } from "#schemas/multisig.ts";
import { BASE_RESERVE_STROOPS } from "#server/platform/network/entries.ts";
import { type Refusal, refusal, refusalsOf, type Rule, rule, ruleOfMany } from "#server/platform/rules/rules.ts";
import type { Step } from "#server/platform/submissions/steps.ts";

/** What the ledger weighs each of the two keys, and what it then asks of everything: both, and neither alone. */
const EACH_WEIGHT = 1;
const BOTH_WEIGHT = 2;
/** Of a key of ours that signs alone in the place of the account's own. */
const FULL_WEIGHT = 255;

/** Whose keys sign for a wallet. */
export interface Keys {
  readonly address: string;
  /** Ours (G...): the address itself, or the key that took its place. */
  readonly ours: string;
  /** The owner's (G...). */
  readonly own: string;
}

/**
 * The operations that make the ledger ask for both keys, or for ours alone again. All thresholds are the same: were one key
 * enough for the low one, its holder alone could use up sequence numbers of what the other has signed.
 */
export function stepsOf(turn: MultisigTurn, { address, ours, own }: Keys): Step[] {
  const isRotated = ours !== address;
  const weight = turn === "on" ? EACH_WEIGHT : FULL_WEIGHT;
  const signer = { type: "set_signer", source: address } as const;
  const keepOurs: Step[] = isRotated ? [{ ...signer, signer: ours, weight, masterWeight: null }] : [];
  const setOwn: Step = {
    ...signer,
    signer: own,
    weight: turn === "on" ? EACH_WEIGHT : 0,
    masterWeight: isRotated ? null : EACH_WEIGHT,
    threshold: turn === "on" ? BOTH_WEIGHT : 0,
  };
  return [...keepOurs, setOwn];
}

/** What decides whether a wallet's keys may be changed. Amounts in stroops. */
export interface SwitchFacts {
  readonly turn: MultisigTurn;
  readonly isOn: boolean;
  readonly isUnderWay: boolean;
  readonly isOnNetwork: boolean;
  readonly isFrozen: boolean;
  /** Whether nothing is paid yet, since the owner's mailbox is not shown to be theirs. */
  readonly isMailboxUnproven: boolean;
  readonly isHalted: boolean;
  readonly isClosing: boolean;
  readonly coolOffUntil: Date | null;
  readonly spendableXlm: bigint;
  /** None where the house pays it. */
  readonly ownFee: bigint;
}

/** In the order in which a person is told of them. */
const RULES: readonly Rule<SwitchFacts>[] = [
  rule("account-frozen", ({ isFrozen }) => (isFrozen ? {} : null)),
  rule("mailbox-unproven", ({ isMailboxUnproven }) => (isMailboxUnproven ? {} : null)),
  rule("wallet-not-ready", ({ isOnNetwork }) => (isOnNetwork ? null : {})),
  rule("account-closing", ({ isClosing }) => (isClosing ? {} : null)),
  rule("multisig-under-way", ({ isUnderWay }) => (isUnderWay ? {} : null)),
  rule("multisig-on", ({ turn, isOn }) => (turn === "on" && isOn ? {} : null)),
  rule("multisig-off", ({ turn, isOn }) => (turn === "off" && !isOn ? {} : null)),
  rule("payments-halted", ({ isHalted }) => (isHalted ? { assetCode: "XLM" } : null)),
  rule("cool-off", ({ coolOffUntil }) => coolOffUntil && { until: coolOffUntil.getTime() }),
  ruleOfMany(["fee-balance-too-low", "multisig-reserve-too-low"], refuseShort),
];

/** Everything that stands against turning it on or off, the first first. */
export function switchRefusals(facts: SwitchFacts): Refusal[] {
  return refusalsOf(RULES, facts);
}

function refuseShort({ turn, isOn, spendableXlm, ownFee }: SwitchFacts) {
  if ((turn === "on") === isOn) return [];
  const missing = ownFee + (turn === "on" ? BASE_RESERVE_STROOPS : 0n) - spendableXlm;
  if (missing <= 0n) return [];
  if (turn === "off") return [refusal("fee-balance-too-low", { fee: formatAmountShort(missing) })];
  const told = { missing: formatAmountShort(missing), reserve: formatAmountShort(BASE_RESERVE_STROOPS) };
  return [refusal("multisig-reserve-too-low", told)];
}
