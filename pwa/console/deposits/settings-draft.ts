import { formatPlain } from "#pwa/console/desk/plain-amount.ts";
import type { DepositSettings } from "#schemas/deposits.ts";

/** The settings as they are typed; an empty text stands for no bound. */
export interface SettingsDraft {
  readonly isOn: boolean;
  readonly recipient: string;
  readonly xlmRate: string;
  readonly secondAbove: string;
  readonly rateTolerance: string;
  readonly minAmount: string;
  readonly maxAmount: string;
}

export function draftOf(settings: DepositSettings | null): SettingsDraft {
  return {
    isOn: settings !== null,
    recipient: settings?.recipient ?? "",
    xlmRate: formatPlain(settings?.xlmRate ?? null),
    secondAbove: formatPlain(settings?.secondAbove ?? null),
    rateTolerance: settings?.rateTolerance ?? "3",
    minAmount: formatPlain(settings?.minAmount ?? null),
    maxAmount: formatPlain(settings?.maxAmount ?? null),
  };
}

/** What the server is told, yet to be read by its schema. */
export function settingsOf({ recipient, xlmRate, rateTolerance, ...bounds }: SettingsDraft): unknown {
  const bound = (text: string) => (text.trim() === "" ? null : text.trim());
  return {
    recipient,
    xlmRate: xlmRate.trim(),
    secondAbove: bound(bounds.secondAbove),
    rateTolerance: rateTolerance.trim(),
    minAmount: bound(bounds.minAmount),
    maxAmount: bound(bounds.maxAmount),
  };
}
