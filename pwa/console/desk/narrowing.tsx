import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "#pwa/ui/button.tsx";
import { TextField } from "#pwa/ui/field.tsx";

interface NarrowingProps {
  /** Whether any of them is set. */
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  /** The filters. */
  readonly children: ReactNode;
}

/** By what the server is asked for some rows of a long list: closed until it is wanted, open while it leaves some out. */
export function Narrowing({ isFiltered, onClear, children }: NarrowingProps) {
  return (
    <details className="w-full" open={isFiltered}>
      <summary className="min-h-9 cursor-pointer py-1.5 text-sm font-medium text-ink-2 pointer-coarse:min-h-11 pointer-coarse:py-2.5">
        <Trans>Filters</Trans>
      </summary>
      <div className="grid grid-cols-2 items-end gap-3 pt-2 md:grid-cols-3 xl:grid-cols-5">{children}</div>
      {isFiltered ? (
        <Button variant="link" size="inline" className="mt-2" onClick={onClear}>
          <Trans>Clear the filters</Trans>
        </Button>
      ) : null}
    </details>
  );
}

interface UserFieldProps {
  readonly value: number | undefined;
  readonly onChange: (user: number | undefined) => void;
}

/** Whose rows, by the number of a user. */
export function UserField({ value, onChange }: UserFieldProps) {
  return (
    <TextField
      label={t({ message: "User", context: "a person" })}
      inputMode="numeric"
      autoComplete="off"
      value={value === undefined ? "" : String(value)}
      onChange={(event) => onChange(numberOf(event.target.value))}
    />
  );
}

/** The number of a user as it is typed; nothing else is one. */
function numberOf(typed: string): number | undefined {
  const number = Number(typed.trim());
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

interface DayFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

export function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <TextField
      type="date"
      label={label}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value || undefined)}
    />
  );
}
