import { useMemo, useState } from "react";
import { AssetMark } from "#pwa/assets/asset-mark.tsx";
import { useDirectory } from "#pwa/identity/use-directory.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { later } from "#pwa/ui/later.tsx";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { useNow } from "#pwa/ui/now.ts";
import { type Claimable, originWords, sortClaimables, timeWords } from "./claim-words.ts";
import { useHints } from "./use-hints.ts";
import { Worth } from "./worth.tsx";

const ClaimSheet = later(async () => (await import("./claim-sheet.tsx")).ClaimSheet);

/** What strangers set aside costs nothing to leave there, so that more than these are not shown at once. */
const SHOWN = 50;

/** What others set aside on the ledger for this person to claim, what is likely spam last; nothing where there is none. */
export function ClaimsCard() {
  const { rows } = useRows("claimable_balances", { where: { state: "open" } });
  const now = useNow();
  const hintOf = useHints();
  const [chosen, setChosen] = useState<Claimable | null>(null);
  const [isShowingHidden, setShowingHidden] = useState(false);
  const sorted = useMemo(() => {
    const byTime = sortClaimables(rows, now);
    const isSpam = (row: Claimable): boolean => hintOf(row).isLikely;
    return [...byTime.filter((row) => !isSpam(row)), ...byTime.filter(isSpam)];
  }, [rows, now, hintOf]);
  const [open, hidden] = [sorted.filter(({ isHidden }) => !isHidden), sorted.filter(({ isHidden }) => isHidden)];
  return (
    <>
      {sorted.length === 0 ? null : (
        <Card aria-labelledby="claims">
          <CardHeader
            id="claims"
            title="Set aside for you"
            description={
              open.length === 0
                ? "Nothing waits but what you have hidden."
                : "Yours once you claim it. Leaving it there costs nothing."
            }
          />
          {open.length === 0 ? null : <Rows label="Set aside for you" rows={open} now={now} onChoose={setChosen} />}
          {hidden.length === 0 ? null : (
            <>
              <Button
                variant="ghost"
                size="sm"
                className="mt-2 -ml-3"
                aria-expanded={isShowingHidden}
                onClick={() => setShowingHidden((isShown) => !isShown)}
              >
                {isShowingHidden ? "Put hidden ones away" : `Show ${hidden.length} hidden`}
              </Button>
              {isShowingHidden ? <Rows label="Hidden" rows={hidden} now={now} onChoose={setChosen} /> : null}
            </>
          )}
        </Card>
      )}
      {chosen === null ? null : <ClaimSheet claimable={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

interface RowsProps {
  readonly label: string;
  readonly rows: readonly Claimable[];
  readonly now: number;
  readonly onChoose: (row: Claimable) => void;
}

function Rows({ label, rows, now, onChoose }: RowsProps) {
  const { directory } = useDirectory();
  const hintOf = useHints();
  return (
    <>
      <List aria-label={label}>
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.uid}>
            <button
              type="button"
              onClick={() => onChoose(row)}
              className="-mx-2 block w-[calc(100%+1rem)] rounded-sm px-2 text-left transition-colors duration-150 hover:bg-surface-2"
            >
              <ListRow
                lead={<AssetMark asset={row} image={null} />}
                title={row.assetCode}
                detail={
                  <>
                    {hintOf(row).isLikely ? <span className="font-medium text-warn">Likely spam. </span> : null}
                    {timeWords(row, now) ?? originWords(row, directory)}
                  </>
                }
                trail={<Amount value={row.amount} />}
                trailDetail={<Worth amount={row.amount} assetCode={row.assetCode} issuer={row.issuer} />}
              />
            </button>
          </li>
        ))}
      </List>
      {rows.length > SHOWN ? (
        <p className="mt-3 text-sm text-ink-3">And {rows.length - SHOWN} more, once some of these are gone.</p>
      ) : null}
    </>
  );
}
