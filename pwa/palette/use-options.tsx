import { t } from "@lingui/core/macro";
import { useNavigate } from "@tanstack/react-router";
import { History } from "lucide-react";
import { useMemo, useState } from "react";
import { useDirectory } from "#pwa/parts/directory/use-directory.ts";
import { isStellarAddress } from "#pwa/parts/directory/strkey.ts";
import { MovementItem, useRowRoom } from "#pwa/parts/history/movement-row.tsx";
import type { MovementRow } from "#pwa/parts/history/movement.ts";
import { typedWords } from "#pwa/parts/search/fold-text.ts";
import { closeSheets } from "#pwa/ui/open-sheets.ts";
import type { UserOutput } from "#schemas/users.ts";
import { type Entry, type Option, type OptionGroup, rankGroups, type Source } from "./entries.ts";
import { EntryLine } from "./entry-line.tsx";
import { useAssetSource } from "./find-assets.tsx";
import { useAddressOption, useContactSources } from "./find-contacts.tsx";
import { readRecent } from "./kept-recent.ts";
import { findBest, type Hit, traitsOf } from "./match.ts";
import { useMovements } from "./use-movements.ts";

const SHOWN = 5;
/** Above all that fits by words. */
const VERY_WELL = 100;

/** What can be found besides what the device's database holds. */
export interface Given {
  readonly screens: readonly Entry[];
  readonly actions: readonly Entry[];
  readonly findInPages: ((text: string) => readonly Entry[]) | null;
  readonly onOpenMovement: (row: MovementRow) => void;
}

export interface Options {
  readonly groups: readonly OptionGroup[];
  /** Whether movements are still being looked through. */
  readonly isLooking: boolean;
}

/** What is offered for a text, the best first; for none, what was chosen last and what is wanted most. */
export function useOptions(
  text: string,
  user: UserOutput,
  { screens, actions, findInPages, onOpenMovement }: Given,
): Options {
  const words = useMemo(() => typedWords(text), [text]);
  const isTyped = words.length > 0;
  const { directory, contacts } = useDirectory();
  const [recent] = useState(() => readRecent(user.id));
  const needsContacts = isTyped || recent.some((id) => id.startsWith("contact:"));
  const sources = {
    screens: useMemo(() => entrySource(screens), [screens]),
    actions: useMemo(() => entrySource(actions), [actions]),
    assets: useAssetSource(user.id),
    contacts: useContactSources(contacts, needsContacts),
  };
  const addressOption = useAddressOption();
  const movements = useMovementGroup(text, words, { directory, ownAddress: user.walletAddress, onOpenMovement });
  if (!isTyped) {
    const recalls = [
      recallIn(sources.screens),
      recallIn(sources.actions),
      recallIn(sources.assets),
      recallIn(sources.contacts.open),
    ];
    const chosen = recent.flatMap((id) => recalls.flatMap((recall) => recall(id) ?? [])).slice(0, SHOWN);
    const isOffered = ({ id }: Entry) => chosen.every((option) => option.id !== id);
    const groups = [
      { label: t`Recent`, options: chosen },
      { label: t`Actions`, options: actions.filter(isOffered).slice(0, SHOWN).map(entryOption) },
      { label: t`Screens`, options: screens.filter(isOffered).slice(0, SHOWN).map(entryOption) },
    ];
    return { groups: groups.filter(({ options }) => options.length > 0), isLooking: false };
  }
  const address = text.trim();
  const doings = [
    ...(isStellarAddress(address) ? [{ thing: addressOption(address), score: VERY_WELL }] : []),
    ...hitsIn(sources.actions, words),
    // One word alone finds the contact, not each of the contacts twice.
    ...(words.length > 1 ? hitsIn(sources.contacts.send, words) : []),
  ];
  const found = rankGroups([
    { label: t`Actions`, hits: doings.toSorted((left, right) => right.score - left.score).slice(0, SHOWN) },
    { label: t`Screens`, hits: hitsIn(sources.screens, words) },
    { label: t`Assets`, hits: hitsIn(sources.assets, words) },
    { label: t`Contacts`, hits: hitsIn(sources.contacts.open, words) },
    { label: t`Help`, hits: (findInPages?.(text.trim()) ?? []).slice(0, SHOWN).map(pageHit) },
  ]);
  // Last, since it comes last: nothing moves under the finger that is about to choose.
  return { groups: [...found, ...movements.groups], isLooking: movements.isLooking };
}

function hitsIn<T>({ findables, toOption }: Source<T>, words: readonly string[]): Hit<Option>[] {
  return findBest(findables, words, SHOWN).map(({ thing, score }) => ({ thing: toOption(thing), score }));
}

function entrySource(entries: readonly Entry[]): Source<Entry> {
  return {
    findables: entries.map((entry) => ({
      thing: entry,
      traits: traitsOf(entry.title, `${entry.place ?? ""}\n${entry.also ?? ""}`),
    })),
    idOf: ({ id }) => id,
    toOption: entryOption,
  };
}

/** Below whatever the device itself has of these words. */
function pageHit(entry: Entry): Hit<Option> {
  return { thing: { ...entryOption(entry), isKept: false }, score: 0 };
}

function entryOption({ id, title, place, icon, run }: Entry): Option {
  return { id, isKept: true, content: <EntryLine icon={icon} title={title} place={place} />, run };
}

/** What was chosen once, where it is still there. */
function recallIn<T>({ findables, idOf, toOption }: Source<T>): (id: string) => Option | null {
  return (id) => {
    const found = findables.find(({ thing }) => idOf(thing) === id);
    return found === undefined ? null : toOption(found.thing);
  };
}

interface MovementsOf {
  readonly directory: ReturnType<typeof useDirectory>["directory"];
  readonly ownAddress: string | undefined;
  readonly onOpenMovement: Given["onOpenMovement"];
}

function useMovementGroup(text: string, words: readonly string[], of: MovementsOf) {
  const { directory, ownAddress, onOpenMovement } = of;
  const hasRoom = useRowRoom();
  const navigate = useNavigate();
  const { rows, isLooking, hasMore } = useMovements(words, of);
  const typed = text.trim();
  const options: Option[] = rows.map((row) => ({
    id: `movement:${row.uid}`,
    isKept: false,
    content: <MovementItem row={row} directory={directory} ownAddress={ownAddress} hasRoom={hasRoom} />,
    run: () => onOpenMovement(row),
  }));
  if (hasMore && !isLooking) {
    options.push({
      id: "movements",
      isKept: false,
      content: <EntryLine icon={History} title={t`Search all memos and hashes for “${typed}”`} />,
      run: () => {
        closeSheets();
        void navigate({ to: "/transactions", search: { text: typed } });
      },
    });
  }
  return { groups: options.length === 0 ? [] : [{ label: t`Transactions`, options }], isLooking };
}
