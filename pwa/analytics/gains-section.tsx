import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { formatUsd } from "#pwa/parts/assets/worth.ts";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { Cell, HeadCell, Table } from "#pwa/ui/table.tsx";
import { Delta } from "#pwa/parts/charts/delta.tsx";
import { heldWords, positionWords, togetherOf } from "./gain-words.ts";
import type { Gain } from "./average-cost.ts";
import type { AssetGain, Book } from "./book.ts";
import { SaveButton } from "./save-button.tsx";

interface GainsSectionProps {
  readonly book: Book | null;
  readonly day: string;
}

/** What each asset has gained or lost, by average cost. */
export function GainsSection({ book, day }: GainsSectionProps) {
  const gains = book?.gains ?? [];
  const assets = gains.map(({ asset }) => asset);
  const known = gains.flatMap(({ gain }) => (gain === null ? [] : [gain]));
  const together = togetherOf(gains);
  return (
    <Card aria-labelledby="analytics-gains">
      <CardHeader
        id="analytics-gains"
        title={t`Profit and loss`}
        description={t`Of all time, by average cost. What came in counts as bought at the price of its day, what went out as sold at it, a trade as what it paid. Fees are losses.`}
        action={
          <SaveButton
            kind="CSV"
            label={t`CSV of profit and loss`}
            isReady={gains.length > 0}
            onSave={async () => {
              const { gainTable, saveCsv } = await import("./save-report.ts");
              await saveCsv("profit-and-loss", day, gainTable(gains));
            }}
          />
        }
      />
      {book === null ? <Skeleton className="h-32 w-full" /> : null}
      {book !== null && gains.length === 0 ? (
        <EmptyState title={t`Nothing was held yet`}>
          <Trans>Once an asset has come in, its gain or loss is told here.</Trans>
        </EmptyState>
      ) : null}
      {gains.length === 0 ? null : (
        <>
          <ul className="divide-y divide-line lg:hidden">
            {gains.map((one) => (
              <GainItem key={one.asset} one={one} assets={assets} />
            ))}
          </ul>
          <div className="hidden lg:block">
            <Table caption={t`Profit and loss by asset`}>
              <thead>
                <tr>
                  <HeadCell>
                    <Trans>Asset</Trans>
                  </HeadCell>
                  <HeadCell numeric>
                    <Trans context="how much is held">Held</Trans>
                  </HeadCell>
                  <HeadCell numeric>
                    <Trans>Cost</Trans>
                  </HeadCell>
                  <HeadCell numeric>
                    <Trans>Value</Trans>
                  </HeadCell>
                  <HeadCell numeric>
                    <Trans>Realised</Trans>
                  </HeadCell>
                  <HeadCell numeric>
                    <Trans>Unrealised</Trans>
                  </HeadCell>
                </tr>
              </thead>
              <tbody>
                {gains.map((one) => (
                  <GainRow key={one.asset} one={one} assets={assets} />
                ))}
              </tbody>
            </Table>
          </div>
          {known.length === 0 ? null : (
            <p className="mt-3 text-sm">
              <Together {...together} isWhole={known.length === gains.length} />
            </p>
          )}
        </>
      )}
    </Card>
  );
}

interface TogetherProps extends ReturnType<typeof togetherOf> {
  /** Whether the cost of all of them is known. */
  readonly isWhole: boolean;
}

function Together({ gain, value, isWhole }: TogetherProps) {
  const worth = value === null ? null : formatUsd(value);
  if (worth === null)
    return isWhole ? (
      <Trans>
        Together <Signed amount={gain} />
      </Trans>
    ) : (
      <Trans>
        Together <Signed amount={gain} /> <span className="text-ink-3">without the assets whose cost is not known</span>
      </Trans>
    );
  return isWhole ? (
    <Trans>
      Together <Signed amount={gain} />, worth <span className="numeric font-medium">{worth}</span> now
    </Trans>
  ) : (
    <Trans>
      Together <Signed amount={gain} />, worth <span className="numeric font-medium">{worth}</span> now{" "}
      <span className="text-ink-3">without the assets whose cost is not known</span>
    </Trans>
  );
}

interface GainProps {
  readonly one: AssetGain;
  readonly assets: readonly string[];
}

function unknownWords(): string {
  return t`Not known: a price, or a part of its history, is missing on this device`;
}

/** The same as a row of the table, where there is no room for one. */
function GainItem({ one, assets }: GainProps) {
  const { gain } = one;
  return (
    <li className="py-3 text-sm">
      <p className="font-medium">{positionWords(one, assets)}</p>
      {gain === null ? (
        <p className="text-ink-3">{unknownWords()}</p>
      ) : (
        <>
          <Since gain={gain} />
          <Facts
            facts={[
              {
                name: t({ message: "Held", context: "how much is held" }),
                value: <span className="numeric">{heldWords(one, gain)}</span>,
              },
              { name: t`Cost`, value: <span className="numeric">{formatUsd(gain.cost)}</span> },
              { name: t`Value`, value: <span className="numeric">{formatUsd(gain.value)}</span> },
              { name: t`Realised`, value: <Signed amount={gain.realised} /> },
              { name: t`Unrealised`, value: <Signed amount={gain.unrealised} /> },
            ]}
          />
        </>
      )}
    </li>
  );
}

function Since({ gain: { sinceMs } }: { readonly gain: Gain }) {
  return sinceMs === null ? null : (
    <span className="block text-xs font-normal text-ink-3">
      {t`Counted from ${{ day: formatDate(sinceMs) }}, when its price became known`}
    </span>
  );
}

function GainRow({ one, assets }: GainProps) {
  const { gain } = one;
  if (gain === null)
    return (
      <tr>
        <Cell className="font-medium">{positionWords(one, assets)}</Cell>
        <Cell colSpan={5} className="text-end text-ink-3">
          {unknownWords()}
        </Cell>
      </tr>
    );
  return (
    <tr>
      <Cell className="font-medium">
        {positionWords(one, assets)}
        <Since gain={gain} />
      </Cell>
      <Cell numeric>{heldWords(one, gain)}</Cell>
      <Cell numeric>{formatUsd(gain.cost)}</Cell>
      <Cell numeric>{formatUsd(gain.value)}</Cell>
      <Cell numeric>
        <Signed amount={gain.realised} />
      </Cell>
      <Cell numeric>
        <Signed amount={gain.unrealised} />
      </Cell>
    </tr>
  );
}

function Signed({ amount }: { readonly amount: bigint }) {
  return <Delta sign={amount}>{formatUsd(amount < 0n ? -amount : amount)}</Delta>;
}
