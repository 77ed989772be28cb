import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useId, useState } from "react";
import { useWhole } from "#pwa/parts/assets/use-whole.ts";
import { useSession } from "#pwa/parts/session/session.tsx";
import { readAssetKey } from "#pwa/parts/assets/asset-key.ts";
import { percentText } from "#pwa/parts/assets/holdings.ts";
import { PriceNote } from "#pwa/parts/assets/price-note.tsx";
import { priceInUsd } from "#pwa/parts/assets/price-words.ts";
import { uncountedWords } from "#pwa/parts/assets/uncounted-words.ts";
import { shareOf } from "#pwa/parts/assets/whole.ts";
import { formatUsd } from "#pwa/parts/assets/worth.ts";
import { usdText } from "#pwa/parts/assets/usd-words.ts";
import { Button } from "#pwa/ui/button.tsx";
import { CONTROL_LOOK } from "#pwa/ui/field.tsx";
import { useFirstReading } from "#pwa/ui/first-reading.ts";
import { formatAmountText, formatCount } from "#pwa/ui/format.ts";
import { Page } from "#pwa/ui/page.tsx";
import { changeWords, PlainLink } from "./plain-parts.tsx";
import { PlacesTable } from "./places-table.tsx";
import { PlainTable } from "./plain-table.tsx";

export function OldAssetsScreen() {
  const { user } = useSession();
  return user === null ? null : <OldAssets key={user.id} />;
}

function OldAssets() {
  const { whole, prices, isLoading: isWholeLoading } = useWhole();
  const isLoading = useFirstReading(isWholeLoading);
  const link = (uid: string, assetCode: string) => (
    <PlainLink key="asset" to="/assets/$asset" params={{ asset: uid }}>
      {assetCode}
    </PlainLink>
  );
  if (isLoading)
    return (
      <Page title="Assets, plain version" actions={<PlainLink to="/assets">New version</PlainLink>}>
        <p className="mt-6">Reading what this device holds.</p>
      </Page>
    );
  return (
    <Page title="Assets, plain version" actions={<PlainLink to="/assets">New version</PlainLink>}>
      <div className="mt-6">
        <PlainTable
          caption="What you hold"
          heads={["Asset", "Balance", "To spend", "As of ledger"]}
          empty="No balance yet."
          rows={whole.holdings.map(({ row }) => ({
            key: row.uid,
            cells: [
              link(row.uid, row.assetCode),
              formatAmountText(row.balance),
              formatAmountText(row.spendable),
              formatCount(row.asOfLedger),
            ],
          }))}
        />
        <PlainTable
          caption="What it is worth"
          heads={["Asset", "Price", "24 hours", "Value", "Share"]}
          empty="No balance yet."
          rows={whole.holdings.map((holding) => {
            const { row, price } = holding;
            const share = shareOf(holding, whole);
            return {
              key: row.uid,
              cells: [
                row.assetCode,
                price === null ? "not known" : priceInUsd(price),
                changeWords(holding),
                usdText(row.balance, price),
                share === null ? "not known" : percentText(share),
              ],
            };
          })}
        />
        <p className="-mt-5 mb-8 text-sm text-ink-2">
          {whole.usd === null ? null : `${formatUsd(whole.usd)} in all. `}
          {uncountedWords(whole).map((sentence) => `${sentence} `)}
          <PriceNote prices={prices} /> An asset is removed on its own page.
        </p>
        <PlacesTable whole={whole} />
        <AddForm />
        <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
          <PlainLink to="/old-dashboard">Dashboard, plain version</PlainLink>
          <PlainLink to="/transactions">All transactions</PlainLink>
        </p>
      </div>
    </Page>
  );
}

/** Leads to the page of an asset, where it is looked at before it is added. */
function AddForm() {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  const open = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const key = `${String(form.get("code") ?? "").trim()}-${String(form.get("issuer") ?? "").trim()}`;
    if (readAssetKey(key) === null)
      setProblem("Enter a code of up to 12 letters and digits, and the issuer's address, which starts with G.");
    else void navigate({ to: "/assets/$asset", params: { asset: key } });
  };
  return (
    <form onSubmit={open} className="mb-8" aria-describedby={problemId}>
      <h2 className="mb-2 text-lg font-semibold">Add an asset</h2>
      <div className="flex flex-wrap items-end gap-3">
        <label className="min-w-0 grow basis-28 text-sm">
          Asset code
          <input name="code" required autoComplete="off" spellCheck={false} className={CONTROL_LOOK} />
        </label>
        <label className="min-w-0 grow-[3] basis-64 text-sm">
          Issuer
          <input name="issuer" required autoComplete="off" spellCheck={false} className={CONTROL_LOOK} />
        </label>
        <Button type="submit">Look at it</Button>
      </div>
      <p id={problemId} role="alert" className="mt-2 text-sm text-down">
        {problem}
      </p>
    </form>
  );
}
