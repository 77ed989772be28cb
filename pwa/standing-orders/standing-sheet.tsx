import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { saidWords } from "#pwa/platform/language/said-words.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { formatDate, shortenAddress } from "#pwa/ui/format.ts";
import { Facts, List } from "#pwa/ui/list.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import type { StandingRun } from "#schemas/standing-orders.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { type StandingRow, StandingState } from "./standing-state.tsx";
import { isStanding, standingTitle, whenWords } from "./standing-words.ts";
import { progressWords, runWords, seenWords } from "./run-words.ts";
import { thenWords } from "./then-words.ts";

interface StandingSheetProps {
  readonly row: StandingRow;
  readonly isOnline: boolean;
  readonly onCancel: () => void;
  readonly onClose: () => void;
}

/** Everything about one standing order: what was agreed, and what became of each run. */
export function StandingSheet({ row, isOnline, onCancel, onClose }: StandingSheetProps) {
  const { terms, runs, runsDone, runsMissed } = row;
  const untold = runsDone + runsMissed - runs.filter(({ outcome }) => outcome !== "under-way").length;
  return (
    <Sheet
      onClose={onClose}
      title={standingTitle(terms)}
      footer={
        <>
          {isStanding(row) ? (
            <Button variant="danger" disabled={!isOnline} onClick={onCancel}>
              <Trans>Cancel this order</Trans>
            </Button>
          ) : null}
          <Button variant="secondary" onClick={onClose}>
            <Trans context="button">Close</Trans>
          </Button>
        </>
      }
    >
      <Facts facts={factsOf(row)} />
      <p className="py-2.5 text-sm text-ink-2">{thenWords(terms)}</p>
      <h3 className="mt-2 text-sm font-semibold">
        <Trans>What happened</Trans>
      </h3>
      {runs.length === 0 ? (
        <p className="py-2 text-sm text-ink-3">
          <Trans>Nothing yet.</Trans>
        </p>
      ) : (
        <List aria-label={t`What happened`}>
          {runs.toReversed().map((run) => (
            <Run key={run.number} row={row} run={run} />
          ))}
        </List>
      )}
      {untold > 0 ? (
        <p className="py-2 text-sm text-ink-3">
          {plural(untold, {
            one: "# earlier one is among your transactions and notifications.",
            other: "# earlier ones are among your transactions and notifications.",
          })}
        </p>
      ) : null}
    </Sheet>
  );
}

function factsOf(row: StandingRow) {
  const { terms, agreed, nextAt, placedAt } = row;
  const progress = progressWords(terms, row);
  return [
    { name: t({ message: "State", context: "of an order" }), value: <StandingState row={row} /> },
    { name: t({ message: "Plan", context: "of an order" }), value: whenWords(terms) },
    ...(progress === "" ? [] : [{ name: t({ message: "Runs", context: "of an order, noun" }), value: progress }]),
    ...(nextAt === null || !isStanding(row)
      ? []
      : [{ name: t({ message: "Next", context: "run of an order" }), value: dateOf(nextAt) }]),
    {
      name: t`Ends by itself`,
      value:
        terms.expiresAt === null
          ? t({ message: "No", context: "an order does not end by itself" })
          : dateOf(terms.expiresAt),
    },
    { name: t({ message: "Placed", context: "when an order was placed" }), value: dateOf(placedAt) },
    ...(parseAmount(agreed.networkFee) === 0n
      ? []
      : [
          {
            name: t`Network fee of a run, at most`,
            value: <Amount value={agreed.networkFee} assetCode="XLM" />,
          },
        ]),
    ...agreed.operatorFees.map(({ assetCode, amount }) => ({
      name: t`Fee to Astrolabe of a run, at most`,
      value: <Amount value={amount} assetCode={assetCode} />,
    })),
  ];
}

const RUN_TONES = {
  "under-way": "accent",
  done: "up",
  missed: "warn",
  failed: "down",
  cancelled: "neutral",
} as const satisfies Readonly<Record<StandingRun["outcome"], string>>;

function Run({ row: { terms }, run }: { readonly row: StandingRow; readonly run: StandingRun }) {
  const { number, outcome, reason, at, ledger, price, hash } = run;
  const seen = seenWords(terms, price);
  return (
    <li className="flex flex-col gap-1 py-2.5 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          <span className="numeric text-ink-3">{number}.</span>{" "}
          <Badge tone={RUN_TONES[outcome]}>{runWords(terms, outcome)}</Badge>
        </span>
        <span className="text-xs text-ink-3">{dateOf(at)}</span>
      </p>
      {reason === "" ? null : <p className="text-ink-2">{saidWords(reason)}</p>}
      <p className="numeric text-xs text-ink-3">
        <Trace {...{ seen, ledger, hash }} />
      </p>
    </li>
  );
}

interface TraceProps {
  /** What price it saw, in words. */
  readonly seen: string | null;
  readonly ledger: number;
  /** Empty for none. */
  readonly hash: string;
}

/** Where a run can be found on the network. */
function Trace({ seen, ledger, hash }: TraceProps) {
  const transaction = (
    <span title={hash} className="font-mono">
      {shortenAddress(hash)}
    </span>
  );
  if (seen === null)
    return hash === "" ? (
      <Trans>ledger {ledger}</Trans>
    ) : (
      <Trans>
        ledger {ledger}, transaction {transaction}
      </Trans>
    );
  return hash === "" ? (
    <Trans>
      {seen}, ledger {ledger}
    </Trans>
  ) : (
    <Trans>
      {seen}, ledger {ledger}, transaction {transaction}
    </Trans>
  );
}

function dateOf(instant: string): string {
  return formatDate(Date.parse(instant), { withTime: true });
}
