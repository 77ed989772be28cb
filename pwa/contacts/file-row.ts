import type { ContactForm } from "#schemas/contacts.ts";

/** A contact as a file has it. */
export interface FileRow {
  /** Its row in a CSV or its place among the cards, from 1. */
  readonly line: number;
  readonly form: ContactForm;
  /** Why it cannot be taken, whatever the form says; null where nothing is known against it. */
  readonly refusal: string | null;
}

export type FileReading =
  | { readonly ok: true; readonly rows: readonly FileRow[] }
  | { readonly ok: false; readonly problem: string };

export function refusedRow(line: number, form: ContactForm, refusal: string): FileRow {
  return { line, form, refusal };
}
