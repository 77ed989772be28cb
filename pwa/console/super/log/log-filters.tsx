import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { DayField } from "#pwa/console/desk/narrowing.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { LOG_LEVELS, type LogLevel } from "#schemas/logs.ts";
import { idTyped, isNarrowed, type LogGoing, type LogPlace, NO_FILTERS } from "./log-place.ts";
import { levelWords } from "./log-words.ts";

/** Which lines are meant. Asking is noted, so that it takes a press of the button: nothing is asked while somebody types. */
export function LogFilters({ place, go }: LogGoing) {
  const shown = formOf(place);
  const [form, setForm] = useState(shown);
  const [seen, setSeen] = useState(place);
  const [isUnread, setUnread] = useState(false);
  // Somebody went back, followed a link, or narrowed by what a line says.
  if (place !== seen) {
    setSeen(place);
    setForm(shown);
    setUnread(false);
  }
  const set = (change: Partial<Form>) => setForm({ ...form, ...change });
  function search() {
    const id = idTyped(form.id);
    setUnread(id === null);
    if (id === null) return;
    go({
      ...id,
      user: numberOf(form.user),
      payment: numberOf(form.payment),
      level: form.level === "" ? undefined : form.level,
      from: form.from,
      to: form.to,
    });
  }
  return (
    <form
      role="search"
      noValidate
      className="mb-4 grid grid-cols-2 items-start gap-3 lg:grid-cols-4"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <TextField
        className="col-span-2"
        label={t`Error or request`}
        dir="ltr"
        inputClassName="font-mono text-sm"
        data-console-search=""
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        value={form.id}
        error={isUnread ? t`Enter the whole number that a person told you, or the whole id of a request.` : undefined}
        onChange={(event) => set({ id: event.target.value })}
      />
      <NumberField
        label={t({ message: "User", context: "a person" })}
        value={form.user}
        onChange={(user) => set({ user })}
      />
      <NumberField
        label={t({ message: "Payment", context: "its number" })}
        value={form.payment}
        onChange={(payment) => set({ payment })}
      />
      <SelectField<LogLevel | "">
        label={t({ message: "From level", context: "of lines in the log: this and worse" })}
        options={[
          { value: "", label: t({ message: "All", context: "rows of a log" }) },
          ...LOG_LEVELS.map((level) => ({ value: level, label: levelWords(level) })),
        ]}
        value={form.level}
        onValueChange={(level) => set({ level })}
      />
      <DayField
        label={t({ message: "From", context: "the first day" })}
        value={form.from}
        onChange={(from) => set({ from })}
      />
      <DayField
        label={t({ message: "Until", context: "the last day" })}
        value={form.to}
        onChange={(to) => set({ to })}
      />
      <div className="col-span-2 flex min-h-11 flex-wrap items-center gap-3 self-end lg:col-span-1">
        <Button type="submit" variant="secondary" size="sm">
          <Trans context="button">Search the log</Trans>
        </Button>
        {isNarrowed(place) ? (
          <Button variant="link" size="inline" onClick={() => go(NO_FILTERS)}>
            <Trans>Clear the filters</Trans>
          </Button>
        ) : null}
      </div>
    </form>
  );
}

/** What stands in the fields. */
interface Form {
  readonly id: string;
  readonly user: string;
  readonly payment: string;
  readonly level: LogLevel | "";
  readonly from: string | undefined;
  readonly to: string | undefined;
}

function formOf({ error, request, user, payment, level, from, to }: LogPlace): Form {
  const shown = (count: number | undefined) => (count === undefined ? "" : String(count));
  return { id: error ?? request ?? "", user: shown(user), payment: shown(payment), level: level ?? "", from, to };
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
}

function NumberField({ label, value, onChange }: NumberFieldProps) {
  return (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={15}
      value={value}
      onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, ""))}
    />
  );
}

function numberOf(typed: string): number | undefined {
  const number = Number(typed);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
