import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { readAssetKey } from "#pwa/parts/assets/asset-key.ts";
import { originOf } from "#pwa/parts/assets/facts-words.ts";
import { useHeldFacts } from "#pwa/parts/assets/use-asset-facts.ts";
import { useDirectory } from "#pwa/parts/directory/use-directory.ts";
import { useSession } from "#pwa/parts/session/session.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { formatAmountText, formatCount, shortenAddress } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import type { CloseReviewOutput } from "#schemas/closing.ts";
import { isPositiveAmount } from "./closing.ts";

/** Everything that moves out, what is taken back before, and what stays behind: as the server plans it. */
export function CloseMoves({ review }: { readonly review: CloseReviewOutput }) {
  const { orders, pools, standingOrders, repeatedPayments, unclaimed, lines } = review;
  const ended = standingOrders.length + repeatedPayments.length;
  const { directory } = useDirectory();
  return (
    <>
      <Part title={t`Goes away`}>
        <Leaving review={review} />
      </Part>
      {orders.length + pools.length + ended + lines === 0 ? null : (
        <Part title={t`Is taken back first`}>
          <List>
            {orders.map(({ uid, side, base, quote, amount }) => (
              <li key={uid}>
                <Trans>
                  Your order to {side} {formatAmountText(amount)} {codeOf(base)} for {codeOf(quote)} is cancelled.
                </Trans>
              </li>
            ))}
            {pools.map(({ uid, assetA, amountA, assetB, amountB }) => (
              <li key={uid}>
                <Trans>
                  Your shares of the pool {codeOf(assetA)}/{codeOf(assetB)} are taken out. Right now they come to{" "}
                  {formatAmountText(amountA)} {codeOf(assetA)} and {formatAmountText(amountB)} {codeOf(assetB)}.
                </Trans>
              </li>
            ))}
            {standingOrders.map(({ uid, kind, base, quote }) => (
              <li key={uid}>
                <Trans>
                  Your {kind.replaceAll("-", " ")} order in {codeOf(base)}/{codeOf(quote)} ends.
                </Trans>
              </li>
            ))}
            {repeatedPayments.map(({ uid, asset, amount, every }) => (
              <li key={uid}>
                <Trans>
                  Your payment of {formatAmountText(amount)} {codeOf(asset)} every {every} ends.
                </Trans>
              </li>
            ))}
            {lines === 0 ? null : (
              <li>
                <Trans>
                  {lines === 1 ? "1 asset is" : t`${formatCount(lines)} assets and shares are`} removed from the
                  account.
                </Trans>
              </li>
            )}
          </List>
        </Part>
      )}
      {unclaimed.length === 0 ? null : (
        <Part title={t`Stays behind`}>
          <List>
            {unclaimed.map(({ uid, assetCode, amount, from }) => (
              <li key={uid}>
                <Trans>
                  {formatAmountText(amount)} {assetCode} that {directory.nameOf(from) ?? shortenAddress(from)} set aside
                  for you: nobody can claim it any more. Claim it first if you want it.
                </Trans>
              </li>
            ))}
          </List>
        </Part>
      )}
    </>
  );
}

function Leaving({ review: { xlm, assets } }: { readonly review: CloseReviewOutput }) {
  const { user } = useSession();
  const held = assets.map(({ assetCode, issuer }) => ({
    uid: issuer === null ? assetCode : `${assetCode}-${issuer}`,
    issuer: issuer ?? "",
  }));
  const facts = useHeldFacts(user?.id ?? 0, held);
  return (
    <Facts
      facts={[
        {
          name: "XLM",
          value: (
            <>
              <Amount value={xlm.arrives} assetCode="XLM" />
              <span className="block text-xs font-normal text-ink-3">
                <Trans>
                  of {formatAmountText(xlm.amount)} XLM, {formatAmountText(xlm.reserve)} of it kept back by the network
                  until then,{" "}
                  {isPositiveAmount(xlm.fee)
                    ? t`less the network fee of at most ${formatAmountText(xlm.fee)} XLM`
                    : "the network fee being paid for you"}
                </Trans>
              </span>
            </>
          ),
        },
        ...assets.map(({ assetCode, issuer, amount }) => {
          const known = facts.get(`${assetCode}-${issuer ?? ""}`) ?? null;
          return {
            name: `${assetCode} of ${originOf(issuer ?? "", known)}`,
            value: <Amount value={amount} assetCode={assetCode} />,
          };
        }),
      ]}
    />
  );
}

export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function List({ children }: { readonly children: ReactNode }) {
  return <ul className="list-disc space-y-1.5 ps-5 text-sm text-ink-2">{children}</ul>;
}

function codeOf(key: string): string {
  return readAssetKey(key)?.assetCode ?? key;
}
