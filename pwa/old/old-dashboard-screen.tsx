import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useWhole } from "#pwa/parts/assets/use-whole.ts";
import { useSession } from "#pwa/parts/session/session.tsx";
import { percentText } from "#pwa/parts/assets/holdings.ts";
import { PriceNote } from "#pwa/parts/assets/price-note.tsx";
import { useDirectory } from "#pwa/parts/directory/use-directory.ts";
import { uncountedWords } from "#pwa/parts/assets/uncounted-words.ts";
import type { Whole } from "#pwa/parts/assets/whole.ts";
import { formatUsd, formatXlm } from "#pwa/parts/assets/worth.ts";
import { usdText } from "#pwa/parts/assets/usd-words.ts";
import { useHiddenFeatures } from "#pwa/parts/service/use-interface.ts";
import { useOffers } from "#pwa/parts/service/use-service.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { titleOf } from "#pwa/parts/history/event-words.ts";
import { hasAmount, isLeg, movementOf } from "#pwa/parts/history/movement.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import { Button } from "#pwa/ui/button.tsx";
import { leftToRight } from "#pwa/ui/direction.ts";
import { CONTROL_LOOK } from "#pwa/ui/field.tsx";
import { useFirstReading } from "#pwa/ui/first-reading.ts";
import { formatAmountText, formatCount, formatDate, shortenAddress } from "#pwa/ui/format.ts";
import { Page } from "#pwa/ui/page.tsx";
import type { UserOutput } from "#schemas/users.ts";
import { PlainAmount } from "./plain-amount.tsx";
import { PlainLink } from "./plain-parts.tsx";
import { PlacesTable } from "./places-table.tsx";
import { PlainTable } from "./plain-table.tsx";

const LATEST = { sort: [{ timestamp: "desc" as const }], limit: 20 };

export function OldDashboardScreen() {
  const { user } = useSession();
  return user === null ? null : <OldDashboard key={user.id} user={user} />;
}

function OldDashboard({ user }: { readonly user: UserOutput }) {
  const { whole, prices, isLoading: isWholeLoading } = useWhole();
  const latest = useRows("transactions", LATEST);
  const offers = useOffers();
  const hidden = useHiddenFeatures();
  const isLoading = useFirstReading(isWholeLoading || latest.isLoading);
  if (isLoading)
    return (
      <Page
        title={t`Dashboard, plain version`}
        actions={
          <PlainLink to="/dashboard">
            <Trans>New version</Trans>
          </PlainLink>
        }
      >
        <p className="my-6">
          <Trans>Reading what this device holds.</Trans>
        </p>
      </Page>
    );
  return (
    <Page
      title={t`Dashboard, plain version`}
      actions={
        <PlainLink to="/dashboard">
          <Trans>New version</Trans>
        </PlainLink>
      }
    >
      <p className="my-6">
        <TotalSentence whole={whole} /> <PriceNote prices={prices} />
        {uncountedWords(whole).map((sentence) => ` ${sentence}`)}
      </p>
      <PlacesTable whole={whole} />
      <PlainTable
        caption={t`Balances`}
        heads={[t`Asset`, t`Balance`, t`Value`, t`As of ledger`]}
        empty={t`No balance yet. Your account is waiting for its first XLM.`}
        rows={whole.holdings.map(({ row, price }) => ({
          key: row.uid,
          cells: [
            <PlainLink key="asset" to="/assets/$asset" params={{ asset: row.uid }}>
              {row.assetCode}
            </PlainLink>,
            formatAmountText(row.balance),
            usdText(row.balance, price),
            formatCount(row.asOfLedger),
          ],
        }))}
      />
      <SendForm assets={whole.holdings.map(({ row }) => row)} />
      <Latest user={user} rows={latest.rows} />
      <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <PlainLink to="/receive">
          <Trans>Receive</Trans>
        </PlainLink>
        {hidden.includes("swap") ? null : (
          <PlainLink to="/swap">
            <Trans>Swap</Trans>
          </PlainLink>
        )}
        {offers.includes("deposits") ? (
          <PlainLink to="/buy-xlm">
            <Trans>Buy</Trans>
          </PlainLink>
        ) : null}
        <PlainLink to="/old-assets">
          <Trans>Assets, plain version</Trans>
        </PlainLink>
        <PlainLink to="/transactions">
          <Trans>All transactions</Trans>
        </PlainLink>
      </p>
    </Page>
  );
}

function TotalSentence({ whole }: { readonly whole: Whole }) {
  const { usd, xlm, change } = whole;
  const total = (
    <>
      <strong className="numeric">{totalWords(whole)}</strong>
      {usd === null || xlm === null ? null : ` (${formatXlm(xlm)})`}
    </>
  );
  if (change === null) return <Trans>Total value: {total}.</Trans>;
  const percent = percentText(change.part);
  return change.part < 0n ? (
    <Trans>
      Total value: {total}, down {percent} in 24 hours.
    </Trans>
  ) : (
    <Trans>
      Total value: {total}, up {percent} in 24 hours.
    </Trans>
  );
}

function totalWords({ usd, xlm }: Whole): string {
  return usd === null ? formatXlm(xlm ?? 0n) : formatUsd(usd);
}

interface SendFormProps {
  readonly assets: readonly { readonly uid: string; readonly assetCode: string; readonly issuer: string }[];
}

/** Takes a payment down; it is checked, asked about where its amount is not clear, and confirmed on the screen that sends. */
function SendForm({ assets }: SendFormProps) {
  const [amount, setAmount] = useState("");
  const navigate = useNavigate();
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const said = (name: string) => String(form.get(name) ?? "").trim();
    void navigate({ to: "/send", search: { to: said("to"), amount: amount.trim(), asset: said("asset") } });
  };
  return (
    <form onSubmit={send} className="mb-8">
      <h2 className="mb-2 text-lg font-semibold">
        <Trans>Send</Trans>
      </h2>
      <div className="flex flex-wrap items-end gap-3">
        <label className="min-w-0 grow basis-64 text-sm">
          <Trans>To (an address, a name or a user ID)</Trans>
          <input name="to" required autoComplete="off" spellCheck={false} className={CONTROL_LOOK} />
        </label>
        <PlainAmount name="amount" value={amount} onType={setAmount}>
          <Trans>Amount</Trans>
        </PlainAmount>
        <label className="min-w-0 grow basis-28 text-sm">
          <Trans>Asset</Trans>
          <select name="asset" className={CONTROL_LOOK}>
            {assets.map(({ uid, assetCode, issuer }) => (
              <option key={uid} value={uid}>
                {issuer === "" ? assetCode : `${assetCode} (${shortenAddress(issuer)})`}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit">
          <Trans>Go on</Trans>
        </Button>
      </div>
    </form>
  );
}

interface LatestProps {
  readonly user: UserOutput;
  readonly rows: readonly LocalRow<"transactions">[];
}

function Latest({ user, rows }: LatestProps) {
  const { directory } = useDirectory();
  return (
    <PlainTable
      caption={t`Latest activity`}
      heads={[t({ message: "What", context: "column of what happened" }), t`Amount`, t`When`]}
      empty={t`Nothing has moved yet.`}
      rows={rows
        .filter((row) => !isLeg(row))
        .map((row) => {
          const { direction } = movementOf(row, user.walletAddress);
          const sign = direction === "in" ? "+" : direction === "out" ? "−" : "";
          const amount = row.type === "fee" ? row.fee : row.amount;
          return {
            key: row.uid,
            cells: [
              titleOf(row, user.walletAddress, directory.nameOf),
              hasAmount(row) || row.type === "fee"
                ? leftToRight(`${sign}${formatAmountText(amount)} ${row.assetCode}`)
                : "",
              formatDate(Date.parse(row.timestamp)),
            ],
          };
        })}
    />
  );
}
