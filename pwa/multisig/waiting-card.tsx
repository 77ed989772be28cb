import { t } from "@lingui/core/macro";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useDirectory } from "#pwa/parts/directory/use-directory.ts";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { later } from "#pwa/ui/later.tsx";
import { List, ListRow } from "#pwa/ui/list.tsx";
import type { Signable } from "#schemas/multisig.ts";
import { useIsShared, useMultisig } from "./use-multisig.ts";
import { titleOf } from "./words.ts";

const SignSheet = later(async () => (await import("./sign-sheet.tsx")).SignSheet);

/** What waits for the person's own key; nothing for whoever has none, whom it costs no question either. */
export function WaitingCard() {
  const isShared = useIsShared();
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <>
      {isShared ? <Waiting onChoose={setChosen} /> : null}
      {/* What becomes of it is still to be seen where it was that which turned the key off. */}
      {chosen === null ? null : <SignSheet submissionId={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function Waiting({ onChoose }: { readonly onChoose: (submissionId: number) => void }) {
  const { value } = useMultisig();
  const { directory } = useDirectory();
  const waiting = value?.waiting ?? [];
  if (waiting.length === 0) return null;
  return (
    <Card aria-labelledby="waiting-for-key">
      <CardHeader
        id="waiting-for-key"
        title={t`Waiting for your own key`}
        description={t`Signed one after another. Nothing of it is sent before you have.`}
      />
      <List aria-label={t`Waiting for your own key`}>
        {waiting.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              onClick={() => onChoose(one.id)}
              className="-mx-2 block w-[calc(100%+1rem)] rounded-sm px-2 text-start transition-colors duration-150 hover:bg-surface-2"
            >
              <ListRow
                lead={<KeyRound aria-hidden="true" className="size-5 shrink-0 text-accent" />}
                title={titleOf(one, directory.nameOf)}
                detail={standingOf(one)}
              />
            </button>
          </li>
        ))}
      </List>
    </Card>
  );
}

function standingOf({ toSign }: Signable): string {
  if (toSign === null) return t`After what waits before it`;
  if (toSign.isReturned) return t`Signed, on its way`;
  return t`Sign it until ${{ date: formatDate(Date.parse(toSign.expiresAt), { withTime: true }) }}`;
}
