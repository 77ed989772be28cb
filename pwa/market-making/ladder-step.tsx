import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useMemo, useRef } from "react";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { formatStroops } from "#pwa/ui/format.ts";
import { MAX_LEVELS, MAX_WALLETS } from "#schemas/market-making.ts";
import { xlmNeeded } from "#schemas/market-maker/reserves.ts";
import { DraftField } from "./draft-field.tsx";
import { DraftFigure } from "./draft-figure.tsx";
import { referenceOf } from "./draft-ladder.ts";
import type { StepProps } from "./form-steps.ts";
import { withUsualSizes } from "./pool-draft.ts";
import { useReference } from "./use-reference.ts";

const NONE: readonly never[] = [];

/** Where its offers are and how large, with a picture that follows what is typed. */
export function LadderStep(props: StepProps) {
  const { draft, onDraft } = props;
  const reference = useMemo(() => referenceOf(draft), [draft]);
  const seen = useReference(draft, reference, NONE);
  const isFilled = useRef(false);
  useEffect(() => {
    // Once, as soon as there is a price: who empties a field wants it empty.
    if (isFilled.current || seen.text === null) return;
    isFilled.current = true;
    const usual = withUsualSizes(draft, Number(seen.text));
    if (usual !== draft) onDraft(usual);
  }, [seen.text, draft, onDraft]);
  return (
    <div className="flex flex-col gap-4">
      <DraftFigure draft={draft} seen={seen} />
      <LadderFields {...props} />
      <DraftField
        {...props}
        name="walletCount"
        label={t`Trading wallets`}
        hint={t`From 1 to ${{ most: MAX_WALLETS }}. Its offers are spread over them, and all of them change at once.`}
      />
      <Bound draft={draft} />
    </div>
  );
}

/** What of a ladder its owner may change at any time. */
export function LadderFields(props: StepProps) {
  const base = codeOf(props.draft.base);
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <DraftField
          {...props}
          name="levels"
          label={t`Offers on each side`}
          hint={t`From 1 to ${{ most: MAX_LEVELS }}.`}
        />
        <DraftField
          {...props}
          name="spreadPercentage"
          label={t`Spread (%)`}
          hint={t`Between your best offer to buy and your best offer to sell.`}
        />
        <DraftField
          {...props}
          name="depthPercentage"
          label={t`Depth (%)`}
          hint={t`From the reference to your farthest offer.`}
        />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <DraftField
          {...props}
          name="minTradeSize"
          label={t`Smallest offer (${base})`}
          hint={t`What would be less is not offered.`}
        />
        <DraftField
          {...props}
          name="maxTradeSize"
          label={t`Largest offer (${base})`}
          hint={t`What is beyond stays in the wallets.`}
        />
      </div>
    </>
  );
}

/** What its wallets keep beside what they trade, as it is typed. */
function Bound({ draft: { base, quote, walletCount } }: Pick<StepProps, "draft">) {
  const count = Number(walletCount);
  if (!Number.isInteger(count) || count < 1 || count > MAX_WALLETS) return null;
  const { reserves, feeBuffer } = xlmNeeded({ base, quote, walletCount: count });
  return (
    <p className="text-sm text-ink-2">
      <Trans>
        That binds {{ reserves: formatStroops(reserves) }} XLM of reserves and {{ fees: formatStroops(feeBuffer) }} XLM
        for fees beside what is traded. What is left of it comes back when you drain the pool.
      </Trans>
    </p>
  );
}
