import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useId, useState } from "react";
import { classNames } from "#pwa/ui/class-names.ts";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import { formatPercent } from "#pwa/ui/format.ts";
import { readSlippage, SLIPPAGES, slippageWarning } from "./slippage.ts";

interface SlippagePickerProps {
  /** In percent, as typed. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** How much worse than the price that is shown may be taken. */
export function SlippagePicker({ value, onChange }: SlippagePickerProps) {
  const name = useId();
  const isUsual = SLIPPAGES.some((usual) => usual === value);
  const [isOwn, setOwn] = useState(!isUsual);
  const read = readSlippage(value);
  const warning = typeof read === "string" ? null : slippageWarning(read);
  const choices = [
    ...SLIPPAGES.map((usual) => ({ key: usual, text: formatPercent(usual) })),
    { key: "own", text: t({ message: "Own", context: "an amount of one's own choice" }) },
  ];
  return (
    <fieldset>
      <legend className="text-sm font-medium text-ink-2">
        <Trans>Price may get worse by up to</Trans>
      </legend>
      <div className="mt-1.5 flex flex-wrap gap-1 rounded-md border border-line bg-ground p-1">
        {choices.map(({ key, text }) => {
          const isChosen = isOwn ? key === "own" : key === value;
          return (
            <label
              key={key}
              className={classNames(
                "flex min-h-9 flex-1 cursor-pointer items-center justify-center rounded-sm px-3 text-sm font-medium transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:min-h-11",
                isChosen ? "bg-surface-2 text-ink" : "text-ink-3 hover:text-ink",
              )}
            >
              <input
                type="radio"
                name={name}
                className="sr-only"
                checked={isChosen}
                onChange={() => {
                  setOwn(key === "own");
                  if (key !== "own") onChange(key);
                }}
              />
              {text}
            </label>
          );
        })}
      </div>
      {isOwn ? (
        <div className="mt-3">
          <DecimalField
            label={t`Own slippage, in percent`}
            inputClassName="numeric"
            value={value}
            error={typeof read === "string" ? read : undefined}
            onType={onChange}
          />
        </div>
      ) : null}
      {warning === null ? null : <p className="mt-2 text-sm text-warn">{warning}</p>}
    </fieldset>
  );
}
