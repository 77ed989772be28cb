import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { AssetMark } from "#pwa/parts/assets/asset-mark.tsx";
import { useDirectory } from "#pwa/parts/directory/use-directory.ts";
import { useSession } from "#pwa/parts/session/session.tsx";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { later } from "#pwa/ui/later.tsx";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { useNow } from "#pwa/ui/now.ts";
import { claimTime } from "#schemas/claims.ts";
import { type Claimable, claimTitle, originWords, sortClaimables, timeWords } from "./claim-words.ts";
import { useHints } from "./use-hints.ts";
import { Worth } from "./worth.tsx";

const ClaimSheet = later(async () => (await import("./claim-sheet.tsx")).ClaimSheet);

/** Strangers can set aside thousands: no more than these are shown at once. */
const SHOWN = 50;

/**
 * What others set aside on the ledger for this person to claim: last what is likely spam, and before it what nobody has told the
 * worth of yet; nothing where there is none.
 */
export function ClaimsCard() {
  const { rows } = useRows("claimable_balances", { where: { state: "open" } });
  const now = useNow();
  const hintOf = useHints();
  const [chosen, setChosen] = useState<Claimable | null>(null);
  const [isShowingHidden, setShowingHidden] = useState(false);
  const sorted = useMemo(() => {
    const byTime = sortClaimables(rows, now);
    const judged = byTime.map((row) => {
      const { isLikely, isDoubtful } = hintOf(row);
      return { row, place: isLikely ? 2 : isDoubtful ? 1 : 0 };
    });
    return judged.sort((left, right) => left.place - right.place).map(({ row }) => row);
  }, [rows, now, hintOf]);
  const [open, hidden] = [sorted.filter(({ isHidden }) => !isHidden), sorted.filter(({ isHidden }) => isHidden)];
  return (
    <>
      {sorted.length === 0 ? null : (
        <Card aria-labelledby="claims">
          <CardHeader
            id="claims"
            title={t`Set aside for you`}
            description={
              open.length === 0
                ? t`Nothing waits but what you have hidden.`
                : t`Yours once you claim it. Leaving it there costs nothing.`
            }
          />
          {open.length === 0 ? null : <Rows label={t`Set aside for you`} rows={open} now={now} onChoose={setChosen} />}
          {hidden.length === 0 ? null : (
            <>
              <Button
                variant="ghost"
                size="sm"
                className="mt-2 -ms-3"
                aria-expanded={isShowingHidden}
                onClick={() => setShowingHidden((isShown) => !isShown)}
              >
                {isShowingHidden
                  ? t`Put hidden ones away`
                  : plural({ count: hidden.length }, { one: "Show # hidden", other: "Show # hidden" })}
              </Button>
              {isShowingHidden ? (
                <Rows
                  label={t({ message: "Hidden", context: "money that was set aside" })}
                  rows={hidden}
                  now={now}
                  onChoose={setChosen}
                />
              ) : null}
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
  const { user } = useSession();
  const { directory } = useDirectory();
  const hintOf = useHints();
  const [shown, setShown] = useState(SHOWN);
  return (
    <>
      <List aria-label={label}>
        {rows.slice(0, shown).map((row) => (
          <li key={row.uid} className="flex items-center gap-3">
            <button
              type="button"
              onClick={() => onChoose(row)}
              className="-ms-2 block min-w-0 flex-1 rounded-sm px-2 text-start transition-colors duration-150 hover:bg-surface-2"
            >
              <ListRow
                lead={<AssetMark asset={row} image={null} />}
                title={row.assetCode}
                detail={
                  <>
                    {hintOf(row).isLikely ? (
                      <span className="font-medium text-warn">
                        <Trans>Likely spam.</Trans>{" "}
                      </span>
                    ) : null}
                    {timeWords(row, now) ?? originWords(row, directory, user?.walletAddress)}
                  </>
                }
                trail={<Amount value={row.amount} />}
                trailDetail={<Worth amount={row.amount} assetCode={row.assetCode} issuer={row.issuer} />}
              />
            </button>
            {claimTime(row.windows, new Date(now)).kind === "now" && !hintOf(row).isLikely ? (
              <Button size="sm" variant="secondary" aria-label={claimTitle(row)} onClick={() => onChoose(row)}>
                <Trans context="button">Claim</Trans>
              </Button>
            ) : null}
          </li>
        ))}
      </List>
      {rows.length > shown ? (
        <Button variant="ghost" size="sm" className="mt-2 -ms-3" onClick={() => setShown(shown + SHOWN)}>
          {plural({ count: rows.length - shown }, { one: "Show more, # is left", other: "Show more, # are left" })}
        </Button>
      ) : null}
    </>
  );
}
