import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useLocation } from "@tanstack/react-router";
import { Search, X } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import type { MovementRow } from "#pwa/parts/history/movement.ts";
import { useSession } from "#pwa/parts/session/session.tsx";
import { Spinner } from "#pwa/ui/spinner.tsx";
import { TopDialog } from "#pwa/ui/overlays/top-dialog.tsx";
import type { UserOutput } from "#schemas/users.ts";
import type { Entry, Option } from "./entries.ts";
import { FoundMovement } from "./found-movement.tsx";
import { keepRecent } from "./kept-recent.ts";
import { OptionList, optionId } from "./option-list.tsx";
import { type Given, useOptions } from "./use-options.tsx";

interface PaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly screens: readonly Entry[];
  readonly actions: readonly Entry[];
  /** What pages say of a text; left out as long as they cannot be looked through. */
  readonly findInPages?: ((text: string) => readonly Entry[]) | null;
}

/** Finds screens, assets, contacts and movements in what the device holds, and does what is chosen. */
export function Palette({ isOpen, onClose, screens, actions, findInPages = null }: PaletteProps) {
  const { user } = useSession();
  const href = useLocation({ select: (location) => location.href });
  const [opened, setOpened] = useState<{ readonly row: MovementRow; readonly at: string } | null>(null);
  if (user === null) return null;
  // Whoever follows a link out of the sheet has left it.
  const row = opened?.at === href ? opened.row : null;
  return (
    <>
      {isOpen ? (
        <Finder
          user={user}
          onClose={onClose}
          given={{ screens, actions, findInPages, onOpenMovement: (found) => setOpened({ row: found, at: href }) }}
        />
      ) : null}
      {row === null ? null : <FoundMovement row={row} onClose={() => setOpened(null)} />}
    </>
  );
}

interface FinderProps {
  readonly user: UserOutput;
  readonly given: Given;
  readonly onClose: () => void;
}

function Finder({ user, given, onClose }: FinderProps) {
  const [text, setText] = useState("");
  const [activeId, setActiveId] = useState<string | null>(null);
  const chosen = useRef<Option | null>(null);
  const listId = useId();
  const { groups, isLooking } = useOptions(text, user, given);
  const options = groups.flatMap((group) => group.options);
  const active = options.find(({ id }) => id === activeId) ?? options[0] ?? null;
  const choose = (option: Option) => {
    chosen.current = option;
    if (option.isKept) keepRecent(user.id, option.id);
    onClose();
  };
  const hear = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    // Not left to the dialog, which hears keys a moment later than the field.
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && active !== null) choose(active);
    else if (step !== undefined && active !== null) {
      const at = (options.indexOf(active) + step + options.length) % options.length;
      setActiveId(options[at]?.id ?? null);
    } else return;
    event.preventDefault();
  };
  return (
    // What is chosen is done once the focus is back: a sheet that opens takes it from there, and gives it back there.
    <TopDialog label={t`Search`} onClose={onClose} onClosed={() => chosen.current?.run()}>
      <div className="flex items-center gap-3 border-b border-line px-4 sm:px-5">
        <Search aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
        <input
          type="text"
          role="combobox"
          aria-label={t`Search screens, assets, contacts, transactions and actions`}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? listId : undefined}
          aria-activedescendant={active === null ? undefined : optionId(listId, active.id)}
          placeholder={t`Search or do something`}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActiveId(null);
          }}
          onKeyDown={hear}
          className="min-h-14 w-full min-w-0 bg-transparent text-base text-ink outline-none placeholder:text-ink-3"
        />
        <button
          type="button"
          aria-label={t`Close search`}
          onClick={onClose}
          className="-me-3 grid size-11 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-surface-2 hover:text-ink"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      {options.length === 0 ? null : (
        <OptionList id={listId} groups={groups} active={active} onPoint={setActiveId} onChoose={choose} />
      )}
      <Outcome text={text.trim()} count={options.length} isLooking={isLooking} />
      <p
        aria-hidden="true"
        className="hidden gap-4 border-t border-line px-5 py-2.5 text-xs text-ink-3 sm:pointer-fine:flex"
      >
        <span>
          <Trans>↑ ↓ to choose</Trans>
        </span>
        <span>
          <Trans>Enter to open</Trans>
        </span>
        <span>
          <Trans>Esc to close</Trans>
        </span>
      </p>
    </TopDialog>
  );
}

const STEPS: Readonly<Partial<Record<string, number>>> = { ArrowDown: 1, ArrowUp: -1 };

interface OutcomeProps {
  readonly text: string;
  readonly count: number;
  readonly isLooking: boolean;
}

/** What came of the search, where the list does not say it; to be heard in any case. */
function Outcome({ text, count, isLooking }: OutcomeProps) {
  const isEmpty = count === 0 && !isLooking;
  return (
    <div role="status" className={isEmpty ? "px-5 py-10 text-center" : undefined}>
      {isLooking ? (
        <p className="flex items-center gap-2 px-5 py-3 text-sm text-ink-3">
          <Spinner size="sm" />
          <Trans>Looking through your transactions</Trans>
        </p>
      ) : isEmpty ? (
        <>
          <p className="font-semibold break-words">{t`Nothing found for “${text}”`}</p>
          <p className="mt-1 text-sm text-ink-2">
            <Trans>
              Screens, assets, contacts, actions, and transactions by memo, hash or name are looked through.
            </Trans>
          </p>
        </>
      ) : text === "" ? null : (
        <p className="sr-only">{plural(count, { one: "# result", other: "# results" })}</p>
      )}
    </div>
  );
}
