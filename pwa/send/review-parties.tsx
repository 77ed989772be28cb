import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { formatUsd } from "#pwa/parts/assets/worth.ts";
import { AskerWords } from "#pwa/parts/directory/asker-words.tsx";
import { MEMO_NAMES } from "#pwa/parts/directory/memo-names.ts";
import { ComingFee } from "#pwa/parts/confirming/coming-fee.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { Identicon } from "#pwa/ui/identicon.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { parseAmount } from "#schemas/values/money.ts";
import { useUsdWorth } from "#pwa/parts/assets/use-usd-worth.ts";
import type { AssetAmount, ReviewFacts } from "./review-facts.ts";
import type { Review } from "./send-state.ts";

/** Who pays whom how much, and all it costs. */
export function ReviewParties({ review, facts }: { readonly review: Review; readonly facts: ReviewFacts }) {
  const { payment } = review;
  const { recipient, memo, memoType, isMemoFixed } = review.check;
  const { address } = recipient;
  // As the server counts it for the limit; else as this device was last told.
  const toldWorth = useUsdWorth()(payment.amountStroops, payment);
  const { usd } = review.check;
  const worth = usd === null ? toldWorth : t`about ${{ amount: formatUsd(parseAmount(usd)) }}`;
  return (
    <>
      <div className="text-center">
        <p className="text-2xl font-semibold">
          <Amount value={facts.amount} assetCode={payment.assetCode} />
        </p>
        {worth === null ? null : <p className="numeric mt-1 text-sm text-ink-3">{worth}</p>}
      </div>
      <div className="flex items-start gap-3 rounded-md bg-surface-2 p-3">
        <Identicon address={address} />
        <div className="min-w-0">
          <p className="text-xs text-ink-3">
            <Trans context="who is paid">To</Trans>
          </p>
          {facts.name === null ? null : (
            <p data-private="" className="font-medium">
              {facts.name}
            </p>
          )}
          <p className="font-mono text-xs break-all">{address}</p>
        </div>
      </div>
      <AskerWords message={payment.message} />
      <Facts
        facts={[
          ...(payment.issuer === ""
            ? []
            : [{ name: t`Issued by`, value: <span className="font-mono text-xs break-all">{payment.issuer}</span> }]),
          { name: MEMO_NAMES[memoType], value: <MemoText memo={memo} isFixed={isMemoFixed} /> },
          {
            name: t`Network fee`,
            value: facts.networkFee === null ? t`Paid by Astrolabe` : <AtMost cost={facts.networkFee} />,
          },
          ...(facts.operatorFee === null
            ? []
            : [
                {
                  name: t`Fee to Astrolabe`,
                  value: <Amount value={facts.operatorFee.amount} assetCode={facts.operatorFee.assetCode} />,
                },
              ]),
          ...(facts.total.length === 0 ? [] : [{ name: t`Total`, value: <Total total={facts.total} /> }]),
          ...(facts.reserve === null
            ? []
            : [{ name: t`Kept back until claimed`, value: <Amount value={facts.reserve} assetCode="XLM" /> }]),
          ...facts.left.map(({ assetCode, amount, spendable }) => ({
            name: t`${assetCode} left after this`,
            value: <Left amount={amount} spendable={spendable} />,
          })),
        ]}
      />
      <ComingFee coming={review.check.comingFees} />
    </>
  );
}

function AtMost({ cost }: { readonly cost: AssetAmount }) {
  return (
    <Trans>
      <span className="font-normal text-ink-3">at most</span> <Amount value={cost.amount} assetCode={cost.assetCode} />
    </Trans>
  );
}

function Total({ total }: Pick<ReviewFacts, "total">) {
  return (
    <span className="flex flex-col items-end">
      {total.map(({ assetCode, amount }) => (
        <Amount key={`${assetCode} ${amount}`} value={amount} assetCode={assetCode} />
      ))}
    </span>
  );
}

function Left({ amount, spendable }: { readonly amount: string; readonly spendable: string }) {
  return (
    <span className="flex flex-col items-end">
      <Amount value={amount} />
      {amount === spendable ? null : (
        <span className="text-xs font-normal text-ink-3">
          <Trans>
            <Amount value={spendable} /> of it can be spent
          </Trans>
        </span>
      )}
    </span>
  );
}

/** Set apart, so that a text which is written from right to left turns nothing around it. */
function MemoText({ memo, isFixed }: { readonly memo: string; readonly isFixed: boolean }) {
  if (memo === "") return t({ message: "None", context: "memo" });
  return (
    <span className="flex flex-col items-end">
      <bdi data-private="" className="break-all whitespace-pre-wrap">
        {memo}
      </bdi>
      {isFixed ? (
        <span className="text-xs font-normal text-ink-3">
          <Trans>Asked for by the name you send to</Trans>
        </span>
      ) : null}
    </span>
  );
}
