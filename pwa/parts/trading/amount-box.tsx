import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronDown, CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { AssetMark } from "#pwa/parts/assets/asset-mark.tsx";
import type { KnownAsset } from "#pwa/parts/assets/use-known-assets.ts";
import { classNames } from "#pwa/ui/class-names.ts";
import { fieldText, typedText } from "#pwa/ui/typed-amount.ts";

interface AmountBoxProps {
  readonly label: string;
  /** Null as long as none is chosen. */
  readonly asset: KnownAsset | null;
  readonly value: string;
  /** Whether the amount is what the market says, and not what was typed. */
  readonly isQuoted: boolean;
  readonly error?: string | undefined;
  /** Under the amount: what it is worth. */
  readonly note: ReactNode;
  /** Under the asset: what is held, and a button that takes all of it. */
  readonly aside: ReactNode;
  readonly onType: (value: string) => void;
  /** Absent where the asset is given. */
  readonly onPick?: () => void;
}

/** An amount and its asset, one side of a trade. */
export function AmountBox({ label, asset, value, isQuoted, error, note, aside, onType, onPick }: AmountBoxProps) {
  const id = useId();
  return (
    <div
      className={classNames(
        "rounded-md border bg-ground px-4 pt-3 pb-2.5 transition-colors duration-150 has-[input:focus-visible]:border-accent has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent",
        error === undefined ? "border-line-strong" : "border-down",
      )}
    >
      <label htmlFor={id} className="text-sm font-medium text-ink-2">
        {label}
      </label>
      <div className="flex flex-wrap items-center gap-x-3">
        <input
          id={id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={fieldText(value)}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-note${error === undefined ? "" : ` ${id}-error`}`}
          onChange={(event) => onType(typedText(event.target.value))}
          className={classNames(
            "numeric min-h-12 min-w-0 flex-1 basis-28 rounded-sm bg-transparent outline-none text-xl font-semibold placeholder:text-ink-3",
            isQuoted ? "text-ink-2" : "text-ink",
          )}
        />
        <AssetButton label={label} asset={asset} {...(onPick === undefined ? {} : { onPick })} />
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-ink-3">
        <span id={`${id}-note`} className="numeric min-h-6 min-w-0">
          {note}
        </span>
        <span className="numeric max-w-full min-w-0 break-words">{aside}</span>
      </div>
      {error === undefined ? null : (
        <p id={`${id}-error`} role="alert" className="mt-1 flex items-start gap-1.5 text-sm text-down">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 break-words">{error}</span>
        </p>
      )}
    </div>
  );
}

interface AssetButtonProps {
  readonly label: string;
  readonly asset: KnownAsset | null;
  readonly onPick?: () => void;
}

const PILL =
  "inline-flex min-h-11 max-w-full shrink-0 items-center gap-2 rounded-full border border-line bg-surface-2 py-1 pe-3 ps-1.5 text-sm font-semibold";

function AssetButton({ label, asset, onPick }: AssetButtonProps) {
  const name =
    asset === null ? (
      <span className="ps-2">
        <Trans>Choose</Trans>
      </span>
    ) : (
      <>
        <span className="[&>*]:size-7">
          <AssetMark key={asset.key} asset={asset} image={asset.image} />
        </span>
        <span className="truncate">{asset.assetCode}</span>
      </>
    );
  if (onPick === undefined) return <span className={PILL}>{name}</span>;
  return (
    <button
      type="button"
      onClick={onPick}
      aria-label={asset === null ? t`${label}: choose an asset` : t`${label}: ${{ code: asset.assetCode }}, change`}
      className={classNames(PILL, "transition-colors duration-150 hover:border-line-strong")}
    >
      {name}
      <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
    </button>
  );
}
