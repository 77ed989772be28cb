import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { readAssetKey } from "#pwa/parts/assets/asset-key.ts";
import { originOf } from "#pwa/parts/assets/facts-words.ts";
import { useHeldFacts } from "#pwa/parts/assets/use-asset-facts.ts";
import { useDirectory } from "#pwa/parts/directory/use-directory.ts";
import { useSession } from "#pwa/parts/session/session.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { formatAmountText, shortenAddress } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import type { CloseReviewOutput } from "#schemas/closing.ts";
import { isPositiveAmount } from "./closing.ts";
import type { PaymentCalendar } from "#schemas/standing-payments.ts";
import type { OrderSide } from "#schemas/trading.ts";

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
              <li key={uid}>{cancelledWords(side, formatAmountText(amount), codeOf(base), codeOf(quote))}</li>
            ))}
            {pools.map(({ uid, assetA, amountA, assetB, amountB }) => (
              <li key={uid}>
                <Trans>
                  Your shares of the pool {{ pool: `${codeOf(assetA)}/${codeOf(assetB)}` }} are taken out. Right now
                  they come to {{ amountA: formatAmountText(amountA) }} {{ codeA: codeOf(assetA) }} and{" "}
                  {{ amountB: formatAmountText(amountB) }} {{ codeB: codeOf(assetB) }}.
                </Trans>
              </li>
            ))}
            {standingOrders.map(({ uid, kind, base, quote }) => (
              <li key={uid}>{endedWords(kind, `${codeOf(base)}/${codeOf(quote)}`)}</li>
            ))}
            {repeatedPayments.map(({ uid, asset, amount, every }) => (
              <li key={uid}>{paymentWords(every, formatAmountText(amount), codeOf(asset))}</li>
            ))}
            {lines === 0 ? null : (
              <li>
                {plural(lines, {
                  one: "# asset is removed from the account.",
                  other: "# assets and shares are removed from the account.",
                })}
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
                  {{ amount: formatAmountText(amount) }} {assetCode} that{" "}
                  {{ name: directory.nameOf(from) ?? shortenAddress(from) }} set aside for you: nobody can claim it any
                  more. Claim it first if you want it.
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
              <span className="block text-xs font-normal text-ink-3">{ofWords(xlm)}</span>
            </>
          ),
        },
        ...assets.map(({ assetCode, issuer, amount }) => {
          const known = facts.get(`${assetCode}-${issuer ?? ""}`) ?? null;
          return {
            name: t`${assetCode} of ${{ issuer: originOf(issuer ?? "", known) }}`,
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

function cancelledWords(side: OrderSide, amount: string, base: string, quote: string): string {
  return side === "buy"
    ? t`Your order to buy ${amount} ${base} for ${quote} is cancelled.`
    : t`Your order to sell ${amount} ${base} for ${quote} is cancelled.`;
}

/** `kind` is a kind of standing order as the server calls it; one that this app does not know is a standing order all the same. */
function endedWords(kind: string, pair: string): string {
  switch (kind) {
    case "stop-limit":
      return t`Your stop limit order in ${pair} ends.`;
    case "take-profit":
      return t`Your take profit order in ${pair} ends.`;
    case "trailing-stop":
      return t`Your trailing stop order in ${pair} ends.`;
    case "oco":
      return t`Your oco order in ${pair} ends.`;
    case "twap":
      return t`Your twap order in ${pair} ends.`;
    case "recurring":
      return t`Your recurring order in ${pair} ends.`;
    default:
      return t`Your standing order in ${pair} ends.`;
  }
}

function paymentWords(every: PaymentCalendar, amount: string, code: string): string {
  return every === "week"
    ? t`Your payment of ${amount} ${code} every week ends.`
    : t`Your payment of ${amount} ${code} every month ends.`;
}

/** Of how much the XLM that arrive are what is left. */
function ofWords(xlm: CloseReviewOutput["xlm"]): string {
  const [amount, reserve] = [formatAmountText(xlm.amount), formatAmountText(xlm.reserve)];
  const fee = formatAmountText(xlm.fee);
  return isPositiveAmount(xlm.fee)
    ? t`of ${amount} XLM, ${reserve} of it kept back by the network until then, less the network fee of at most ${fee} XLM`
    : t`of ${amount} XLM, ${reserve} of it kept back by the network until then, the network fee being paid for you`;
}
