import { t } from "@lingui/core/macro";
import * as v from "valibot";
import { saidWords } from "#pwa/platform/language/said-words.ts";

export type FormIssues = Readonly<Record<string, string>>;

/** Reads a form by its schema: its value, or the first sentence for each field that is not right. */
export function readForm<Schema extends v.GenericSchema>(
  schema: Schema,
  form: unknown,
): { readonly value: v.InferOutput<Schema> } | { readonly issues: FormIssues } {
  const parsed = v.safeParse(schema, form);
  if (parsed.success) return { value: parsed.output };
  const issues: Record<string, string> = {};
  for (const issue of parsed.issues) issues[v.getDotPath(issue) ?? ""] ??= wordsOf(issue);
  return { issues };
}

/** What is not there at all has no sentence of its schema's: the validator's own is for programmers. */
function wordsOf(issue: v.BaseIssue<unknown>): string {
  return issue.received === "undefined" && issue.message.startsWith("Invalid ")
    ? t`Required`
    : saidWords(issue.message);
}

/** The issues that a form can show; what concerns no field of it (one that should not have been sent, say) is left out. */
export function issuesOfFields(issues: FormIssues, fields: readonly string[]): FormIssues {
  return Object.fromEntries(Object.entries(issues).filter(([field]) => fields.includes(field)));
}

/** Moves the focus to the field of this name, once it is there. */
export function focusField(form: HTMLFormElement, name: string): void {
  requestAnimationFrame(() => {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  });
}

/** Moves the focus to the first field of `form` that has an issue, once it is marked. */
export function focusFirstIssue(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const field = form.querySelector("[aria-invalid=true]");
    if (field instanceof HTMLElement) field.focus();
  });
}
