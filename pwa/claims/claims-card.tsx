import { useMemo, useState } from "react";
import { AssetMark } from "#pwa/assets/asset-mark.tsx";
import { useDirectory } from "#pwa/identity/use-directory.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { useNow } from "#pwa/ui/now.ts";
import { ClaimSheet } from "./claim-sheet.tsx";
import { type Claimable, originWords, sortClaimables, timeWords } from "./claim-words.ts";

/** What strangers set aside costs nothing to leave there, so that more than these are not shown at once. */
const SHOWN = 50;

/** What others set aside on the ledger for this person to claim; nothing where there is none. */
export function ClaimsCard() {
  const { rows } = useRows("claimable_balances", { where: { state: "open" } });
  const { directory } = useDirectory();
  const now = useNow();
  const [chosen, setChosen] = useState<Claimable | null>(null);
  const sorted = useMemo(() => sortClaimables(rows, now), [rows, now]);
  return (
    <>
      {sorted.length === 0 ? null : (
        <Card aria-labelledby="claims">
          <CardHeader
            id="claims"
            title="Set aside for you"
            description="Yours once you claim it. Leaving it there costs nothing."
          />
          <List aria-label="Set aside for you">
            {sorted.slice(0, SHOWN).map((row) => (
              <li key={row.uid}>
                <button
                  type="button"
                  onClick={() => setChosen(row)}
                  className="-mx-2 block w-[calc(100%+1rem)] rounded-sm px-2 text-left transition-colors duration-150 hover:bg-surface-2"
                >
                  <ListRow
                    lead={<AssetMark asset={row} image={null} />}
                    title={row.assetCode}
                    detail={timeWords(row, now) ?? originWords(row, directory)}
                    trail={<Amount value={row.amount} />}
                  />
                </button>
              </li>
            ))}
          </List>
          {sorted.length > SHOWN ? (
            <p className="mt-3 text-sm text-ink-3">And {sorted.length - SHOWN} more, once some of these are claimed.</p>
          ) : null}
        </Card>
      )}
      {chosen === null ? null : <ClaimSheet claimable={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}
