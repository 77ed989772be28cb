import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AT_DESK } from "#pwa/console/desk/at-desk.ts";
import { DayField } from "#pwa/console/desk/narrowing.tsx";
import { useMedia } from "#pwa/platform/device/media.ts";
import { Button } from "#pwa/ui/button.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { AUDIT_KINDS, type AuditKind } from "#schemas/audit.ts";
import { ROLES_ENDPOINTS } from "#schemas/endpoints/roles.ts";
import { OperatorActionKind } from "#schemas/security.ts";
import { ACCOUNT_PATTERN } from "#schemas/values/fields.ts";
import { type AuditGoing, type AuditPlace, isNarrowed, NO_FILTERS } from "./audit-place.ts";
import { kindWords, operatorDid } from "./audit-words.ts";

const TYPING_MS = 400;

/** Which rows of the log are meant. On a phone they open when they are wanted. */
export function AuditFilters(going: AuditGoing) {
  const isDesk = useMedia(AT_DESK);
  const isFiltered = isNarrowed(going.place);
  return (
    <div className="mb-3 flex flex-col gap-3">
      {isDesk ? (
        <Narrowing {...going} />
      ) : (
        <details open={isFiltered}>
          <summary className="min-h-11 cursor-pointer py-2.5 text-sm font-medium text-ink-2">
            {t({ message: "Filters", context: "of a list" })}
          </summary>
          <Narrowing {...going} />
        </details>
      )}
      {isFiltered ? (
        <Button variant="link" size="inline" className="self-start" onClick={() => going.go(NO_FILTERS)}>
          <Trans>Clear the filters</Trans>
        </Button>
      ) : null}
    </div>
  );
}

function Narrowing({ place, go }: AuditGoing) {
  const all = { value: "" as const, label: t({ message: "All", context: "rows of a log" }) };
  const acts = OperatorActionKind.options
    .map((act) => ({ value: act, label: operatorDid(act) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  return (
    <div className="grid grid-cols-2 items-start gap-3 md:grid-cols-3 xl:grid-cols-6">
      <SelectField<AuditKind | "">
        label={t({ message: "Kind", context: "column of a list" })}
        options={[all, ...AUDIT_KINDS.map((kind) => ({ value: kind, label: kindWords(kind) }))] as const}
        value={place.kind ?? ""}
        onValueChange={(kind) => go({ kind: kind === "" ? undefined : kind })}
      />
      <SelectField<OperatorActionKind | "">
        label={t({ message: "What", context: "column of a list: what was done" })}
        options={[all, ...acts] as const}
        value={place.act ?? ""}
        onValueChange={(act) => go({ act: act === "" ? undefined : act })}
      />
      <OperatorFilter value={place.operator} onChange={(operator) => go({ operator })} />
      <WhomField value={place.whom} onChange={(whom) => go({ whom })} />
      <DayField
        label={t({ message: "From", context: "the first day" })}
        value={place.from}
        onChange={(from) => go({ from })}
      />
      <DayField
        label={t({ message: "Until", context: "the last day" })}
        value={place.to}
        onChange={(to) => go({ to })}
      />
    </div>
  );
}

interface OperatorFilterProps {
  readonly value: number | undefined;
  readonly onChange: (operator: number | undefined) => void;
}

/** Who is an operator now, and who the address names besides. */
function OperatorFilter({ value, onChange }: OperatorFilterProps) {
  const operators = useAsk(ROLES_ENDPOINTS.operators, {}).value?.operators ?? [];
  const known = operators.map(({ userId, username }) => ({ value: String(userId), label: username }));
  const isKnown = value === undefined || operators.some(({ userId }) => userId === value);
  return (
    <SelectField<string>
      label={t({ message: "By", context: "column of a list: who did it" })}
      options={[
        { value: "", label: t({ message: "Everybody", context: "who did something" }) },
        ...known,
        ...(isKnown ? [] : [{ value: String(value), label: t`Operator ${value}` }]),
      ]}
      value={value === undefined ? "" : String(value)}
      onValueChange={(chosen) => onChange(chosen === "" ? undefined : Number(chosen))}
    />
  );
}

interface WhomFieldProps {
  readonly value: AuditPlace["whom"];
  readonly onChange: (whom: AuditPlace["whom"]) => void;
}

/** What is typed counts once it is whole and nothing more is typed. */
function WhomField({ value, onChange }: WhomFieldProps) {
  const shown = value === undefined ? "" : String(value);
  const [typed, setTyped] = useState(shown);
  const [seen, setSeen] = useState(shown);
  // Somebody went back, or followed a link.
  if (shown !== seen) {
    setSeen(shown);
    setTyped(shown);
  }
  const meant = meantBy(typed);
  const isOther = meant !== null && String(meant ?? "") !== shown;
  useEffect(() => {
    if (!isOther) return undefined;
    const timer = setTimeout(() => onChange(meant), TYPING_MS);
    return () => clearTimeout(timer);
  }, [isOther, meant, onChange]);
  return (
    <TextField
      label={t({ message: "Whom", context: "column of a list: whom it concerns" })}
      placeholder={t`Number or address`}
      autoComplete="off"
      spellCheck={false}
      maxLength={60}
      value={typed}
      error={meant === null ? t`Enter a person's number, or an account's address, whole.` : undefined}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}

/** Null for what is neither a number nor an address. */
function meantBy(typed: string): AuditPlace["whom"] | null {
  const text = typed.trim();
  if (text === "") return undefined;
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  return ACCOUNT_PATTERN.test(text) ? text : null;
}
