import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#pwa/ui/button.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";
import {
  type Average,
  AVERAGE_PAINTS,
  averageName,
  BOLLINGER,
  FIRST_CHOICE,
  type IndicatorChoice,
  LEAST_LENGTH,
  lengthIn,
  MOST_LENGTH,
} from "./indicator-choice.ts";
import { Swatch } from "./indicator-legend.tsx";

const KIND_OPTIONS = [
  {
    value: "sma",
    get label() {
      return t`Simple (SMA)`;
    },
  },
  {
    value: "ema",
    get label() {
      return t`Exponential (EMA)`;
    },
  },
] as const;

interface IndicatorSheetProps {
  readonly choice: IndicatorChoice;
  readonly onChoice: (choice: IndicatorChoice) => void;
  readonly onClose: () => void;
}

/** What is drawn with the candles; takes effect at once. */
export function IndicatorSheet({ choice, onChoice, onClose }: IndicatorSheetProps) {
  const [resets, setResets] = useState(0);
  const [first, second, third] = choice.averages;
  const fields = (average: Average, index: 0 | 1 | 2) => (
    <AverageFields
      key={`${index} ${resets}`}
      average={average}
      index={index}
      onAverage={(next) => {
        const averages: typeof choice.averages = [first, second, third];
        averages[index] = next;
        onChoice({ ...choice, averages });
      }}
    />
  );
  return (
    <Sheet
      onClose={onClose}
      title={t`Indicators`}
      description={t`Drawn on every chart, and kept on this device.`}
      size="sm"
      footer={
        <Button
          variant="secondary"
          disabled={choice === FIRST_CHOICE}
          onClick={() => {
            onChoice(FIRST_CHOICE);
            setResets(resets + 1);
          }}
        >
          <Trans>Reset the indicators</Trans>
        </Button>
      }
    >
      {fields(first, 0)}
      {fields(second, 1)}
      {fields(third, 2)}
      <SwitchField
        label={<Name paint="--ink-3" name={t`Bollinger bands`} />}
        hint={bandsHint(BOLLINGER)}
        checked={choice.hasBollinger}
        onCheckedChange={(hasBollinger) => onChoice({ ...choice, hasBollinger })}
      />
      <SwitchField
        label={t`Volume`}
        checked={choice.hasVolume}
        onCheckedChange={(hasVolume) => onChoice({ ...choice, hasVolume })}
      />
    </Sheet>
  );
}

function bandsHint({ deviations, length }: typeof BOLLINGER): string {
  return plural(deviations, {
    one: `# standard deviation around SMA ${length}`,
    other: `# standard deviations around SMA ${length}`,
  });
}

interface AverageFieldsProps {
  readonly average: Average;
  readonly index: 0 | 1 | 2;
  readonly onAverage: (average: Average) => void;
}

function AverageFields({ average, index, onAverage }: AverageFieldsProps) {
  const [typed, setTyped] = useState(String(average.length));
  const isLength = lengthIn(typed) !== null;
  return (
    <fieldset>
      <legend className="sr-only">
        <Trans>Moving average {{ number: index + 1 }}</Trans>
      </legend>
      <SwitchField
        label={<Name paint={AVERAGE_PAINTS[index]} name={averageName(average)} />}
        checked={average.isShown}
        onCheckedChange={(isShown) => onAverage({ ...average, isShown })}
      />
      {average.isShown ? (
        <div className="grid grid-cols-[1fr_6rem] gap-3 pb-2">
          <SelectField
            label={t({ message: "Kind", context: "of an average, noun" })}
            options={KIND_OPTIONS}
            value={average.kind}
            onValueChange={(kind) => onAverage({ ...average, kind })}
          />
          <TextField
            label={t`Candles`}
            inputMode="numeric"
            autoComplete="off"
            inputClassName="numeric"
            value={typed}
            error={isLength ? undefined : t`From ${{ least: LEAST_LENGTH }} to ${{ most: MOST_LENGTH }}`}
            onChange={({ target }) => {
              setTyped(target.value);
              const length = lengthIn(target.value);
              if (length !== null) onAverage({ ...average, length });
            }}
          />
        </div>
      ) : null}
    </fieldset>
  );
}

function Name({ paint, name }: { readonly paint: string; readonly name: string }) {
  return (
    <span className="flex items-center gap-2">
      <Swatch paint={paint} />
      {name}
    </span>
  );
}
