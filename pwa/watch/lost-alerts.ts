import { t } from "@lingui/core/macro";
import * as v from "valibot";
import type { LostEdit } from "#pwa/platform/db/lost-edits.ts";
import { ALERT_CHOICES, PRICE_ALERT_FIELDS, type PriceAlertFields, PriceAlertRow } from "#schemas/price-alerts.ts";
import { type PriceAlert, termsWords } from "./alert-words.ts";
import { formatSeries } from "#pwa/ui/format.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";

/** What one sets an alert by; with a change of any it is another alert than before. */
const TERMS = ["base", "quote", "direction", "price"] as const;

type Choices = Pick<PriceAlertFields, (typeof ALERT_CHOICES)[number]>;
const Choices = v.object(v.pick(PriceAlertRow, ALERT_CHOICES).entries);
const Fields = v.object(v.pick(PriceAlertRow, PRICE_ALERT_FIELDS).entries);

/** What became of what was written here of one alert: its fields are set together, and so they are told and taken back. */
export interface LostAlert {
  readonly uid: string;
  readonly kind: LostEdit["kind"];
  /** The alert as it would be by what was written here. */
  readonly mine: Choices;
  /** Of its choices, those that gave way. */
  readonly fields: readonly string[];
  readonly atMs: number;
  readonly edits: readonly LostEdit[];
}

/** The losses by alert, in their order; `alerts` as they are now. What cannot be told is left out. */
export function lostAlerts(lost: readonly LostEdit[], alerts: readonly PriceAlert[]): readonly LostAlert[] {
  return [...Map.groupBy(lost, ({ uid, kind }) => `${kind} ${uid}`).values()].flatMap((edits) => {
    const [first] = edits;
    if (first === undefined) return [];
    const { uid, kind } = first;
    const alert = alerts.find((one) => one.uid === uid);
    const given = first.kind === "deleted" ? first.row : { ...alert };
    const mine = v.safeParse(Choices, { ...given, ...writtenHere(edits) });
    if (!mine.success) return [];
    const fields = edits.flatMap((edit) => (edit.kind === "replaced" ? [edit.field] : []));
    return [{ uid, kind, mine: mine.output, fields, atMs: Math.max(...edits.map(({ atMs }) => atMs)), edits }];
  });
}

/** What became of it, up to when it was. */
export function lostAlertWords(
  { kind, mine, fields }: Pick<LostAlert, "kind" | "mine" | "fields">,
  now: Choices = mine,
): string {
  const [alert, alertNow] = [termsWords(mine), termsWords(now)];
  const [was, is] = [choiceWords(mine, fields), choiceWords(now, fields)];
  switch (kind) {
    case "deleted":
      return t`“${alert}” was removed on another device after you changed it here`;
    case "returned":
      return t`“${alertNow}” was removed here and is back, because it was changed on another device`;
    case "replaced":
      return TERMS.some((term) => fields.includes(term))
        ? t`${was} was replaced by ${is}`
        : t`Of “${alertNow}”: ${was} was replaced by ${is}`;
  }
}

/** On the button that takes it back. */
export function takeBackWords({ kind }: Pick<LostAlert, "kind">): string {
  return kind === "returned" ? t`Remove it again` : t`Take it back`;
}

/** What to write to have it again, set at `setAt` where it is another alert by it. */
export function takenBack(
  { mine, fields }: Pick<LostAlert, "mine" | "fields">,
  setAt: string,
): Partial<PriceAlertFields> {
  const again = Object.fromEntries(Object.entries(mine).filter(([field]) => fields.includes(field)));
  const isNoteAlone = fields.every((field) => field === "note");
  return isNoteAlone ? again : { ...again, setAt, atOnce: false };
}

/** A removed alert as it was here, set anew; null where what was kept is none. */
export function keptAlert({ edits }: Pick<LostAlert, "edits">, setAt: string): PriceAlertFields | null {
  const [first] = edits;
  const read = v.safeParse(Fields, first?.kind === "deleted" ? { ...first.row, setAt, atOnce: false } : null);
  return read.success ? read.output : null;
}

function writtenHere(edits: readonly LostEdit[]): Record<string, unknown> {
  return Object.fromEntries(edits.flatMap((edit) => (edit.kind === "replaced" ? [[edit.field, edit.lost]] : [])));
}

function choiceWords(choices: Choices, fields: readonly string[]): string {
  return formatSeries([
    ...(TERMS.some((term) => fields.includes(term)) ? [`“${termsWords(choices)}”`] : []),
    ...(fields.includes("repeats") ? [choices.repeats ? t`told every time` : t`told once`] : []),
    ...(fields.includes("note") ? [choices.note === "" ? t`no note` : noteWords(choices)] : []),
  ]);
}

function noteWords(choices: Choices): string {
  const note = inSentence(choices.note);
  return t`the note “${note}”`;
}
