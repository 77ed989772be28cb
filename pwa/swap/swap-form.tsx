import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowDownUp } from "lucide-react";
import { type FormEvent, useState } from "react";
import { AssetPickerSheet } from "#pwa/parts/assets/asset-picker.tsx";
import type { KnownAsset, KnownAssets } from "#pwa/parts/assets/use-known-assets.ts";
import { useUsdWorth } from "#pwa/parts/assets/use-usd-worth.ts";
import { Button } from "#pwa/ui/button.tsx";
import { formatAmountText, formatStroops } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { readAmount } from "#pwa/ui/typed-amount.ts";
import { formatAmountShort, parseAmount } from "#schemas/values/money.ts";
import { AmountBox } from "#pwa/parts/trading/amount-box.tsx";
import { readSlippage } from "#pwa/parts/trading/slippage.ts";
import { SlippagePicker } from "#pwa/parts/trading/slippage-picker.tsx";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { deviceSentenceOf as sentenceOfCode } from "#pwa/platform/language/error-words.ts";
import { QuoteFacts } from "./quote-facts.tsx";
import { QuoteStanding } from "./quote-standing.tsx";
import { flipped, questionOf, type SwapDraft, termsOf, withAsset } from "./swap-terms.ts";
import type { LiveQuote } from "./use-quote.ts";
import { useMost } from "./use-most.ts";

interface SwapFormProps {
  readonly draft: SwapDraft;
  readonly known: KnownAssets;
  readonly live: LiveQuote;
  readonly isOnline: boolean;
  readonly onChange: (draft: SwapDraft) => void;
  readonly onReview: () => void;
}

type Side = "send" | "receive";

/** Which assets, how much, and how far the price may move. */
export function SwapForm({ draft, known, live, isOnline, onChange, onReview }: SwapFormProps) {
  const [picking, setPicking] = useState<Side | null>(null);
  const [isTried, setTried] = useState(false);
  const most = useMost();
  const sendAsset = known.byKey.get(draft.send) ?? null;
  const receiveAsset = known.byKey.get(draft.receive) ?? null;
  const { quote } = live;
  const slippage = readSlippage(draft.slippage);
  const problem = problemOf(draft, live, sendAsset);
  const shownProblem = isTried || draft.amount !== "" ? problem : null;
  const question = questionOf(draft);
  const canReview = isOnline && problem === null && quote !== null && !live.isOld && typeof slippage === "bigint";

  async function takeMost() {
    if (sendAsset === null) return;
    onChange({ ...draft, direction: "send", amount: await most.find(sendAsset, draft.receive) });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (canReview) onReview();
  }
  const box = (side: Side) => {
    const asset = side === "send" ? sendAsset : receiveAsset;
    const isFixed = draft.direction === side;
    const quoted = quote === null ? "" : side === "send" ? quote.sendAmount : quote.receiveAmount;
    const value = isFixed ? draft.amount : quoted === "" ? "" : formatAmountShort(parseAmount(quoted));
    return (
      <AmountBox
        label={side === "send" ? t`You send` : t`You receive`}
        asset={asset}
        value={value}
        isQuoted={!isFixed}
        error={shownProblem?.side === side ? shownProblem.message : undefined}
        note={<Worth amount={value} asset={asset} />}
        aside={
          <Held
            asset={asset}
            {...(side === "send" ? { isAsking: most.isAsking, onMost: () => void takeMost() } : {})}
          />
        }
        onType={(amount) => onChange({ ...draft, direction: side, amount })}
        onPick={() => setPicking(side)}
      />
    );
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div className="flex flex-col">
        {box("send")}
        <div className="relative z-10 -my-3 self-center">
          <button
            type="button"
            aria-label={t`Turn around: swap the other way`}
            onClick={() => onChange(flipped(draft, quote))}
            disabled={draft.receive === ""}
            className="grid size-11 place-items-center rounded-full border border-line-strong bg-surface text-ink-2 transition-colors duration-150 hover:text-ink disabled:cursor-not-allowed disabled:text-ink-3"
          >
            <ArrowDownUp aria-hidden="true" className="size-4.5" />
          </button>
        </div>
        {box("receive")}
      </div>
      {isOnline ? null : (
        <Notice tone="warn" title={t`You are offline`}>
          <Trans>Prices need a connection, and nothing can be swapped without one. What you typed is kept.</Trans>
        </Notice>
      )}
      <QuoteStanding live={live} isOnline={isOnline} isAsked={question !== null} draft={draft} />
      {quote === null || question === null || typeof slippage !== "bigint" ? null : (
        <QuoteFacts quote={quote} terms={termsOf(question, quote, slippage)} />
      )}
      <SlippagePicker value={draft.slippage} onChange={(text) => onChange({ ...draft, slippage: text })} />
      <Button type="submit" size="lg" disabled={!canReview}>
        {draft.receive === ""
          ? t`Choose what you receive`
          : isOnline
            ? t`Review`
            : t({ message: "Offline", context: "on a button that does nothing now" })}
      </Button>
      {picking === null ? null : (
        <AssetPickerSheet
          title={picking === "send" ? t`What do you send?` : t`What do you receive?`}
          assets={known.assets}
          chosen={draft[picking]}
          onChoose={(key) => {
            setPicking(null);
            onChange(withAsset(draft, picking, key));
          }}
          onClose={() => setPicking(null)}
        />
      )}
    </form>
  );
}

function problemOf(
  draft: SwapDraft,
  { quote }: LiveQuote,
  sendAsset: KnownAsset | null,
): { readonly side: Side; readonly message: string } | null {
  const amount = readAmount(draft.amount);
  if (typeof amount === "string") return { side: draft.direction, message: amount };
  if (amount === 0n) return { side: draft.direction, message: sentenceOfCode("amount-not-positive") };
  const sent = draft.direction === "send" ? amount : quote === null ? null : parseAmount(quote.sendAmount);
  if (sent === null || sendAsset === null) return null;
  const { balance, assetCode } = sendAsset;
  const spendable = balance === null ? 0n : parseAmount(balance.spendable);
  if (sent <= spendable) return null;
  return {
    side: "send",
    message:
      balance === null
        ? t`You hold no ${assetCode}.`
        : sentenceOfCode("balance-too-low", { spendable: formatStroops(spendable), assetCode }),
  };
}

function Worth({ amount, asset }: { readonly amount: string; readonly asset: KnownAsset | null }) {
  const worthOf = useUsdWorth();
  const stroops = readAmount(amount);
  if (asset === null || typeof stroops === "string" || stroops === 0n) return null;
  return worthOf(stroops, asset) ?? t`No price in dollars known`;
}

interface HeldProps {
  readonly asset: KnownAsset | null;
  readonly isAsking?: boolean;
  readonly onMost?: () => void;
}

function Held({ asset, isAsking = false, onMost }: HeldProps) {
  if (asset === null) return null;
  if (asset.balance === null) return t`Not held yet`;
  const { balance, spendable } = asset.balance;
  if (onMost === undefined)
    return (
      <span data-private="">
        <Trans>{{ amount: formatAmountText(balance) }} held</Trans>
      </span>
    );
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
      <span data-private="" className="min-w-0 break-words">
        <Trans>{{ amount: formatAmountText(spendable) }} to spend</Trans>
      </span>
      <Button
        variant="link"
        size="inline"
        onClick={onMost}
        loading={isAsking}
        aria-label={t`Max: swap all ${{ code: codeOf(asset.key) }} that can be spent`}
      >
        <Trans>Max</Trans>
      </Button>
    </span>
  );
}
