import { parseAmount } from "#schemas/values/money.ts";
import type { OperatorPolicy, WaitingKind } from "#schemas/security.ts";
import { Settings } from "#schemas/settings.ts";
import type { StoredChange, UserSecurity } from "#server/users/index.ts";

const SettingsRules = Settings.schema.entries;

/** The protections of an account that hold for its payments. */
export interface Protections {
  /** In decimal text. */
  readonly transactionLimit: string;
  readonly dailyLimit: string | null;
  readonly requirePasswordForSend: boolean;
  readonly isAllowListOn: boolean;
  readonly allowListHoldHours: number;
}

/** What protects an account at this instant: what is stored, and what has waited long enough, written by the job or not. */
export function protectionsOf(security: UserSecurity, now: Date): Protections {
  const stored: Protections = {
    transactionLimit: security.transactionLimit ?? SettingsRules.transactionLimit.default,
    dailyLimit: security.dailyLimit ?? null,
    requirePasswordForSend: security.requirePasswordForSend ?? SettingsRules.requirePasswordForSend.default,
    isAllowListOn: security.isAllowListOn ?? false,
    allowListHoldHours: security.allowListHoldHours ?? 0,
  };
  return dueOf(security, now).reduce(weakened, stored);
}

/** The protections after a change; one that concerns something else leaves them. */
export function weakened(protections: Protections, { kind, to }: Pick<StoredChange, "kind" | "to">): Protections {
  switch (kind) {
    case "transaction-limit-up":
      return { ...protections, transactionLimit: to };
    case "daily-limit-up":
      return { ...protections, dailyLimit: to === "" ? null : to };
    case "send-password-off":
      return { ...protections, requirePasswordForSend: false };
    case "allow-list-off":
      return { ...protections, isAllowListOn: false };
    case "allow-list-hold-down":
      return { ...protections, allowListHoldHours: Number(to) };
    default:
      return protections;
  }
}

/** Changes whose time has come and that the job has not written yet. */
export function dueOf({ waiting = [] }: UserSecurity, now: Date): readonly StoredChange[] {
  return waiting.filter(({ takesEffectAt }) => takesEffectAt <= now);
}

/** Hours that a new address waits on a list that is on. */
export function holdOf({ isAllowListOn, allowListHoldHours }: Protections): number {
  return isAllowListOn ? allowListHoldHours : 0;
}

/**
 * How long a change waits that protects less: as long as the operators say, or as a new address on the list. A hold that was
 * lengthened within the last day counts as it was before: else whoever got in could bind its owner to a month of it.
 */
export function waitHoursOf(
  protections: Protections,
  { weakeningHours }: OperatorPolicy,
  { steadyHold }: Pick<UserSecurity, "steadyHold">,
  now: Date,
): number {
  const hold = holdOf(protections);
  const steady = steadyHold && steadyHold.until > now ? Math.min(steadyHold.hours, hold) : hold;
  return Math.max(weakeningHours, steady);
}

/** A protection that is to be another one. */
export interface Wanted {
  readonly field: keyof Protections;
  /** Of the change that protects less. */
  readonly kind: WaitingKind;
  readonly from: string;
  readonly to: string;
  /** What is weaker waits, what is stronger holds at once, what is the same changes nothing. */
  readonly is: "weaker" | "stronger" | "same";
}

/** Compares what is wanted of the protections with what they are. */
export function compared(now: Protections, wanted: Protections): Wanted[] {
  const hold = wanted.allowListHoldHours - now.allowListHoldHours;
  // Of a list that is off nobody's waiting time protects anything.
  const isHoldWeaker = hold < 0 && now.isAllowListOn;
  return [
    {
      field: "transactionLimit",
      kind: "transaction-limit-up",
      from: now.transactionLimit,
      to: wanted.transactionLimit,
      is: sizes(now.transactionLimit, wanted.transactionLimit),
    },
    {
      field: "dailyLimit",
      kind: "daily-limit-up",
      from: now.dailyLimit ?? "",
      to: wanted.dailyLimit ?? "",
      is: sizes(now.dailyLimit, wanted.dailyLimit),
    },
    { field: "requirePasswordForSend", kind: "send-password-off", ...flags(now, wanted, "requirePasswordForSend") },
    { field: "isAllowListOn", kind: "allow-list-off", ...flags(now, wanted, "isAllowListOn") },
    {
      field: "allowListHoldHours",
      kind: "allow-list-hold-down",
      from: String(now.allowListHoldHours),
      to: String(wanted.allowListHoldHours),
      is: hold === 0 ? "same" : isHoldWeaker ? "weaker" : "stronger",
    },
  ];
}

function sizes(now: string | null, wanted: string | null): Wanted["is"] {
  if (now === wanted) return "same";
  if (wanted === null) return "weaker";
  if (now === null) return "stronger";
  const [before, after] = [parseAmount(now), parseAmount(wanted)];
  return before === after ? "same" : after > before ? "weaker" : "stronger";
}

function flags(now: Protections, wanted: Protections, field: "requirePasswordForSend" | "isAllowListOn") {
  const is = now[field] === wanted[field] ? "same" : wanted[field] ? "stronger" : "weaker";
  return { from: "", to: "", is } as const;
}
