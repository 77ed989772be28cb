import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { PEOPLE_ENDPOINTS } from "#schemas/endpoints/people.ts";
import type { PersonRow } from "#schemas/people.ts";
import { RolesSheet } from "./roles-sheet.tsx";

const AFTER_TYPING_MS = 250;
/** Whoever is not among so many is found by typing more. */
const MOST = 8;

/** Finds whoever is to become an operator; then it is said what of. */
export function AddSheet({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<PersonRow | null>(null);
  const find = useSettled(typed.trim());
  if (chosen !== null)
    return <RolesSheet userId={chosen.id} username={chosen.username} former={[]} onClose={onClose} />;
  return (
    <Sheet title={t`Give somebody roles`} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <TextField
          label={t`Who`}
          hint={t`The beginning of a name, an email address or a user ID.`}
          type="search"
          autoComplete="off"
          maxLength={254}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {find === "" ? null : <Found find={find} onChoose={setChosen} />}
      </div>
    </Sheet>
  );
}

function Found({ find, onChoose }: { readonly find: string; readonly onChoose: (person: PersonRow) => void }) {
  const asked = useAsk(PEOPLE_ENDPOINTS.people, { query: { q: find } });
  const people = (asked.value?.people ?? []).filter(({ isClosed }) => !isClosed).slice(0, MOST);
  return (
    <AskedState asked={asked}>
      {people.length === 0 ? (
        <p className="text-sm text-ink-3">{t`Nobody is found. Whoever has no account yet can be invited by email.`}</p>
      ) : (
        <ul aria-label={t`People who are found`} className="divide-y divide-line">
          {people.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                disabled={person.isOperator}
                onClick={() => onChoose(person)}
                className="flex min-h-11 w-full items-center justify-between gap-3 rounded-sm py-2 text-start text-sm enabled:hover:bg-surface-2"
              >
                <span className="min-w-0">
                  <bdi className="block truncate font-medium">{person.username}</bdi>
                  <bdi dir="ltr" className="block truncate text-ink-3">
                    {person.email}
                  </bdi>
                </span>
                {person.isOperator ? <Badge>{t`Operator already`}</Badge> : null}
              </button>
            </li>
          ))}
        </ul>
      )}
    </AskedState>
  );
}

/** What was typed, once nothing more is for a moment. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), AFTER_TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
