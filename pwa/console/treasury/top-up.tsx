import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { makeCodeUri } from "#pwa/parts/directory/pay-uri.ts";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { later } from "#pwa/ui/later.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import type { TreasuryAccount, TreasuryOutput } from "#schemas/treasury.ts";

const PayCode = later(
  async () => (await import("#pwa/parts/qr-codes/pay-code.tsx")).PayCode,
  // As large as what comes, so that nothing moves.
  () => <div className="aspect-square w-full max-w-64 rounded-md bg-surface-2" />,
);

interface TopUpProps {
  readonly account: TreasuryAccount;
  readonly treasury: TreasuryOutput;
}

/** How to pay the house's own money into an account. */
export function TopUp({ account: { address, purpose }, treasury: { topUpMemo, passphrase } }: TopUpProps) {
  const code = makeCodeUri({
    destination: address,
    amount: "",
    assetCode: "XLM",
    issuer: "",
    memo: topUpMemo,
    memoType: "text",
    networkPassphrase: passphrase,
    message: "",
  });
  return (
    <details className="rounded-md border border-line">
      <summary className="cursor-pointer p-3 font-semibold">
        <Trans>Top it up</Trans>
      </summary>
      <div className="flex flex-col gap-3 p-3 pt-0">
        {purpose === "treasury" ? (
          <Notice tone="warn">
            <Trans>Pay with this memo: without it the money counts as somebody else's and waits in suspense.</Trans>
          </Notice>
        ) : null}
        <Facts
          facts={[
            {
              name: t`Address`,
              value: (
                <span className="inline-flex max-w-full items-center gap-1">
                  <bdi dir="ltr" className="min-w-0 font-mono text-xs break-all">
                    {address}
                  </bdi>
                  <CopyButton text={address} label={t`Copy address`} />
                </span>
              ),
            },
            {
              name: t`Memo`,
              value: (
                <span className="inline-flex items-center gap-1">
                  <bdi dir="ltr" className="font-mono">
                    {topUpMemo}
                  </bdi>
                  <CopyButton text={topUpMemo} label={t`Copy memo`} />
                </span>
              ),
            },
          ]}
        />
        <PayCode text={code} label={t`QR code that pays into this account, with its memo`} />
        <p className="text-ink-3">
          <Trans>Stellar wallets read this code. It asks for XLM, of any amount.</Trans>
        </p>
      </div>
    </details>
  );
}
