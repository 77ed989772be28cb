import { type FormEvent, useState } from "react";
import * as v from "valibot";
import { deviceSentenceOf } from "#pwa/platform/language/error-words.ts";
import { PriceAlertRow, type PriceAlertFields } from "#schemas/price-alerts.ts";

/** What is typed, as it is. */
export type AlertDraft = Omit<PriceAlertFields, "setAt">;

export interface AlertFormState {
  readonly draft: AlertDraft;
  readonly problem: string | null;
  readonly failure: string | null;
  readonly isSaving: boolean;
  readonly set: (change: Partial<AlertDraft>) => void;
  readonly save: (event: FormEvent) => Promise<void>;
}

/** What is typed of an alert, what is wrong with its price, and its keeping. `onSave` rejects where the device could not. */
export function useAlertForm(initial: AlertDraft, onSave: (draft: AlertDraft) => Promise<void>): AlertFormState {
  const [draft, setDraft] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);

  function set(change: Partial<AlertDraft>): void {
    setDraft({ ...draft, ...change });
    if (change.price !== undefined) setProblem(null);
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const price = v.safeParse(PriceAlertRow.entries.price, draft.price.trim());
    if (!price.success) return setProblem(deviceSentenceOf("price-malformed"));
    setFailure(null);
    setSaving(true);
    try {
      await onSave({ ...draft, price: price.output, note: draft.note.trim() });
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setSaving(false);
    }
  }

  return { draft, problem, failure, isSaving, set, save };
}
