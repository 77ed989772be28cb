import { t } from "@lingui/core/macro";
import { useId } from "react";
import { Button } from "#pwa/ui/button.tsx";
import { formatPercent } from "#pwa/ui/format.ts";

const MARKS = [25, 50, 75, 100] as const;

interface AmountSliderProps {
  /** In whole percent of what can be spent. */
  readonly share: number;
  readonly isDisabled: boolean;
  readonly onShare: (share: number) => void;
}

/** How much of what can be spent. */
export function AmountSlider({ share, isDisabled, onShare }: AmountSliderProps) {
  const marks = useId();
  return (
    <div>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        list={marks}
        value={share}
        disabled={isDisabled}
        aria-label={t`Share of what you can spend`}
        aria-valuetext={formatPercent(String(share), " ")}
        onChange={(event) => onShare(Number(event.target.value))}
        className="block h-8 w-full accent-accent disabled:opacity-55 pointer-coarse:h-11"
      />
      <datalist id={marks}>
        {MARKS.map((mark) => (
          <option key={mark} value={mark}>
            {formatPercent(String(mark), " ")}
          </option>
        ))}
      </datalist>
      <div className="grid grid-cols-4 gap-1">
        {MARKS.map((mark) => (
          <Button
            key={mark}
            variant="secondary"
            size="sm"
            disabled={isDisabled}
            className="numeric min-h-8! px-1! text-xs! pointer-coarse:min-h-11!"
            onClick={() => onShare(mark)}
          >
            {formatPercent(String(mark), " ")}
          </Button>
        ))}
      </div>
    </div>
  );
}
