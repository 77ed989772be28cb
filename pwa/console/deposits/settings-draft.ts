import { plainDecimal } from "#pwa/console/desk/plain-decimal.ts";
import { formatPlain } from "#pwa/console/desk/plain-amount.ts";
import type { DepositSettings } from "#schemas/deposits.ts";

/** What every way to pay in has, as it is typed; an empty text stands for no bound. */
export interface TermsDraft {
  readonly xlmRate: string;
  readonly secondAbove: string;
  readonly rateTolerance: string;
  readonly minAmount: string;
  readonly maxAmount: string;
}

/** The settings of Cash App as they are typed. */
export interface SettingsDraft extends TermsDraft {
  readonly isOn: boolean;
  readonly recipient: string;
}

export function draftOf(settings: DepositSettings | null): SettingsDraft {
  return { isOn: settings !== null, recipient: settings?.recipient ?? "", ...termsDraftOf(settings) };
}

export function termsDraftOf(settings: DepositSettings | null): TermsDraft {
  return {
    xlmRate: formatPlain(settings?.xlmRate ?? null),
    secondAbove: formatPlain(settings?.secondAbove ?? null),
    rateTolerance: settings?.rateTolerance ?? "3",
    minAmount: formatPlain(settings?.minAmount ?? null),
    maxAmount: formatPlain(settings?.maxAmount ?? null),
  };
}

/** What the server is told, yet to be read by its schema. */
export function settingsOf({ recipient, ...terms }: SettingsDraft): unknown {
  return { recipient, ...termsOf(terms) };
}

export function termsOf({ xlmRate, rateTolerance, ...bounds }: TermsDraft) {
  const bound = (text: string) => (text.trim() === "" ? null : plainDecimal(text));
  return {
    xlmRate: plainDecimal(xlmRate),
    secondAbove: bound(bounds.secondAbove),
    rateTolerance: plainDecimal(rateTolerance),
    minAmount: bound(bounds.minAmount),
    maxAmount: bound(bounds.maxAmount),
  };
}
