import { formatPlain } from "#pwa/console/desk/plain-amount.ts";
import type { IdentityLevel, IdentityOperation, OperatorPolicy } from "#schemas/security.ts";

/** A level as it is typed: its amount stays when another kind is chosen. */
interface LevelDraft {
  readonly kind: IdentityLevel["kind"];
  readonly perDay: string;
}

/** The policy as it is typed; an empty amount stands for no bound. */
export interface PolicyDraft {
  readonly isKycRequired: boolean;
  readonly levels: Readonly<Record<IdentityOperation, LevelDraft>>;
  readonly isLater: boolean;
  /** By the clock of the device, as its field writes it. */
  readonly kycFrom: string;
  readonly coolOffHours: string;
  readonly weakeningHours: string;
  readonly dailyLimit: string;
  readonly approveAbove: string;
  readonly identitySecondAbove: string;
  readonly lossTolerancePercent: string;
  readonly lossToleranceUsd: string;
}

export function draftOf(policy: OperatorPolicy): PolicyDraft {
  return {
    isKycRequired: policy.isKycRequired,
    levels: byOperation((operation) => {
      const level = policy.kycLevels[operation];
      return { kind: level.kind, perDay: level.kind === "above" ? formatPlain(level.perDay) : "" };
    }),
    isLater: policy.kycFrom !== null,
    kycFrom: policy.kycFrom === null ? "" : localTime(new Date(policy.kycFrom)),
    coolOffHours: String(policy.coolOffHours),
    weakeningHours: String(policy.weakeningHours),
    dailyLimit: formatPlain(policy.dailyLimit),
    approveAbove: formatPlain(policy.approveAbove),
    identitySecondAbove: formatPlain(policy.identitySecondAbove),
    lossTolerancePercent: policy.lossTolerancePercent,
    lossToleranceUsd: formatPlain(policy.lossToleranceUsd),
  };
}

/** What the server is told, yet to be read by its schema. An empty number is none: no bound may come of leaving it out. */
export function policyOf(draft: PolicyDraft): object {
  const bound = (text: string) => (text.trim() === "" ? null : text.trim());
  const hours = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN);
  return {
    isKycRequired: draft.isKycRequired,
    kycLevels: byOperation((operation) => {
      const { kind, perDay } = draft.levels[operation];
      return kind === "above" ? { kind, perDay: perDay.trim() } : { kind };
    }),
    kycFrom: draft.isLater ? instantOf(draft.kycFrom) : null,
    coolOffHours: hours(draft.coolOffHours),
    weakeningHours: hours(draft.weakeningHours),
    dailyLimit: bound(draft.dailyLimit),
    approveAbove: bound(draft.approveAbove),
    identitySecondAbove: bound(draft.identitySecondAbove),
    lossTolerancePercent: draft.lossTolerancePercent.trim(),
    lossToleranceUsd: draft.lossToleranceUsd.trim(),
  };
}

function byOperation<Value>(valueOf: (operation: IdentityOperation) => Value): Record<IdentityOperation, Value> {
  return { send: valueOf("send"), swap: valueOf("swap"), trade: valueOf("trade"), withdraw: valueOf("withdraw") };
}

/** An instant as a field of the device's own time has it, to the minute. */
function localTime(at: Date): string {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** What is no time stays as it was typed, for the schema to refuse. */
function instantOf(typed: string): string {
  const at = new Date(typed);
  return Number.isNaN(at.getTime()) ? typed : at.toISOString();
}
