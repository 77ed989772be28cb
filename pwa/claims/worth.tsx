import { Trans } from "@lingui/react/macro";
import { usePrices } from "#pwa/parts/assets/use-prices.ts";
import { formatUsd, formatXlm, worthOf } from "#pwa/parts/assets/worth.ts";
import { usdText } from "#pwa/parts/assets/usd-words.ts";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";

interface WorthProps {
  readonly amount: string;
  readonly assetCode: string;
  /** Empty for XLM. */
  readonly issuer: string;
  /** Whether to say of what time the price is. */
  readonly withAge?: boolean;
  /** Whether nothing is shown where no price is known. */
  readonly isOptional?: boolean;
}

/** What an amount is worth now, in dollars, or in XLM where no price in dollars is known. */
export function Worth({ amount, assetCode, issuer, withAge = false, isOptional = false }: WorthProps) {
  const { priceOf, isOld } = usePrices();
  const price = priceOf(assetCode, issuer);
  const usd = worthOf(amount, price, "usd");
  const xlm = issuer === "" ? null : worthOf(amount, price, "xlm");
  const shown = usd !== null ? formatUsd(usd) : xlm === null ? null : formatXlm(xlm);
  if (price === null || shown === null)
    return isOptional ? null : <span className="numeric">{usdText(amount, price?.usd ?? null)}</span>;
  return (
    <span className="numeric">
      {withAge || isOld ? (
        <Trans>
          {shown}{" "}
          <span className="font-normal text-ink-3">
            as of <TimeAgo at={price.at} />
          </span>
        </Trans>
      ) : (
        shown
      )}
    </span>
  );
}
