import type { I18n, MessageDescriptor, MessageOptions } from "@lingui/core";

type Values = Record<string, unknown>;

const guarded = new WeakSet<I18n>();

/**
 * Has what is put into sentences come out as it was typed. Lingui reads `\\u202e` in a finished sentence as the mark it names, so that
 * a name with these six letters in it would turn what stands beside it.
 */
export function keepTyped(i18n: I18n): I18n {
  if (guarded.has(i18n)) return i18n;
  guarded.add(i18n);
  const word = i18n._.bind(i18n);
  i18n._ = (sentence: MessageDescriptor | string, values?: Values, options?: MessageOptions) =>
    typeof sentence === "string"
      ? word(sentence, escaped(values), options)
      : word({ ...sentence, ...(sentence.values && { values: escaped(sentence.values) }) });
  return i18n;
}

function escaped<Some extends Values | undefined>(values: Some): Some {
  const texts = Object.entries(values ?? {}).filter(([, each]) => typeof each === "string" && each.includes("\\"));
  if (texts.length === 0) return values;
  const kept = texts.map(([name, text]) => [name, String(text).replaceAll("\\", String.raw`\u005c`)]);
  return { ...values, ...Object.fromEntries(kept) };
}
