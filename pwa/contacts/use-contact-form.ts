import { type FormEvent, type RefObject, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { checkContact, type ContactProblems } from "#pwa/parts/directory/contact-rules.ts";
import { stillWrong } from "#pwa/parts/forms/still-wrong.ts";
import { isOnline } from "#pwa/platform/device/online.ts";
import type { ContactForm } from "#schemas/contacts.ts";
import { askName, type NameField, nameProblemWords, newNames } from "./name-check.ts";

/** `unasked`: the names of which nobody could say whether somebody has them. Rejects when the device could not keep it. */
export type SaveContact = (contact: ContactForm, unasked: readonly NameField[]) => Promise<void>;

export interface ContactFormState {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly fields: ContactForm;
  readonly problems: ContactProblems;
  readonly failure: string | null;
  readonly isSaving: boolean;
  readonly set: (change: Partial<ContactForm>) => void;
  readonly save: (event: FormEvent) => Promise<void>;
}

/** What is typed of a contact, what is wrong with it, and its keeping: a name is asked for first, where the server can be reached. */
export function useContactForm(initial: ContactForm, known: ContactProblems, onSave: SaveContact): ContactFormState {
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState<ContactForm>(initial);
  const [told, setTold] = useState<ContactProblems>({});
  /** Names that nobody has, until they are typed anew. */
  const [nobody, setNobody] = useState<ContactProblems>(known);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const problems = useMemo(() => {
    const verdict = checkContact(fields);
    return { ...nobody, ...stillWrong(told, verdict.ok ? null : verdict.problems) };
  }, [told, nobody, fields]);

  function set(change: Partial<ContactForm>) {
    setFields({ ...fields, ...change });
    setNobody(Object.fromEntries(Object.entries(nobody).filter(([field]) => !Object.hasOwn(change, field))));
  }

  function refuse(tell: () => void) {
    flushSync(tell);
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    const verdict = checkContact(fields);
    if (!verdict.ok) return refuse(() => setTold(verdict.problems));
    setTold({});
    setFailure(null);
    setSaving(true);
    try {
      const names = await askNames(verdict.contact, initial);
      if (Object.keys(names.nobody).length === 0) return await onSave(verdict.contact, names.unasked);
      refuse(() => {
        setNobody(names.nobody);
        setSaving(false);
      });
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setSaving(false);
    }
  }

  return { form, fields, problems, failure, isSaving, set, save };
}

async function askNames(contact: ContactForm, initial: ContactForm) {
  const nobody: ContactProblems = {};
  const unasked: NameField[] = [];
  for (const field of newNames(contact, initial)) {
    const answer = isOnline() ? await askName(contact[field]) : ({ isAsked: false } as const);
    if (!answer.isAsked) unasked.push(field);
    else if (answer.problem !== null) nobody[field] = nameProblemWords(answer.problem);
  }
  return { nobody, unasked };
}
