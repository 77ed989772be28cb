import type { DepositMethod } from "#schemas/deposits.ts";
import { type TermsDraft, termsDraftOf, termsOf } from "./settings-draft.ts";

/** Another way to pay in as it is typed. */
export interface MethodDraft extends TermsDraft {
  readonly isOn: boolean;
  readonly methodName: string;
  readonly displayName: string;
  readonly recipient: string;
  readonly instructions: string;
  readonly handleLabel: string;
  readonly idLabel: string;
  readonly order: string;
}

/** A new one is on as soon as it is set, and stands behind the others. */
export function methodDraftOf(method: DepositMethod | null, others: number): MethodDraft {
  const settings = method?.settings ?? null;
  return {
    isOn: method?.isOn ?? true,
    methodName: method?.methodName ?? "",
    displayName: settings?.displayName ?? "",
    recipient: settings?.recipient ?? "",
    instructions: settings?.instructions ?? "",
    handleLabel: settings?.handleLabel ?? "",
    idLabel: settings?.idLabel ?? "",
    order: String(settings?.order ?? Math.min(others + 1, 999)),
    ...termsDraftOf(settings),
  };
}

/** What the server is told of it, yet to be read by its schema. */
export function methodSettingsOf({ isOn: _isOn, methodName: _name, order, ...draft }: MethodDraft): unknown {
  const { displayName, recipient, instructions, handleLabel, idLabel, ...terms } = draft;
  const place = /^\d{1,3}$/.test(order.trim()) ? Number(order) : order;
  return { displayName, recipient, instructions, handleLabel, idLabel, order: place, ...termsOf(terms) };
}

/** What a way to pay in would be called for good, by its name: small letters, digits and hyphens. */
export function codeOf(displayName: string): string {
  return displayName
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 32);
}
